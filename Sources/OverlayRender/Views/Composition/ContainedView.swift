/// A view in a wrapper, which changes how it is laid out or drawn.
public struct ContainedView<Content: View>: PrimitiveView {
  let content: Content
  let wrapper: Wrapper

  /// Adds the node with the content in it. Several views are laid out as one pile; around none there is no node but a
  /// frame.
  func addNodes(to builder: inout SceneBuilder) {
    builder.wrap(in: wrapper) { content.resolve(into: &$0) }
  }
}

extension View {
  /// The view in a wrapper.
  func wrapped(in wrapper: Wrapper) -> ContainedView<Self> {
    ContainedView(content: self, wrapper: wrapper)
  }
}
