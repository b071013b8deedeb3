/// Views in columns and rows.
///
///     Grid(alignment: .leading) {
///       GridRow { Text("Home"); Text("2") }
///       GridRow { Text("Away"); Text("11") }
///     }
///
/// A column is as wide as its widest cell and a row as high as its highest. A child that is no ``GridRow`` is a row of one
/// cell over all columns. Put modifiers on the cells: a modified row is such a child.
public struct Grid<Content: View>: View {
  let alignment: Alignment
  let horizontalSpacing: Double
  let verticalSpacing: Double
  let content: Content

  /// Makes a grid whose cells stand in their columns and rows by `alignment`; the spacing is in pixels, 8 when not given.
  public init(
    alignment: Alignment = .center, horizontalSpacing: Double? = nil, verticalSpacing: Double? = nil,
    @ViewBuilder content: () -> Content
  ) {
    self.alignment = alignment
    self.horizontalSpacing = (horizontalSpacing ?? StackArrangement.defaultSpacing).bounded
    self.verticalSpacing = (verticalSpacing ?? StackArrangement.defaultSpacing).bounded
    self.content = content()
  }

  /// The grid with the rows in it.
  public var body: some View {
    let grid = GridArrangement(
      alignment: alignment, horizontalSpacing: horizontalSpacing, verticalSpacing: verticalSpacing)
    ArrangedView(.grid(grid)) { content }
  }
}

/// The cells of one row of a ``Grid``, from left to right. Anywhere else it is a ``Group``.
public struct GridRow<Content: View>: PrimitiveView {
  let alignment: VerticalAlignment?
  let content: Content

  /// Makes a row whose cells stand by `alignment`, or as the grid says.
  public init(alignment: VerticalAlignment? = nil, @ViewBuilder content: () -> Content) {
    self.alignment = alignment
    self.content = content()
  }

  /// Adds the row with the cells in it.
  func addNodes(to builder: inout SceneBuilder) {
    guard builder.isInGrid else { return content.resolve(into: &builder) }
    builder.arrange(.gridRow(GridRowArrangement(alignment: alignment))) { content.resolve(into: &$0) }
  }
}

extension View {
  /// Makes the view a cell of a ``Grid`` that spans several columns: 1 to 1000.
  public func gridCellColumns(_ count: Int) -> ContainedView<Self> {
    wrapped(in: .gridCell(GridCellWrapper(columns: min(max(count, 1), 1000))))
  }
}
