/// An arrangement of cells in rows and columns: `Grid`. A child that is not a row spans all columns.
struct GridArrangement {
  var alignment: Alignment
  /// The space between columns, and between rows, in pixels.
  var horizontalSpacing: Double
  var verticalSpacing: Double
}

/// The cells of one row of a grid: `GridRow`. The grid places the cells and decides the size of the row.
struct GridRowArrangement {
  /// The vertical alignment of the cells; `nil` for the alignment of the grid.
  var alignment: VerticalAlignment?
}

/// A wrapper that makes its child a cell that spans several columns: `gridCellColumns`.
struct GridCellWrapper {
  var columns: Int
}

/// What a grid knows of its rows and cells.
struct GridTraits: Equatable {
  /// The traits of a row.
  struct Row: Equatable {
    var alignment: VerticalAlignment?
  }

  /// The number of columns that a cell spans.
  var columns = 1
  /// The row, if the child is one.
  var row: Row?
}

extension GridRowArrangement: ContainerLayout {
  func size(of node: Int, for proposal: ProposedViewSize, in pass: inout LayoutPass) -> Size {
    proposal.replacingUnspecifiedDimensions(by: .zero)
  }

  func places(of node: Int, for proposal: ProposedViewSize, size: Size, in pass: inout LayoutPass) -> [ChildPlace] {
    []
  }

  func traits(of node: Int, in nodes: [SceneNode]) -> LayoutTraits {
    LayoutTraits(grid: GridTraits(row: GridTraits.Row(alignment: alignment)))
  }
}

extension GridCellWrapper: WrapperLayout {
  func traits(around child: LayoutTraits) -> LayoutTraits {
    var traits = child.wrapped
    traits.grid.columns = columns
    return traits
  }
}

extension GridArrangement: ContainerLayout {
  func size(of node: Int, for proposal: ProposedViewSize, in pass: inout LayoutPass) -> Size {
    plan(of: node, for: proposal, in: &pass).size
  }

  /// Places the rows, and the cells in their columns and rows.
  func places(of node: Int, for proposal: ProposedViewSize, size: Size, in pass: inout LayoutPass) -> [ChildPlace] {
    let plan = plan(of: node, for: proposal, in: &pass)
    let (lefts, tops) = (plan.lefts, plan.tops)
    var places: [ChildPlace] = []
    for (index, row) in plan.rows.enumerated() {
      let height = plan.heights[index]
      let cells = plan.sizedCells(of: row, height: height, in: &pass)
      if let node = row.node {
        let offered = ProposedViewSize(width: plan.size.width, height: height)
        places.append(ChildPlace(node: node, offset: Point(x: 0, y: tops[index]), proposal: offered))
      }
      let line = row.alignment.line
      let reach = pass.reach(of: cells, from: line)
      // If the row is higher than its cells need, all cells are aligned in it together.
      let common = reach.before + line.position(in: Size(0, height)) - line.position(in: Size(0, reach.total))
      for (cell, child) in zip(plan.cells[row.cells], cells) {
        let box = Size(plan.width(of: cell), height)
        let across = alignment.horizontal.line
        let offset = Point(
          x: lefts[cell.columns.lowerBound] + across.position(in: box) - pass.position(of: across, in: child),
          y: tops[index] + common - pass.position(of: line, in: child))
        places.append(ChildPlace(node: child.node, offset: offset, proposal: child.proposal))
      }
    }
    return places
  }

  /// Distributes the width among the columns and the height among the rows.
  ///
  /// The least flexible column chooses first, from an equal share of the remaining width, as in a stack. A column is as
  /// wide as its widest cell. Then cells that span several columns choose from the width of these columns and all that
  /// remains. If the columns are too narrow, they grow equally. The heights of the rows are distributed in the same
  /// way.
  private func plan(of node: Int, for proposal: ProposedViewSize, in pass: inout LayoutPass) -> GridPlan {
    var plan = GridPlan(self, of: node, in: pass.layout.nodes)
    plan.chooseWidths(proposed: proposal.width, in: &pass)
    plan.chooseHeights(proposed: proposal.height, in: &pass)
    return plan
  }
}

/// The positions of the columns and rows of a grid, and the cells in them.
private struct GridPlan {
  /// A child of a row, or a child of the grid that spans all columns.
  struct Cell {
    let node: Int
    let row: Int
    let columns: Range<Int>
  }

  struct Row {
    /// The node of the row; `nil` for a child that is not a row.
    let node: Int?
    let alignment: VerticalAlignment
    let cells: Range<Int>
  }

  private(set) var cells: [Cell] = []
  private(set) var rows: [Row] = []
  private(set) var widths: [Double] = []
  private(set) var heights: [Double] = []
  private let horizontalSpacing: Double
  private let verticalSpacing: Double

