/// A gradient is a view that fills the space it is offered.
extension LinearGradient: View {
  /// A rectangle filled with the gradient.
  public var body: some View {
    Rectangle().fill(self)
  }
}

/// A gradient is a view that fills the space it is offered.
extension RadialGradient: View {
  /// A rectangle filled with the gradient.
  public var body: some View {
    Rectangle().fill(self)
  }
}

/// A gradient is a view that fills the space it is offered.
extension AngularGradient: View {
  /// A rectangle filled with the gradient.
  public var body: some View {
    Rectangle().fill(self)
  }
}

/// A colour is a view that fills the space it is offered.
extension Color: PrimitiveView {
  /// Adds one leaf.
  func addNodes(to builder: inout SceneBuilder) {
    builder.leaf(.fill(Fill(color: self)))
  }
}
