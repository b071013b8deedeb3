/// A type-erased view.
///
///     let badge = isLive ? AnyView(LiveBadge()) : AnyView(ClockText())
///
/// It adds nothing to the tree, so the view in it keeps its identity. Its size in memory does not depend on the view;
/// ``ViewBuilder`` creates one for each child of a block.
public struct AnyView: PrimitiveView {
  private let content: @Sendable (inout SceneBuilder) -> Void

  /// Creates a type-erased view.
  public init(_ view: some View) {
    content = { view.resolve(into: &$0) }
  }

  /// Creates a view of the nodes that `content` adds.
  init(resolving content: @escaping @Sendable (inout SceneBuilder) -> Void) {
    self.content = content
  }

  func addNodes(to builder: inout SceneBuilder) {
    content(&builder)
  }
}
