/// Keeps views off the edges that some displays hide.
///
/// It takes all the space it is offered, and offers its content what is within the area.
public struct SafeArea<Content: View>: View {
  /// How much is kept free at each edge (SMPTE ST 2046-1).
  public enum Area: Sendable, Hashable {
    /// For what must be read: 5 % of the extent at each edge.
    case title
    /// For what must be seen: 3.5 % of the extent at each edge.
    case action

    var margin: Double {
      switch self {
      case .title: 0.05
      case .action: 0.035
      }
    }
  }

  let area: Area
  let alignment: Alignment
  let content: Content

  /// Puts views into an area; several are a pile.
  public init(_ area: Area = .title, alignment: Alignment = .center, @ViewBuilder content: () -> Content) {
    self.area = area
    self.alignment = alignment
    self.content = content()
  }

  /// The area with the content in it.
  public var body: some View {
    ArrangedView(.safeArea(SafeAreaArrangement(margin: area.margin, alignment: alignment))) { content }
  }
}
