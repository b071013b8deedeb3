/// Several views without a container. They are laid out by the view around the group.
///
/// A modifier on a group applies to all its views together, as on a ``ZStack``.
public struct Group<Content: View>: View {
  let content: Content

  /// Creates a group.
  public init(@ViewBuilder content: () -> Content) {
    self.content = content()
  }

  /// The views of the group.
  public var body: some View {
    content
  }
}

/// A view without content.
public struct EmptyView: PrimitiveView {
  /// Creates an empty view.
  public init() {}

  func addNodes(to builder: inout SceneBuilder) {}
}
