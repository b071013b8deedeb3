// How a grid shares out its width among columns and its height among rows.

extension Layout {
  /// Columns are served as the children of a row are: the least flexible first, from an equal share of what is left; a
  /// column is as wide as its widest cell. Cells that span several columns choose after them, from those columns and all
  /// that is left, and widen their columns equally where these are too narrow. Then the rows are served alike.
  mutating func gridPlan(
    of node: Int, _ alignment: Alignment, _ horizontalSpacing: Double, _ verticalSpacing: Double,
    for proposal: ProposedSize, measuredBy measurer: some TextMeasurer
  ) -> GridPlan {
    var plan = GridPlan(node, alignment, horizontalSpacing, verticalSpacing, in: self)
    chooseWidths(of: &plan, proposed: proposal.width, measuredBy: measurer)
    chooseHeights(of: &plan, proposed: proposal.height, measuredBy: measurer)
    return plan
  }

  private mutating func chooseWidths(
    of plan: inout GridPlan, proposed: Double?, measuredBy measurer: some TextMeasurer
  ) {
    var remaining = proposed.map { $0 - plan.horizontalSpacing * Double(max(plan.widths.count - 1, 0)) }
    var columns: [[Int]] = Array(repeating: [], count: plan.widths.count)
    for cell in plan.cells where cell.columns.count == 1 { columns[cell.columns.lowerBound].append(cell.node) }
    func width(_ column: Int, _ offered: Double?) -> Double {
      columns[column].reduce(0) {
        max($0, size(of: $1, for: ProposedSize(width: offered, height: nil), measuredBy: measurer).width)
      }
    }
    serve(columns.indices.filter { !columns[$0].isEmpty }, &remaining, of: &plan.widths, width)

    for cell in plan.cells where cell.columns.count > 1 {
      let own = plan.width(of: cell)
      let offered = ProposedSize(width: remaining.map { own + max($0, 0) }, height: nil)
      let missing = size(of: cell.node, for: offered, measuredBy: measurer).width - own
      guard missing > 0 else { continue }
      for column in cell.columns { plan.widths[column] += missing / Double(cell.columns.count) }
      if let left = remaining, left.isFinite { remaining = left - missing }
    }
  }

  private mutating func chooseHeights(
    of plan: inout GridPlan, proposed: Double?, measuredBy measurer: some TextMeasurer
  ) {
    var remaining = proposed.map { $0 - plan.verticalSpacing * Double(max(plan.heights.count - 1, 0)) }
    func height(_ row: Int, _ offered: Double?) -> Double {
      let cells = plan.rows[row].cells.map { index in
        sized(
          plan.cells[index].node, for: ProposedSize(width: plan.width(of: plan.cells[index]), height: offered),
          measuredBy: measurer)
      }
      return reach(of: cells, from: plan.rows[row].alignment.line, measuredBy: measurer).total
    }
    var heights = plan.heights
    serve(Array(heights.indices), &remaining, of: &heights, height)
    plan.heights = heights
  }

  /// Gives each of some columns or rows its length, the least flexible first.
  private func serve(
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

  /// Every row, and every cell within its columns and its row, which it is offered.
  mutating func arrangedGrid(
    _ node: Int, _ alignment: Alignment, _ horizontalSpacing: Double, _ verticalSpacing: Double,
    for proposal: ProposedSize, measuredBy measurer: some TextMeasurer
  ) -> [Arranged] {
    let plan = gridPlan(
      of: node, alignment, horizontalSpacing, verticalSpacing, for: proposal, measuredBy: measurer)
    let (lefts, tops) = (plan.lefts, plan.tops)
    var arranged: [Arranged] = []
    for (index, row) in plan.rows.enumerated() {
      let height = plan.heights[index]
      let cells = row.cells.map { cell in
        sized(
          plan.cells[cell].node, for: ProposedSize(width: plan.width(of: plan.cells[cell]), height: height),
          measuredBy: measurer)
      }
      if let node = row.node {
        let offered = ProposedSize(width: plan.size.width, height: height)
        arranged.append(Arranged(node: node, offset: Point(x: 0, y: tops[index]), proposal: offered))
      }
      let line = row.alignment.line
      let reach = reach(of: cells, from: line, measuredBy: measurer)
      // Where the row is higher than its cells reach, they stand in it together.
      let common = reach.before + line.position(in: Size(0, height)) - line.position(in: Size(0, reach.total))
      for (cell, child) in zip(plan.cells[row.cells], cells) {
        let box = Size(plan.width(of: cell), height)
        let across = alignment.horizontal.line
        let offset = Point(
          x: lefts[cell.columns.lowerBound] + across.position(in: box)
            - position(of: across, in: child, measuredBy: measurer),
          y: tops[index] + common - position(of: line, in: child, measuredBy: measurer))
        arranged.append(Arranged(node: child.node, offset: offset, proposal: child.proposal))
      }
    }
    return arranged
  }
}
