/// An arrangement of children along an axis: `HStack` and `VStack`.
struct StackArrangement {
  var axis: Axis
  /// The alignment of the children across the axis.
  var alignment: StackAlignment
  /// The space between two children, in pixels.
  var spacing: Double

  /// The default space between two children, in pixels.
  static let defaultSpacing = 8.0
}

/// The alignment of a stack's children across its axis.
enum StackAlignment: Sendable, Hashable {
  case horizontal(HorizontalAlignment)
  case vertical(VerticalAlignment)

  var line: AlignmentLine {
    switch self {
    case .horizontal(let alignment): alignment.line
    case .vertical(let alignment): alignment.line
    }
  }
}

extension StackArrangement: ContainerLayout {
  func size(of node: Int, for proposal: ProposedViewSize, in pass: inout LayoutPass) -> Size {
    let children = sizedChildren(of: node, for: proposal, in: &pass)
    var size = Size.zero
    for (index, child) in children.enumerated() {
      size[axis] += child.size[axis] + (index > 0 ? spacing : 0)
    }
    size[axis.other] = pass.reach(of: children, from: alignment.line).total
    return size
  }

  func places(of node: Int, for proposal: ProposedViewSize, size: Size, in pass: inout LayoutPass) -> [ChildPlace] {
    let children = sizedChildren(of: node, for: proposal, in: &pass)
    let line = alignment.line
    let common = pass.reach(of: children, from: line).before
    var position = 0.0
    return children.map { child in
      var offset = Point.zero
      offset[axis] = position
      position += child.size[axis] + spacing
      offset[axis.other] = common - pass.position(of: line, in: child)
      return ChildPlace(node: child.node, offset: offset, proposal: child.proposal)
    }
  }

  /// Returns the proposal for each child and the size that the child chooses.
  ///
  /// As in SwiftUI, the children with the highest priority choose first, from the proposed length without the minimum
  /// lengths of the others. Among them the least flexible child chooses first, from an equal share of what remains.
  /// Spacers without a priority choose last.
  private func sizedChildren(
    of node: Int, for proposal: ProposedViewSize, in pass: inout LayoutPass
  ) -> [SizedChild] {
    let children = pass.children(of: node).map { StackChild($0, of: self, for: proposal, in: pass) }
    var sized = children.map { SizedChild(node: $0.node, proposal: proposal, size: .zero) }
    guard let length = proposal[axis] else {
      for index in children.indices { sized[index] = children[index].sized(nil, in: &pass) }
      return sized
    }
    let highest = children.map(\.priority).max() ?? 0
    var remaining = length - spacing * Double(max(children.count - 1, 0))
    var kept = Array(repeating: 0.0, count: children.count)
    for index in children.indices where children[index].priority < highest {
      kept[index] = children[index].leastLength(in: &pass)
      remaining -= kept[index]
    }
    // Sorting is not guaranteed to be stable. Children that are equal keep the order of declaration.
    let order = children.indices.sorted { (-children[$0].priority, $0) < (-children[$1].priority, $1) }
    var start = 0
    while start < order.count {
      let priority = children[order[start]].priority
      let end = order[start...].firstIndex { children[$0].priority != priority } ?? order.count
      for index in order[start..<end] { remaining += kept[index] }
      let group =
        priority > -.infinity
        ? leastFlexibleFirst(order[start..<end], of: children, in: &pass) : order[start..<end]
      for (position, index) in group.enumerated() {
        let share = max(remaining, 0) / Double(group.count - position)
        sized[index] = children[index].sized(share, in: &pass)
        if remaining.isFinite { remaining -= sized[index].size[axis] }
      }
      start = end
    }
    return sized
  }

  private func leastFlexibleFirst(
    _ indices: ArraySlice<Int>, of children: [StackChild], in pass: inout LayoutPass
  ) -> ArraySlice<Int> {
    guard indices.count > 1 else { return indices }
    var order: [(flexibility: Double, index: Int)] = []
    order.reserveCapacity(indices.count)
    for index in indices { order.append((children[index].flexibility(in: &pass), index)) }
    order.sort { $0 < $1 }
    return order.map(\.index)[...]
  }
}

/// A child of a stack, while the length is distributed.
private struct StackChild {
  let node: Int
  private let axis: Axis
  private let proposal: ProposedViewSize
  private let isSpacer: Bool
  /// The minimum length, if the child is a spacer without a priority.
  private let spacerLength: Double?
  /// The priority. Spacers without one have -infinity.
  let priority: Double

  init(_ node: Int, of stack: StackArrangement, for proposal: ProposedViewSize, in pass: LayoutPass) {
    self.node = node
    axis = stack.axis
    let traits = pass.traits(of: node)
    isSpacer = traits.isSpacer
    spacerLength = if case .leaf(.spacer(let minLength)) = pass.layout.nodes[node].kind { minLength } else { nil }
    priority = traits.priority ?? (isSpacer ? -.infinity : 0)
    var proposal = proposal
    // A spacer takes space only along its stack.
    if isSpacer { proposal[stack.axis.other] = 0 }
    self.proposal = proposal
  }

  /// Proposes a length along the stack to the child.
  func sized(_ length: Double?, in pass: inout LayoutPass) -> SizedChild {
    var sized = pass.sized(node, for: offered(length))
    if isSpacer { sized.size[axis.other] = 0 }
    return sized
  }

  func leastLength(in pass: inout LayoutPass) -> Double {
    spacerLength ?? pass.size(of: node, for: offered(0))[axis]
  }

  /// The difference between the largest and the smallest length that the child can take.
  func flexibility(in pass: inout LayoutPass) -> Double {
    let smallest = pass.size(of: node, for: offered(0))[axis]
    let largest = pass.size(of: node, for: offered(.infinity))[axis]
    return largest == smallest ? 0 : largest - smallest
  }

  private func offered(_ length: Double?) -> ProposedViewSize {
    var offered = proposal
    offered[axis] = length
    return offered
  }
}
