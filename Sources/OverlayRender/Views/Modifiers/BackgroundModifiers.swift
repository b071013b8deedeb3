// Decorations without a closure: a style or a single view behind a view, before it, or along its edges.

extension View {
  /// Puts a color or gradient behind the view; it fills the view's own frame, and no more of the picture.
  public func background(_ style: some ShapeStyle) -> DecoratedView<Self, ShapeView> {
    background(style, in: Rectangle())
  }

  /// Puts a shape in a color or gradient behind the view.
  public func background(_ style: some ShapeStyle, in shape: some Shape) -> DecoratedView<Self, ShapeView> {
    DecoratedView(content: self, decoration: shape.fill(style), alignment: .center, isBehind: true)
  }

  /// Puts another view behind the view; it is offered the view's size.
  public func background<Background: View>(
    _ background: Background, alignment: Alignment = .center
  ) -> DecoratedView<Self, Background> {
    DecoratedView(content: self, decoration: background, alignment: alignment, isBehind: true)
  }

  /// Puts another view before the view; it is offered the view's size.
  public func overlay<Overlay: View>(
    _ overlay: Overlay, alignment: Alignment = .center
  ) -> DecoratedView<Self, Overlay> {
    DecoratedView(content: self, decoration: overlay, alignment: alignment, isBehind: false)
  }

  /// Draws a line along the edges of the view, within its frame; layout takes no notice.
  ///
  /// - Parameters:
  ///   - style: The color or gradient of the line.
  ///   - width: How wide the line is, in pixels: 0 to 5000.
  public func border(_ style: some ShapeStyle, width: Double = 1) -> DecoratedView<Self, ShapeView> {
    overlay(Rectangle().strokeBorder(style, lineWidth: width.limited(to: 0...5000)))
  }
}
