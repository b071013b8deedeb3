/// A view of any type.
///
///     let badge = isLive ? AnyView(LiveBadge()) : AnyView(ClockText())
///
/// It adds nothing to the tree: the view in it keeps its identity. It is as large as a closure, whatever it holds; so
/// ``ViewBuilder`` makes one of each child of a block.
public struct AnyView: PrimitiveView {
  private let content: @Sendable (inout SceneBuilder) -> Void

  /// Wraps a view.
  public init(_ view: some View) {
    content = { view.resolve(into: &$0) }
  }

  /// Makes a view of what `content` resolves.
  init(resolving content: @escaping @Sendable (inout SceneBuilder) -> Void) {
    self.content = content
  }

  func addNodes(to builder: inout SceneBuilder) {
    content(&builder)
  }
}
