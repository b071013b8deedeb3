/// A type whose values can be interpolated.
public protocol Interpolatable: Sendable, Hashable {
  /// Returns the value at a fraction of the way to `end`: exactly this value at 0, exactly `end` at 1, and always this
  /// value if both are equal. A fraction outside of 0...1, which some easings have, extrapolates.
  func interpolated(to end: Self, fraction: Double) -> Self
}

extension Double: Interpolatable {
  /// Returns the interpolated number, or this number if the result is `NaN`.
  public func interpolated(to end: Double, fraction: Double) -> Double {
    if fraction == 0 || self == end { return self }
    if fraction == 1 { return end }
    let between = self * (1 - fraction) + end * fraction
    return between.isNaN ? self : between
  }
}

extension Int: Interpolatable {
  /// Returns the nearest whole number to the interpolated one.
  public func interpolated(to end: Int, fraction: Double) -> Int {
    if fraction == 0 || self == end { return self }
    if fraction == 1 { return end }
    let between = Double(self).interpolated(to: Double(end), fraction: fraction).rounded()
    return Int(exactly: between) ?? (between < 0 ? .min : .max)
  }
}

extension Point: Interpolatable {
  /// Returns the point with interpolated coordinates.
  public func interpolated(to end: Point, fraction: Double) -> Point {
    Point(x: x.interpolated(to: end.x, fraction: fraction), y: y.interpolated(to: end.y, fraction: fraction))
  }
}

extension Size: Interpolatable {
  /// Returns the size with interpolated lengths.
  public func interpolated(to end: Size, fraction: Double) -> Size {
    Size(
      width.interpolated(to: end.width, fraction: fraction), height.interpolated(to: end.height, fraction: fraction))
  }
}

extension UnitPoint: Interpolatable {
  /// Returns the point with interpolated fractions.
  public func interpolated(to end: UnitPoint, fraction: Double) -> UnitPoint {
    UnitPoint(x: x.interpolated(to: end.x, fraction: fraction), y: y.interpolated(to: end.y, fraction: fraction))
  }
}

extension Color: Interpolatable {
  /// Returns the color interpolated in premultiplied sRGB, as in CSS. A color that fades from `clear` does not become
  /// darker. Components are limited to 0...1.
  public func interpolated(to end: Color, fraction: Double) -> Color {
    mixed(with: end, by: fraction)
  }
}
