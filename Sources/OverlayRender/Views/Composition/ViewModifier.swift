/// A change of any view, declared once and applied with ``View/modifier(_:)``.
///
///     struct Panel: ViewModifier {
///       func body(content: Content) -> some View {
///         content.padding(12).background(.black.opacity(0.6), cornerRadius: 8)
///       }
///     }
///
///     ClockText().modifier(Panel())
///
/// Like a view, a modifier is a value without state.
public protocol ViewModifier: Sendable {
  /// The type of the body.
  associatedtype Body: View

  /// The view that is modified.
  typealias Content = AnyView

  /// Returns the modified view.
  @ViewBuilder func body(content: Content) -> Body
}

/// A view changed by a modifier.
public struct ModifiedContent<Content: View, Modifier: ViewModifier>: View {
  let content: Content
  let modifier: Modifier

  /// The body of the modifier around the content.
  public var body: some View {
    modifier.body(content: AnyView(content))
  }
}

extension View {
  /// Applies a modifier.
  public func modifier<Modifier: ViewModifier>(_ modifier: Modifier) -> ModifiedContent<Self, Modifier> {
    ModifiedContent(content: self, modifier: modifier)
  }
}
