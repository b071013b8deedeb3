/// Views side by side.
///
/// As in SwiftUI, the least flexible child chooses its width first, from an equal share of what is left.
public struct HStack<Content: View>: PrimitiveView {
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

  /// Adds a stack with the children in it.
  func addNodes(to builder: inout SceneBuilder) {
    let stack = StackArrangement(axis: .horizontal, alignment: .vertical(alignment), spacing: spacing)
    builder.arrange(.stack(stack)) { builder in
      builder.with({ $0.stackAxis = .horizontal }, { content.resolve(into: &$0) })
    }
  }
}

/// Views one below the other.
///
/// As in SwiftUI, the least flexible child chooses its height first, from an equal share of what is left.
public struct VStack<Content: View>: PrimitiveView {
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

  /// Adds a stack with the children in it.
  func addNodes(to builder: inout SceneBuilder) {
    let stack = StackArrangement(axis: .vertical, alignment: .horizontal(alignment), spacing: spacing)
    builder.arrange(.stack(stack)) { builder in
      builder.with({ $0.stackAxis = .vertical }, { content.resolve(into: &$0) })
    }
  }
}

/// Views one above the other in depth: the first is the deepest.
public struct ZStack<Content: View>: PrimitiveView {
  let alignment: Alignment
  let content: Content

  /// Makes a pile; each child is offered all the space.
  public init(alignment: Alignment = .center, @ViewBuilder content: () -> Content) {
    self.alignment = alignment
    self.content = content()
  }

  /// Adds the layers.
  func addNodes(to builder: inout SceneBuilder) {
    builder.arrange(.layers(LayersArrangement(alignment: alignment))) { builder in
      builder.with({ $0.stackAxis = nil }, { content.resolve(into: &$0) })
    }
  }
}
