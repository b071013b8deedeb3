// How a stack shares out its length, and how layers find their size.

extension Layout {
  mutating func stackSize(
    of node: Int, _ axis: Axis, _ alignment: StackAlignment, _ spacing: Double, for proposal: ProposedSize,
    measuredBy measurer: some TextMeasurer
  ) -> Size {
    let children = stackChildren(of: node, axis: axis, spacing: spacing, for: proposal, measuredBy: measurer)
    var size = Size.zero
    for (index, child) in children.enumerated() {
      size[axis] += child.size[axis] + (index > 0 ? spacing : 0)
    }
    size[axis.other] = reach(of: children, from: alignment.line, measuredBy: measurer).total
    return size
  }

  /// What each child is offered and takes.
  ///
  /// As SwiftUI does: the children of the highest priority choose first, from all that is offered less the least lengths
  /// of the others; among them the least flexible chooses first, from an equal share of what is left. Spacers that were
  /// given no priority choose last.
  mutating func stackChildren(
    of node: Int, axis: Axis, spacing: Double, for proposal: ProposedSize, measuredBy measurer: some TextMeasurer
  ) -> [SizedChild] {
    var children = children(of: node).map { SizedChild(node: $0, proposal: proposal, size: .zero) }
    guard let length = proposal[axis] else {
      for index in children.indices {
        choose(&children[index], proposal: childProposal(children[index].node, nil, axis, proposal), axis, measurer)
      }
      return children
    }
    let priorities = children.map { nodes[$0.node].kind.isSpacer ? -.infinity : priority(of: $0.node) }
    let highest = priorities.max() ?? 0
    var remaining = length - spacing * Double(max(children.count - 1, 0))
    var kept = Array(repeating: 0.0, count: children.count)
    for index in children.indices where priorities[index] < highest {
      kept[index] = leastLength(of: children[index].node, axis, proposal, measurer)
      remaining -= kept[index]
    }
    // Sorting is not stable by contract: the order of declaration decides between equals.
    let order = children.indices.sorted { (-priorities[$0], $0) < (-priorities[$1], $1) }
    var start = 0
    while start < order.count {
      let priority = priorities[order[start]]
      let end = order[start...].firstIndex { priorities[$0] != priority } ?? order.count
      for index in order[start..<end] { remaining += kept[index] }
      let group =
        priority > -.infinity
        ? leastFlexibleFirst(order[start..<end], of: children, axis, proposal, measurer)
        : order[start..<end]
      share(&remaining, among: group, of: &children, axis, proposal, measurer)
      start = end
    }
    return children
  }

  private mutating func leastFlexibleFirst(
    _ indices: ArraySlice<Int>, of children: [SizedChild], _ axis: Axis, _ proposal: ProposedSize,
    _ measurer: some TextMeasurer
  ) -> ArraySlice<Int> {
    guard indices.count > 1 else { return indices }
    var order: [(flexibility: Double, index: Int)] = []
    order.reserveCapacity(indices.count)
    for index in indices {
      order.append((flexibility(of: children[index].node, axis: axis, proposal: proposal, measuredBy: measurer), index))
    }
    order.sort { $0 < $1 }
    return order.map(\.index)[...]
  }

  private mutating func share(
    _ remaining: inout Double, among indices: ArraySlice<Int>, of children: inout [SizedChild], _ axis: Axis,
    _ proposal: ProposedSize, _ measurer: some TextMeasurer
  ) {
    for (position, index) in indices.enumerated() {
      let share = max(remaining, 0) / Double(indices.count - position)
      choose(&children[index], proposal: childProposal(children[index].node, share, axis, proposal), axis, measurer)
      if remaining.isFinite { remaining -= children[index].size[axis] }
    }
  }

  private mutating func choose(
    _ child: inout SizedChild, proposal: ProposedSize, _ axis: Axis, _ measurer: some TextMeasurer
  ) {
    child.proposal = proposal
    child.size = size(of: child.node, for: proposal, measuredBy: measurer)
    // A spacer takes room along its stack only.
    if isSpacer(child.node) { child.size[axis.other] = 0 }
  }

  private func childProposal(_ child: Int, _ length: Double?, _ axis: Axis, _ proposal: ProposedSize) -> ProposedSize {
    var offered = proposal
    offered[axis] = length
    if isSpacer(child) { offered[axis.other] = 0 }
    return offered
  }

  private mutating func leastLength(
    of node: Int, _ axis: Axis, _ proposal: ProposedSize, _ measurer: some TextMeasurer
  ) -> Double {
    if case .spacer(let minLength) = nodes[node].kind { return minLength }
    return size(of: node, for: childProposal(node, 0, axis, proposal), measuredBy: measurer)[axis]
  }

  private mutating func flexibility(
    of node: Int, axis: Axis, proposal: ProposedSize, measuredBy measurer: some TextMeasurer
  ) -> Double {
    let least = childProposal(node, 0, axis, proposal)
    let most = childProposal(node, .infinity, axis, proposal)
    let smallest = size(of: node, for: least, measuredBy: measurer)[axis]
    let largest = size(of: node, for: most, measuredBy: measurer)[axis]
    return largest == smallest ? 0 : largest - smallest
  }

  mutating func layersSize(
    of node: Int, _ alignment: Alignment, for proposal: ProposedSize, measuredBy measurer: some TextMeasurer
  ) -> Size {
    let deciding = decidingLayers(of: node, for: proposal, measuredBy: measurer)
    return Size(
      reach(of: deciding, from: alignment.horizontal.line, measuredBy: measurer).total,
      reach(of: deciding, from: alignment.vertical.line, measuredBy: measurer).total)
  }

  /// The children that decide how large a pile is: as in SwiftUI, those of the highest priority. All are offered the same.
  mutating func decidingLayers(
    of node: Int, for proposal: ProposedSize, measuredBy measurer: some TextMeasurer
  ) -> [SizedChild] {
    let children = children(of: node)
    let priorities = children.map { priority(of: $0) }
    guard let highest = priorities.max() else { return [] }
    return zip(children, priorities).filter { $1 == highest }.map { sized($0.0, for: proposal, measuredBy: measurer) }
  }
}
