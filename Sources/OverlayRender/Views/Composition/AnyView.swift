/// A view of any type.
///
///     let badge = isLive ? AnyView(LiveBadge()) : AnyView(Clock())
///
/// It adds nothing to the tree: the view in it keeps its identity. It is as large as a reference, whatever it holds; so
/// ``ViewBuilder`` makes one of each child of a block.
public struct AnyView: PrimitiveView {
  private let box: Box

  /// Wraps a view.
  public init(_ view: some View) {
    box = Box(view: view)
  }

  func addNodes(to builder: inout SceneBuilder) {
    box.view.resolve(into: &builder)
  }

  private final class Box: Sendable {
    let view: any View

    init(view: any View) {
      self.view = view
    }
  }
}
