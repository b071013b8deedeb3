/// An ellipse that takes all the space it is offered.
public struct Ellipse: Shape {
  /// Makes an ellipse.
  public init() {}

  /// The ellipse that touches all four edges.
  public var outline: ShapeOutline { .ellipse }
}
