// Where each kind of node puts its children.

extension Layout {
  /// A child, where it goes relative to its parent, and what it is offered.
  struct Arranged {
    let node: Int
    let offset: Point
    let proposal: ProposedSize
  }

  mutating func arrangement(
    of node: Int, for proposal: ProposedSize, size: Size, measuredBy measurer: some TextMeasurer
  ) -> [Arranged] {
    switch nodes[node].kind {
    case .text, .fill, .spacer:
      return []
    case .stack(let axis, let alignment, let spacing):
      return arrangedStack(node, axis, alignment, spacing, for: proposal, size: size, measuredBy: measurer)
    case .layers(let alignment):
      return children(of: node).map { aligned($0, alignment, in: size, for: proposal, measuredBy: measurer) }
    case .effect, .offset:
      return children(of: node).map { aligned($0, .center, in: size, for: proposal, measuredBy: measurer) }
    case .padding(let insets):
      let inner = proposal.inset(by: insets)
      return children(of: node).map {
        Arranged(node: $0, offset: Point(x: insets.leading, y: insets.top), proposal: inner)
      }
    case .frame(let constraints, let alignment):
      let inner = constraints.childProposal(for: proposal)
      return children(of: node).map { aligned($0, alignment, in: size, for: inner, measuredBy: measurer) }
    case .background(let alignment):
      let content = node + 1
      let behind = nodes[content].end
      return [
        Arranged(node: content, offset: .zero, proposal: proposal),
        aligned(behind, alignment, in: size, for: ProposedSize(size), measuredBy: measurer),
      ]
    }
  }

  private mutating func arrangedStack(
    _ node: Int, _ axis: Axis, _ alignment: StackAlignment, _ spacing: Double, for proposal: ProposedSize, size: Size,
    measuredBy measurer: some TextMeasurer
  ) -> [Arranged] {
    let children = stackChildren(of: node, axis: axis, spacing: spacing, for: proposal, measuredBy: measurer)
    var baseline: Double?
    if alignment == .vertical(.firstTextBaseline) {
      baseline = baselineExtent(of: children, measuredBy: measurer).above
    }
    var position = 0.0
    return children.map { child in
      var offset = Point.zero
      offset[axis] = position
      position += child.size[axis] + spacing
      let free = size[axis.other] - child.size[axis.other]
      switch alignment {
      case .horizontal(let horizontal):
        offset[axis.other] = free * horizontal.fraction
      case .vertical(.firstTextBaseline):
        let own = firstBaseline(of: child.node, for: child.proposal, measuredBy: measurer) ?? child.size.height
        offset[axis.other] = (baseline ?? own) - own
      case .vertical(let vertical):
        offset[axis.other] = free * vertical.fraction
      }
      return Arranged(node: child.node, offset: offset, proposal: child.proposal)
    }
  }

  private mutating func aligned(
    _ child: Int, _ alignment: Alignment, in size: Size, for proposal: ProposedSize,
    measuredBy measurer: some TextMeasurer
  ) -> Arranged {
    let own = self.size(of: child, for: proposal, measuredBy: measurer)
    let offset = Point(
      x: (size.width - own.width) * alignment.horizontal.fraction,
      y: (size.height - own.height) * alignment.vertical.fraction)
    return Arranged(node: child, offset: offset, proposal: proposal)
  }

  /// The distance from the top of a node to the baseline of the first text in it; `nil` when it holds none.
  mutating func firstBaseline(
    of node: Int, for proposal: ProposedSize, measuredBy measurer: some TextMeasurer
  ) -> Double? {
    if case .text(let text) = nodes[node].kind {
      let width = text.shape.wrapWidth(for: proposal, measuredBy: measurer)
      return measurer.metrics(of: text.shape, width: width).firstBaseline
    }
    let size = size(of: node, for: proposal, measuredBy: measurer)
    for child in arrangement(of: node, for: proposal, size: size, measuredBy: measurer) {
      if let baseline = firstBaseline(of: child.node, for: child.proposal, measuredBy: measurer) {
        return child.offset.y + baseline
      }
    }
    return nil
  }
}

extension VerticalAlignment {
  /// The share of the free height above. Text baselines mean something between the children of a stack only;
  /// elsewhere they are the top.
  var fraction: Double {
    switch self {
    case .top, .firstTextBaseline: 0
    case .center: 0.5
    case .bottom: 1
    }
  }
}
