extension View {
  /// Puts a shape in a colour or gradient behind the view.
  public func background(_ style: some ShapeStyle, in shape: some Shape) -> DecoratedView<Self, ShapeView> {
    DecoratedView(content: self, decoration: shape.fill(style), alignment: .center, isBehind: true)
  }
}
