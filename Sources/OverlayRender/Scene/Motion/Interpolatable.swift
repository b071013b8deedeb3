/// A value that can be anything between two others.
public protocol Interpolatable: Sendable, Hashable {
  /// What lies at a fraction of the way from this value to `end`: exactly this one at 0, exactly `end` at 1, and always
  /// this one when both are equal. A fraction below 0 or above 1, as some easings give, lies beyond.
  func interpolated(to end: Self, fraction: Double) -> Self
}

extension Double: Interpolatable {
  /// The number at a fraction of the way; where that is no number, this one.
  public func interpolated(to end: Double, fraction: Double) -> Double {
    if fraction == 0 || self == end { return self }
    if fraction == 1 { return end }
    let between = self * (1 - fraction) + end * fraction
    return between.isNaN ? self : between
  }
}

extension Int: Interpolatable {
  /// The whole number nearest to that at a fraction of the way.
  public func interpolated(to end: Int, fraction: Double) -> Int {
    if fraction == 0 || self == end { return self }
    if fraction == 1 { return end }
    let between = Double(self).interpolated(to: Double(end), fraction: fraction).rounded()
    return Int(exactly: between) ?? (between < 0 ? .min : .max)
  }
}

extension Point: Interpolatable {
  /// The place at a fraction of the way.
  public func interpolated(to end: Point, fraction: Double) -> Point {
    Point(x: x.interpolated(to: end.x, fraction: fraction), y: y.interpolated(to: end.y, fraction: fraction))
  }
}

extension Size: Interpolatable {
  /// The size whose extents are at a fraction of the way.
  public func interpolated(to end: Size, fraction: Double) -> Size {
    Size(
      width.interpolated(to: end.width, fraction: fraction), height.interpolated(to: end.height, fraction: fraction))
  }
}

extension UnitPoint: Interpolatable {
  /// The point at a fraction of the way.
  public func interpolated(to end: UnitPoint, fraction: Double) -> UnitPoint {
    UnitPoint(x: x.interpolated(to: end.x, fraction: fraction), y: y.interpolated(to: end.y, fraction: fraction))
  }
}

extension Color: Interpolatable {
  /// The colour at a fraction of the way in premultiplied sRGB, as CSS has it: what fades from `clear` shows no trace of
  /// its black. Components beyond 0...1 are clamped.
  public func interpolated(to end: Color, fraction: Double) -> Color {
    mixed(with: end, by: fraction)
  }
}