  init(_ grid: GridArrangement, of node: Int, in nodes: [SceneNode]) {
    horizontalSpacing = grid.horizontalSpacing
    verticalSpacing = grid.verticalSpacing
    var columnCount = 1
    for child in nodes.children(of: node) {
      let start = cells.count
      guard let row = nodes.traits(of: child).grid.row else {
        // The number of columns is not known yet.
        cells.append(Cell(node: child, row: rows.count, columns: 0..<0))
        rows.append(Row(node: nil, alignment: grid.alignment.vertical, cells: start..<cells.count))
        continue
      }
      var column = 0
      for cell in nodes.children(of: child) {
        let next = column + nodes.traits(of: cell).grid.columns
        cells.append(Cell(node: cell, row: rows.count, columns: column..<next))
        column = next
      }
      columnCount = max(columnCount, column)
      if cells.count > start {
        rows.append(
          Row(node: child, alignment: row.alignment ?? grid.alignment.vertical, cells: start..<cells.count))
      }
    }
    cells = cells.map { Cell(node: $0.node, row: $0.row, columns: $0.columns.isEmpty ? 0..<columnCount : $0.columns) }
    widths = Array(repeating: 0, count: cells.isEmpty ? 0 : columnCount)
    heights = Array(repeating: 0, count: rows.count)
  }

  mutating func chooseWidths(proposed: Double?, in pass: inout LayoutPass) {
    var remaining = proposed.map { $0 - horizontalSpacing * Double(max(widths.count - 1, 0)) }
    var columns: [[Int]] = Array(repeating: [], count: widths.count)
    for cell in cells where cell.columns.count == 1 { columns[cell.columns.lowerBound].append(cell.node) }
    GridPlan.serve(columns.indices.filter { !columns[$0].isEmpty }, &remaining, of: &widths) { column, offered in
      columns[column].reduce(0) {
        max($0, pass.size(of: $1, for: ProposedViewSize(width: offered, height: nil)).width)
      }
    }
    for cell in cells where cell.columns.count > 1 {
      let own = width(of: cell)
      let offered = ProposedViewSize(width: remaining.map { own + max($0, 0) }, height: nil)
      let missing = pass.size(of: cell.node, for: offered).width - own
      guard missing > 0 else { continue }
      for column in cell.columns { widths[column] += missing / Double(cell.columns.count) }
      if let left = remaining, left.isFinite { remaining = left - missing }
    }
  }

  mutating func chooseHeights(proposed: Double?, in pass: inout LayoutPass) {
    var remaining = proposed.map { $0 - verticalSpacing * Double(max(heights.count - 1, 0)) }
    var chosen = heights
    GridPlan.serve(Array(chosen.indices), &remaining, of: &chosen) { row, offered in
      pass.reach(of: sizedCells(of: rows[row], height: offered, in: &pass), from: rows[row].alignment.line).total
    }
    heights = chosen
  }

  /// Proposes a height and the width of its columns to each cell of a row.
  func sizedCells(of row: Row, height: Double?, in pass: inout LayoutPass) -> [SizedChild] {
    row.cells.map { pass.sized(cells[$0].node, for: ProposedViewSize(width: width(of: cells[$0]), height: height)) }
  }

  /// Distributes a length among columns or rows, least flexible first.
  private static func serve(
    _ indices: [Int], _ remaining: inout Double?, of lengths: inout [Double], _ length: (Int, Double?) -> Double
  ) {
    guard let offered = remaining else {
      for index in indices { lengths[index] = length(index, nil) }
      return
    }
    var left = offered
    var order = indices.map { index in
      let (least, most) = (length(index, 0), length(index, .infinity))
      return (flexibility: least == most ? 0 : most - least, index: index)
    }
    order.sort { $0 < $1 }
    for (position, entry) in order.enumerated() {
      lengths[entry.index] = length(entry.index, max(left, 0) / Double(order.count - position))
      if left.isFinite { left -= lengths[entry.index] }
    }
    remaining = left
  }

  /// Returns the width of a cell: its columns and the space between them.
  func width(of cell: Cell) -> Double {
    widths[cell.columns].reduce(horizontalSpacing * Double(cell.columns.count - 1), +)
  }

  /// The left edges of the columns.
  var lefts: [Double] { GridPlan.edges(of: widths, spacing: horizontalSpacing) }

  /// The top edges of the rows.
  var tops: [Double] { GridPlan.edges(of: heights, spacing: verticalSpacing) }

  var size: Size {
    Size(
      GridPlan.length(of: widths, spacing: horizontalSpacing), GridPlan.length(of: heights, spacing: verticalSpacing))
  }

  private static func edges(of lengths: [Double], spacing: Double) -> [Double] {
    var edge = 0.0
    return lengths.map { length in
      defer { edge += length + spacing }
      return edge
    }
  }

  private static func length(of lengths: [Double], spacing: Double) -> Double {
    max(lengths.reduce(spacing * Double(max(lengths.count - 1, 0)), +), 0)
  }
}
