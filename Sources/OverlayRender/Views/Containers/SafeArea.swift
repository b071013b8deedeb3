/// A view that keeps its content away from the edges, which some displays hide.
///
/// It takes all the space it is offered, and offers its content the space inside the margins.
public struct SafeArea<Content: View>: View {
  /// The margin at each edge (SMPTE ST 2046-1).
  public enum Area: Sendable, Hashable {
    /// The title-safe area, for text: 5 % at each edge.
    case title
    /// The action-safe area: 3.5 % at each edge.
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

  /// Creates a safe area. Several views are laid out as layers.
  public init(_ area: Area = .title, alignment: Alignment = .center, @ViewBuilder content: () -> Content) {
    self.area = area
    self.alignment = alignment
    self.content = content()
  }

  /// The content inside the margins.
  public var body: some View {
    ArrangedView(.safeArea(SafeAreaArrangement(margin: area.margin, alignment: alignment))) { content }
  }
}
