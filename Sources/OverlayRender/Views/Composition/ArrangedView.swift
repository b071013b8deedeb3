/// Views whose places an arrangement decides.
struct ArrangedView<Content: View>: PrimitiveView {
  private let arrangement: Arrangement
  private let keepsEmpty: Bool
  private let content: Content

  /// Makes the views; without `keepsEmpty` there is nothing where `content` is nothing.
  init(_ arrangement: Arrangement, keepsEmpty: Bool = true, @ViewBuilder content: () -> Content) {
    self.arrangement = arrangement
    self.keepsEmpty = keepsEmpty
    self.content = content()
  }

  func addNodes(to builder: inout SceneBuilder) {
    builder.arrange(arrangement, keepsEmpty: keepsEmpty) { content.resolve(into: &$0) }
  }
}
