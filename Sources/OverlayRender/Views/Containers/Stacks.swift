/// Views side by side.
///
/// As in SwiftUI, the least flexible child chooses its width first, from an equal share of what is left.
public struct HStack<Content: View>: View {
  let alignment: VerticalAlignment
  let spacing: Double
  let content: Content

  /// Makes a row; `spacing` is in pixels, 8 when not given.
  public init(
    alignment: VerticalAlignment = .center, spacing: Double? = nil, @ViewBuilder content: () -> Content
  ) {
    self.alignment = alignment
    self.spacing = (spacing ?? StackArrangement.defaultSpacing).bounded
    self.content = content()
  }

  /// A stack with the children in it.
  public var body: some View {
    let stack = StackArrangement(axis: .horizontal, alignment: .vertical(alignment), spacing: spacing)
    ArrangedView(.stack(stack)) {
      content.environment { $0.stackAxis = .horizontal }
    }
  }
}

/// Views one below the other.
///
/// As in SwiftUI, the least flexible child chooses its height first, from an equal share of what is left.
public struct VStack<Content: View>: View {
  let alignment: HorizontalAlignment
  let spacing: Double
  let content: Content

  /// Makes a column; `spacing` is in pixels, 8 when not given.
  public init(
    alignment: HorizontalAlignment = .center, spacing: Double? = nil, @ViewBuilder content: () -> Content
  ) {
    self.alignment = alignment
    self.spacing = (spacing ?? StackArrangement.defaultSpacing).bounded
    self.content = content()
  }

  /// A stack with the children in it.
  public var body: some View {
    let stack = StackArrangement(axis: .vertical, alignment: .horizontal(alignment), spacing: spacing)
    ArrangedView(.stack(stack)) {
      content.environment { $0.stackAxis = .vertical }
    }
  }
}

/// Views one above the other in depth: the first is the deepest.
public struct ZStack<Content: View>: View {
  let alignment: Alignment
  let content: Content

  /// Makes a pile; each child is offered all the space.
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
