/// A gradient is a view that fills the space it is offered.
extension LinearGradient: PrimitiveView {
  /// Adds one leaf.
  func addNodes(to builder: inout SceneBuilder) {
    builder.shape(ShapeContent(outline: .rectangle, fill: paint))
  }
}

/// A gradient is a view that fills the space it is offered.
extension RadialGradient: PrimitiveView {
  /// Adds one leaf.
  func addNodes(to builder: inout SceneBuilder) {
    builder.shape(ShapeContent(outline: .rectangle, fill: paint))
  }
}

/// A gradient is a view that fills the space it is offered.
extension AngularGradient: PrimitiveView {
  /// Adds one leaf.
  func addNodes(to builder: inout SceneBuilder) {
    builder.shape(ShapeContent(outline: .rectangle, fill: paint))
  }
}
