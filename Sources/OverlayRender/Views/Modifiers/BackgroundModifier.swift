/// A view with another behind it, which is offered the first one's size.
public struct BackgroundView<Content: View, Background: View>: PrimitiveView {
  let content: Content
  let background: Background
  let alignment: Alignment

  /// Adds a node with two children, each a pile of what it holds; behind nothing there is nothing.
  public func _resolve(into builder: inout SceneBuilder) {
    builder.surround(
      .background(alignment), behind: { $0.container(.layers(alignment)) { background._resolve(into: &$0) } }
    ) {
      content._resolve(into: &$0)
    }
  }
}

/// A colour behind a view, with round corners.
public struct FillView: PrimitiveView {
  let fill: Fill

  /// Adds one leaf.
  public func _resolve(into builder: inout SceneBuilder) {
    builder.leaf(.fill(fill))
  }
}

extension View {
  /// Puts a colour behind the view; the corners are round by `cornerRadius` pixels.
  public func background(_ color: Color, cornerRadius: Double = 0) -> BackgroundView<Self, FillView> {
    BackgroundView(
      content: self, background: FillView(fill: Fill(color: color, cornerRadius: cornerRadius)), alignment: .center)
  }

  /// Puts other views behind the view; they are offered its size.
  public func background<Background: View>(
    alignment: Alignment = .center, @ViewBuilder _ background: () -> Background
  ) -> BackgroundView<Self, Background> {
    BackgroundView(content: self, background: background(), alignment: alignment)
  }
}
