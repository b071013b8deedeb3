/// A gradient as a view that fills the space offered.
extension LinearGradient: View {
  /// A rectangle filled with the gradient.
  public var body: some View {
    Rectangle().fill(self)
  }
}

/// A gradient as a view that fills the space offered.
extension RadialGradient: View {
  /// A rectangle filled with the gradient.
  public var body: some View {
    Rectangle().fill(self)
  }
}

/// A gradient as a view that fills the space offered.
extension AngularGradient: View {
  /// A rectangle filled with the gradient.
  public var body: some View {
    Rectangle().fill(self)
  }
}

/// A color as a view that fills the space offered.
extension Color: PrimitiveView {
  func addNodes(to builder: inout SceneBuilder) {
    builder.leaf(.fill(Fill(color: self)))
  }
}
