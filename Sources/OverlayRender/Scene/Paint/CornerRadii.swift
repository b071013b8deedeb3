/// How round each corner of a rectangle is, in pixels.
public struct CornerRadii: Sendable, Hashable {
  /// The radius of the top left corner.
  public let topLeading: Double
  /// The radius of the top right corner.
  public let topTrailing: Double
  /// The radius of the bottom left corner.
  public let bottomLeading: Double
  /// The radius of the bottom right corner.
  public let bottomTrailing: Double

  /// Makes radii of their own for each corner: 0 to 1 000 000 pixels; what is no number becomes 0.
  public init(
    topLeading: Double = 0, topTrailing: Double = 0, bottomLeading: Double = 0, bottomTrailing: Double = 0
  ) {
    let limits = 0...1e6
    self.topLeading = topLeading.limited(to: limits)
    self.topTrailing = topTrailing.limited(to: limits)
    self.bottomLeading = bottomLeading.limited(to: limits)
    self.bottomTrailing = bottomTrailing.limited(to: limits)
  }

  /// Makes the same radius for every corner.
  public init(_ radius: Double) {
    self.init(topLeading: radius, topTrailing: radius, bottomLeading: radius, bottomTrailing: radius)
  }

  /// The one radius of all corners; nil when they differ.
  var common: Double? {
    topLeading == topTrailing && topLeading == bottomLeading && topLeading == bottomTrailing ? topLeading : nil
  }

  /// The radii brought down, all by the same factor, until those of each side fit on it: the rule of CSS.
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
