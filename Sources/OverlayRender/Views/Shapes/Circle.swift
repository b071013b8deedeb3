/// The largest circle that fits into the space that is offered, in the middle of it.
public struct Circle: Shape {
  /// Makes a circle.
  public init() {}

  /// The largest circle that fits.
  public var outline: ShapeOutline { .circle }
}
