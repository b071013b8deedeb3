/// A view in a wrapper that changes its layout or drawing.
public struct WrappedView<Content: View>: PrimitiveView {
  let content: Content
  let wrapper: Wrapper

  /// Adds the wrapper with the content. Several views are laid out as layers. Without content there is no node, unless
  /// the wrapper is a frame.
  func addNodes(to builder: inout SceneBuilder) {
    builder.wrap(in: wrapper) { content.resolve(into: &$0) }
  }
}

extension View {
  /// Returns the view in a wrapper.
  func wrapped(in wrapper: Wrapper) -> WrappedView<Self> {
    WrappedView(content: self, wrapper: wrapper)
  }
}
