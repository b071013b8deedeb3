/// The radius of each corner of a rectangle, in pixels.
public struct CornerRadii: Sendable, Hashable {
  /// The radius of the top left corner.
  public let topLeading: Double
  /// The radius of the top right corner.
  public let topTrailing: Double
  /// The radius of the bottom left corner.
  public let bottomLeading: Double
  /// The radius of the bottom right corner.
  public let bottomTrailing: Double

  /// Creates radii for the four corners. They are limited to 0...1 000 000 pixels, and `NaN` becomes 0.
  public init(
    topLeading: Double = 0, topTrailing: Double = 0, bottomLeading: Double = 0, bottomTrailing: Double = 0
  ) {
    let limits = 0...1e6
    self.topLeading = topLeading.limited(to: limits)
    self.topTrailing = topTrailing.limited(to: limits)
    self.bottomLeading = bottomLeading.limited(to: limits)
    self.bottomTrailing = bottomTrailing.limited(to: limits)
  }

  /// Creates equal radii for all corners.
  public init(_ radius: Double) {
    self.init(topLeading: radius, topTrailing: radius, bottomLeading: radius, bottomTrailing: radius)
  }

  /// The radius of all corners; `nil` if they differ.
  var common: Double? {
    topLeading == topTrailing && topLeading == bottomLeading && topLeading == bottomTrailing ? topLeading : nil
  }

  /// Returns the radii scaled down by a common factor until they fit on each side, as in CSS.
  func fitting(_ size: Size) -> CornerRadii {
    let factor = [
      (size.width, topLeading + topTrailing), (size.width, bottomLeading + bottomTrailing),
      (size.height, topLeading + bottomLeading), (size.height, topTrailing + bottomTrailing),
    ].reduce(1.0) { factor, side in side.1 > 0 ? min(factor, max(side.0, 0) / side.1) : factor }
    guard factor < 1 else { return self }
    return CornerRadii(
      topLeading: topLeading * factor, topTrailing: topTrailing * factor, bottomLeading: bottomLeading * factor,
      bottomTrailing: bottomTrailing * factor)
  }
}
