/// A view with another one behind or in front of it, which is offered its size.
public struct DecoratedView<Content: View, Decoration: View>: PrimitiveView {
  let content: Content
  let decoration: Decoration
  let alignment: Alignment
  let isBehind: Bool

  /// Adds a node with two children, each a stack of layers. Without content there is no decoration.
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

/// A rectangle in a color with rounded corners.
public struct FillView: PrimitiveView {
  let fill: Fill

  func addNodes(to builder: inout SceneBuilder) {
    builder.leaf(.fill(fill))
  }
}

extension View {
  /// Adds a color behind the view. `cornerRadius` is in pixels.
  public func background(_ color: Color, cornerRadius: Double = 0) -> DecoratedView<Self, FillView> {
    decorated(FillView(fill: Fill(color: color, cornerRadius: cornerRadius)), .center, isBehind: true)
  }

  /// Adds views behind the view, which are offered its size.
  public func background<Background: View>(
    alignment: Alignment = .center, @ViewBuilder _ background: () -> Background
  ) -> DecoratedView<Self, Background> {
    decorated(background(), alignment, isBehind: true)
  }

  /// Adds a color in front of the view. `cornerRadius` is in pixels.
  public func overlay(_ color: Color, cornerRadius: Double = 0) -> DecoratedView<Self, FillView> {
    decorated(FillView(fill: Fill(color: color, cornerRadius: cornerRadius)), .center, isBehind: false)
  }

  /// Adds views in front of the view, which are offered its size.
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

  /// Adds a color or gradient behind the view, which fills the frame of the view.
  public func background(_ style: some ShapeStyle) -> DecoratedView<Self, ShapeView> {
    background(style, in: Rectangle())
  }

  /// Adds a shape in a color or gradient behind the view.
  public func background(_ style: some ShapeStyle, in shape: some Shape) -> DecoratedView<Self, ShapeView> {
    DecoratedView(content: self, decoration: shape.fill(style), alignment: .center, isBehind: true)
  }

  /// Adds a view behind the view, which is offered its size.
  public func background<Background: View>(
    _ background: Background, alignment: Alignment = .center
  ) -> DecoratedView<Self, Background> {
    DecoratedView(content: self, decoration: background, alignment: alignment, isBehind: true)
  }

  /// Adds a view in front of the view, which is offered its size.
  public func overlay<Overlay: View>(
    _ overlay: Overlay, alignment: Alignment = .center
  ) -> DecoratedView<Self, Overlay> {
    DecoratedView(content: self, decoration: overlay, alignment: alignment, isBehind: false)
  }

  /// Adds a line along the inside of the view's edges. Layout is not affected.
  ///
  /// - Parameters:
  ///   - style: The color or gradient of the line.
  ///   - width: The width of the line in pixels, 0...5000.
  public func border(_ style: some ShapeStyle, width: Double = 1) -> DecoratedView<Self, ShapeView> {
    overlay(Rectangle().strokeBorder(style, lineWidth: width.limited(to: 0...5000)))
  }
}
