// How a stack shares out its length.

extension Layout {
  mutating func stackSize(
    of node: Int, axis: Axis, spacing: Double, for proposal: ProposedSize, measuredBy measurer: some TextMeasurer
  ) -> Size {
    var size = Size.zero
    for (index, child) in stackChildren(
      of: node, axis: axis, spacing: spacing, for: proposal, measuredBy: measurer
    ).enumerated() {
      size[axis] += child.size[axis] + (index > 0 ? spacing : 0)
      size[axis.other] = max(size[axis.other], child.size[axis.other])
    }
    if axis == .horizontal, case .stack(_, .vertical(.firstTextBaseline), _) = nodes[node].kind {
      size.height =
        baselineExtent(
          of: stackChildren(of: node, axis: axis, spacing: spacing, for: proposal, measuredBy: measurer),
          measuredBy: measurer
        ).total
    }
    return size
  }

  struct StackChild {
    let node: Int
    var proposal: ProposedSize
    var size: Size
  }

  /// What each child is offered and takes.
  ///
  /// As SwiftUI does: the least flexible child chooses first, from an equal share of what is left; spacers choose last,
  /// out of what the others left over, but their least lengths are kept for them.
  mutating func stackChildren(
    of node: Int, axis: Axis, spacing: Double, for proposal: ProposedSize, measuredBy measurer: some TextMeasurer
  ) -> [StackChild] {
    var children = children(of: node).map { StackChild(node: $0, proposal: proposal, size: .zero) }
    guard let length = proposal[axis] else {
      for index in children.indices {
        choose(&children[index], proposal: childProposal(children[index].node, nil, axis, proposal), axis, measurer)
      }
      return children
    }
    var remaining = length - spacing * Double(max(children.count - 1, 0))
    var spacers: [Int] = []
    var others: [(index: Int, flexibility: Double)] = []
    for index in children.indices {
      let node = children[index].node
      if case .spacer(let minLength) = nodes[node].kind {
        spacers.append(index)
        remaining -= minLength
      } else {
        others.append((index, flexibility(of: node, axis: axis, proposal: proposal, measuredBy: measurer)))
      }
    }
    // Sorting is not stable by contract: the order of declaration decides between equals.
    others.sort { ($0.flexibility, $0.index) < ($1.flexibility, $1.index) }
    share(&remaining, among: others.map(\.index), of: &children, axis, proposal, measurer)
    for index in spacers {
      if case .spacer(let minLength) = nodes[children[index].node].kind { remaining += minLength }
    }
    share(&remaining, among: spacers, of: &children, axis, proposal, measurer)
    return children
  }

  private mutating func share(
    _ remaining: inout Double, among indices: [Int], of children: inout [StackChild], _ axis: Axis,
    _ proposal: ProposedSize, _ measurer: some TextMeasurer
  ) {
    for (position, index) in indices.enumerated() {
      let share = max(remaining, 0) / Double(indices.count - position)
      choose(&children[index], proposal: childProposal(children[index].node, share, axis, proposal), axis, measurer)
      if remaining.isFinite { remaining -= children[index].size[axis] }
    }
  }

  private mutating func choose(
    _ child: inout StackChild, proposal: ProposedSize, _ axis: Axis, _ measurer: some TextMeasurer
  ) {
    child.proposal = proposal
    child.size = size(of: child.node, for: proposal, measuredBy: measurer)
    // A spacer takes room along its stack only.
    if nodes[child.node].kind.isSpacer { child.size[axis.other] = 0 }
  }

  private func childProposal(_ child: Int, _ length: Double?, _ axis: Axis, _ proposal: ProposedSize) -> ProposedSize {
    var offered = proposal
    offered[axis] = length
    if nodes[child].kind.isSpacer { offered[axis.other] = 0 }
    return offered
  }

  private mutating func flexibility(
    of node: Int, axis: Axis, proposal: ProposedSize, measuredBy measurer: some TextMeasurer
  ) -> Double {
    var least = proposal
    least[axis] = 0
    var most = proposal
    most[axis] = .infinity
    let smallest = size(of: node, for: least, measuredBy: measurer)[axis]
    let largest = size(of: node, for: most, measuredBy: measurer)[axis]
    return largest == smallest ? 0 : largest - smallest
  }

  /// How far the children of a stack that is aligned on baselines reach above the baseline, and in all.
  mutating func baselineExtent(
    of children: [StackChild], measuredBy measurer: some TextMeasurer
  ) -> (above: Double, total: Double) {
    var above = 0.0
    var below = 0.0
    for child in children {
      let baseline = firstBaseline(of: child.node, for: child.proposal, measuredBy: measurer) ?? child.size.height
      above = max(above, baseline)
      below = max(below, child.size.height - baseline)
    }
    return (above, above + below)
  }
}
