/// A title with an icon before it.
///
///     Label("On air") { Circle().fill(.red).frame(width: 20, height: 20) }
///     Label { Text("On air").bold() } icon: { Image(logo) }
///
/// Both are centered vertically, 8 pixels apart. There are no system symbols: an icon is any view, such as a shape, a
/// ``PathView`` of an SVG path, or an ``Image``.
public struct Label<Title: View, Icon: View>: View {
  private let title: Title
  private let icon: Icon

  /// Creates a label from two views.
  public init(@ViewBuilder title: () -> Title, @ViewBuilder icon: () -> Icon) {
    self.title = title()
    self.icon = icon()
  }

  /// A row of the icon and the title.
  public var body: some View {
    HStack {
      icon
      title
    }
  }
}

extension Label where Title == Text {
  /// Creates a label with a text.
  public init(_ title: some StringProtocol, @ViewBuilder icon: () -> Icon) {
    self.title = Text(title)
    self.icon = icon()
  }

  /// There are no system symbols.
  @available(*, unavailable, message: "there are no system symbols: give a view, as in Label(title) { Circle() }")
  @_documentation(visibility: internal)
  public init(_ title: some StringProtocol, systemImage: String) where Icon == EmptyView {
    self.title = Text(title)
    icon = EmptyView()
  }
}
