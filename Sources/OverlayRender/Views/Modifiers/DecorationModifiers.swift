/// A view with another behind it or before it, which is offered the first one's size.
public struct DecoratedView<Content: View, Decoration: View>: PrimitiveView {
  let content: Content
  let decoration: Decoration
  let alignment: Alignment
  let isBehind: Bool

  /// Adds a node with two children, each a pile of what it holds; around nothing there is no decoration.
  func addNodes(to builder: inout SceneBuilder) {
    builder.decorate(
      DecorationArrangement(alignment: alignment, isBehind: isBehind),
      with: { builder in
        builder.arrange(.layers(LayersArrangement(alignment: alignment))) { decoration.resolve(into: &$0) }
      }
    ) {
      content.resolve(into: &$0)
    }
  }
}

/// A colour behind a view, with round corners.
public struct FillView: PrimitiveView {
  let fill: Fill

  /// Adds one leaf.
  func addNodes(to builder: inout SceneBuilder) {
    builder.leaf(.fill(fill))
  }
}

extension View {
  /// Puts a colour behind the view; the corners are round by `cornerRadius` pixels.
  public func background(_ color: Color, cornerRadius: Double = 0) -> DecoratedView<Self, FillView> {
    decorated(FillView(fill: Fill(color: color, cornerRadius: cornerRadius)), .center, isBehind: true)
  }

  /// Puts other views behind the view; they are offered its size.
  public func background<Background: View>(
    alignment: Alignment = .center, @ViewBuilder _ background: () -> Background
  ) -> DecoratedView<Self, Background> {
    decorated(background(), alignment, isBehind: true)
  }

  /// Puts a colour before the view; the corners are round by `cornerRadius` pixels.
  public func overlay(_ color: Color, cornerRadius: Double = 0) -> DecoratedView<Self, FillView> {
    decorated(FillView(fill: Fill(color: color, cornerRadius: cornerRadius)), .center, isBehind: false)
  }

  /// Puts other views before the view; they are offered its size.
  public func overlay<Overlay: View>(
    alignment: Alignment = .center, @ViewBuilder _ overlay: () -> Overlay
  ) -> DecoratedView<Self, Overlay> {
    decorated(overlay(), alignment, isBehind: false)
  }

  private func decorated<Decoration: View>(
    _ decoration: Decoration, _ alignment: Alignment, isBehind: Bool
  ) -> DecoratedView<Self, Decoration> {
    DecoratedView(content: self, decoration: decoration, alignment: alignment, isBehind: isBehind)
  }

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
