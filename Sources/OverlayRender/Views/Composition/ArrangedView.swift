/// Views that an arrangement places.
struct ArrangedView<Content: View>: PrimitiveView {
  private let arrangement: Arrangement
  private let keepsEmpty: Bool
  private let content: Content

  /// Creates the view. Unless `keepsEmpty` is `true`, the arrangement is removed if it has no content.
  init(_ arrangement: Arrangement, keepsEmpty: Bool = true, @ViewBuilder content: () -> Content) {
    self.arrangement = arrangement
    self.keepsEmpty = keepsEmpty
    self.content = content()
  }

  func addNodes(to builder: inout SceneBuilder) {
    builder.arrange(arrangement, keepsEmpty: keepsEmpty) { content.resolve(into: &$0) }
  }
}

extension Layout {
  /// Arranges views by this layout.
  public func callAsFunction<Content: View>(@ViewBuilder _ content: () -> Content) -> some View {
    LayoutView(layout: self, content: content())
  }
}

/// Views that a layout places.
private struct LayoutView<Arranged: Layout, Content: View>: PrimitiveView {
  let layout: Arranged
  let content: Content

  func addNodes(to builder: inout SceneBuilder) {
    builder.arrange(.custom(CustomArrangement(layout: layout))) { builder in
      builder.with({ $0.stackAxis = nil }, { content.resolve(into: &$0) })
    }
  }
}
