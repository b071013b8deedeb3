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
}
