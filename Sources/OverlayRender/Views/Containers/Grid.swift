/// Views in rows and columns.
///
///     Grid(alignment: .leading) {
///       GridRow { Text("Home"); Text("2") }
///       GridRow { Text("Away"); Text("11") }
///     }
///
/// A column is as wide as its widest cell, and a row is as high as its highest cell. A child that is not a ``GridRow``
/// is a row with one cell that spans all columns. Apply modifiers to cells, because a modified row is such a child.
public struct Grid<Content: View>: View {
  let alignment: Alignment
  let horizontalSpacing: Double
  let verticalSpacing: Double
  let content: Content

  /// Creates a grid. `alignment` aligns cells in their columns and rows. The spacing is in pixels, and the default is
  /// 8.
  public init(
    alignment: Alignment = .center, horizontalSpacing: Double? = nil, verticalSpacing: Double? = nil,
    @ViewBuilder content: () -> Content
  ) {
    self.alignment = alignment
    self.horizontalSpacing = (horizontalSpacing ?? StackArrangement.defaultSpacing).bounded
    self.verticalSpacing = (verticalSpacing ?? StackArrangement.defaultSpacing).bounded
    self.content = content()
  }

  /// The rows.
  public var body: some View {
    let grid = GridArrangement(
      alignment: alignment, horizontalSpacing: horizontalSpacing, verticalSpacing: verticalSpacing)
    ArrangedView(.grid(grid)) { content }
  }
}

/// A row of cells in a ``Grid``. Outside of a grid it is a ``Group``.
public struct GridRow<Content: View>: PrimitiveView {
  let alignment: VerticalAlignment?
  let content: Content

  /// Creates a row. `alignment` overrides the vertical alignment of the grid.
  public init(alignment: VerticalAlignment? = nil, @ViewBuilder content: () -> Content) {
    self.alignment = alignment
    self.content = content()
  }

  func addNodes(to builder: inout SceneBuilder) {
    guard builder.isInGrid else { return content.resolve(into: &builder) }
    builder.arrange(.gridRow(GridRowArrangement(alignment: alignment))) { content.resolve(into: &$0) }
  }
}

extension View {
  /// Makes the view a cell of a ``Grid`` that spans several columns, 1...1000.
  public func gridCellColumns(_ count: Int) -> WrappedView<Self> {
    wrapped(in: .gridCell(GridCellWrapper(columns: min(max(count, 1), 1000))))
  }
}
