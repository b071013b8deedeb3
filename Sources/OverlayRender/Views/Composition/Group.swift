/// Several views as one, without a container: they are laid out by what is around the group.
///
/// A modifier of a group applies to all its views together, as to a pile of them.
public struct Group<Content: View>: View {
  let content: Content

  /// Makes a group.
  public init(@ViewBuilder content: () -> Content) {
    self.content = content()
  }

  /// The views, in the parent.
  public var body: some View {
    content
  }
}
