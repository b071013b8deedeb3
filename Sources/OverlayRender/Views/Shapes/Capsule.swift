/// A rectangle whose shorter sides are half circles; it takes all the space it is offered.
public struct Capsule: Shape {
  /// Makes a capsule.
  public init() {}

  /// A rectangle whose shorter sides are half circles.
  public var outline: ShapeOutline { .capsule }
}
