/// Where the columns and rows of a grid lie, and which cell is in which.
struct GridPlan {
  /// One child of a row, or a child of the grid that spans it.
  struct Cell {
    let node: Int
    let row: Int
    let columns: Range<Int>
  }

  struct Row {
    /// The node of the row; `nil` for a child that is no row.
    let node: Int?
    let alignment: VerticalAlignment
    let cells: Range<Int>
  }

  private(set) var cells: [Cell] = []
  private(set) var rows: [Row] = []
  var widths: [Double] = []
  var heights: [Double] = []
  let horizontalSpacing: Double
  let verticalSpacing: Double

  init(_ node: Int, _ alignment: Alignment, _ horizontalSpacing: Double, _ verticalSpacing: Double, in layout: Layout) {
    self.horizontalSpacing = horizontalSpacing
    self.verticalSpacing = verticalSpacing
    var columnCount = 1
    for child in layout.children(of: node) {
      let start = cells.count
      guard case .gridRow(let own) = layout.nodes[child].kind else {
        // All columns, whose number is not known yet.
        cells.append(Cell(node: child, row: rows.count, columns: 0..<0))
        rows.append(Row(node: nil, alignment: alignment.vertical, cells: start..<cells.count))
        continue
      }
      var column = 0
      for cell in layout.children(of: child) {
        let next = column + layout.columns(of: cell)
        cells.append(Cell(node: cell, row: rows.count, columns: column..<next))
        column = next
      }
      columnCount = max(columnCount, column)
      if cells.count > start {
        rows.append(Row(node: child, alignment: own ?? alignment.vertical, cells: start..<cells.count))
      }
    }
    cells = cells.map { Cell(node: $0.node, row: $0.row, columns: $0.columns.isEmpty ? 0..<columnCount : $0.columns) }
    widths = Array(repeating: 0, count: cells.isEmpty ? 0 : columnCount)
    heights = Array(repeating: 0, count: rows.count)
  }

  /// The width of a cell: of its columns and the space between them.
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
