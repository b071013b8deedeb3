/// A rectangle that takes all the space it is offered. Its edges stand on whole pixels.
public struct Rectangle: Shape {
  /// Makes a rectangle.
  public init() {}

  /// The edges of the view.
  public var outline: ShapeOutline { .rectangle }
}

/// A colour is a view that fills the space it is offered.
extension Color: PrimitiveView {
  /// Adds one leaf.
  func addNodes(to builder: inout SceneBuilder) {
    builder.leaf(.fill(Fill(color: self)))
  }
}
