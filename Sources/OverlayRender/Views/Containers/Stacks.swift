/// Views in a row, from left to right.
///
/// As in SwiftUI, the least flexible child chooses its width first, from an equal share of what remains.
public struct HStack<Content: View>: View {
  let alignment: VerticalAlignment
  let spacing: Double
  let content: Content

  /// Creates a row. The spacing is in pixels, and the default is 8.
  public init(
    alignment: VerticalAlignment = .center, spacing: Double? = nil, @ViewBuilder content: () -> Content
  ) {
    self.alignment = alignment
    self.spacing = (spacing ?? StackArrangement.defaultSpacing).bounded
    self.content = content()
  }

  /// The children.
  public var body: some View {
    let stack = StackArrangement(axis: .horizontal, alignment: .vertical(alignment), spacing: spacing)
    ArrangedView(.stack(stack)) {
      content.environment { $0.stackAxis = .horizontal }
    }
  }
}

/// Views in a column, from top to bottom.
///
/// As in SwiftUI, the least flexible child chooses its height first, from an equal share of what remains.
public struct VStack<Content: View>: View {
  let alignment: HorizontalAlignment
  let spacing: Double
  let content: Content

  /// Creates a column. The spacing is in pixels, and the default is 8.
  public init(
    alignment: HorizontalAlignment = .center, spacing: Double? = nil, @ViewBuilder content: () -> Content
  ) {
    self.alignment = alignment
    self.spacing = (spacing ?? StackArrangement.defaultSpacing).bounded
    self.content = content()
  }

  /// The children.
  public var body: some View {
    let stack = StackArrangement(axis: .vertical, alignment: .horizontal(alignment), spacing: spacing)
    ArrangedView(.stack(stack)) {
      content.environment { $0.stackAxis = .vertical }
    }
  }
}

/// Views stacked in depth, the first one deepest.
public struct ZStack<Content: View>: View {
  let alignment: Alignment
  let content: Content

  /// Creates a stack of layers. Each child is offered all the space.
  public init(alignment: Alignment = .center, @ViewBuilder content: () -> Content) {
    self.alignment = alignment
    self.content = content()
  }

  /// The layers.
  public var body: some View {
    ArrangedView(.layers(LayersArrangement(alignment: alignment))) {
      content.environment { $0.stackAxis = nil }
    }
  }
}
