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
    case .text, .fill, .shape, .picture, .spacer, .gridRow:
      return []
    case .stack(let axis, let alignment, let spacing):
      return arrangedStack(node, axis, alignment, spacing, for: proposal, size: size, measuredBy: measurer)
    case .layers(let alignment):
      return arrangedLayers(node, alignment, for: proposal, size: size, measuredBy: measurer)
    case .ticker(let lane):
      let inner = lane.childProposal(for: proposal)
      return children(of: node).map { Arranged(node: $0, offset: .zero, proposal: inner) }
    case .padding(let insets):
      return placed(node, at: Point(x: insets.leading, y: insets.top), proposal: proposal.inset(by: insets))
    case .frame(let constraints, let alignment):
      let inner = constraints.childProposal(for: proposal)
      return children(of: node).map { aligned($0, alignment, in: size, for: inner, measuredBy: measurer) }
    case .decoration(let alignment, _):
      return decorated(node, alignment, for: proposal, size: size, measuredBy: measurer)
    case .priority, .alignmentGuide, .gridCell, .boardPlace, .effect, .offset:
      return placed(node, at: .zero, proposal: proposal)
    case .fixedSize(let horizontal, let vertical):
      return placed(node, at: .zero, proposal: proposal.unspecified(horizontal: horizontal, vertical: vertical))
    case .aspectRatio(let ratio, let mode):
      let inner = aspectProposal(of: node, ratio, mode, for: proposal, measuredBy: measurer)
      return placed(node, at: .zero, proposal: inner)
    case .position(let center):
      return children(of: node).map { child in
        let own = self.size(of: child, for: proposal, measuredBy: measurer)
        let offset = Point(x: center.x - own.width / 2, y: center.y - own.height / 2)
        return Arranged(node: child, offset: offset, proposal: proposal)
      }
    case .safeArea(let margin, let alignment):
      let edges = Point(x: size.width * margin, y: size.height * margin)
      let area = Size(size.width - 2 * edges.x, size.height - 2 * edges.y)
      return children(of: node).map {
        aligned($0, alignment, in: area, for: proposal.inset(byShare: margin), measuredBy: measurer).moved(by: edges)
      }
    case .board(let board):
      return arrangedBoard(node, board, size: size, measuredBy: measurer)
    case .boardRoll(let roll):
      return arrangedRoll(node, roll, size: size, measuredBy: measurer)
    case .geometryReader:
      return placed(node, at: .zero, proposal: ProposedSize(size))
    case .grid(let alignment, let horizontalSpacing, let verticalSpacing):
      return arrangedGrid(
        node, alignment, horizontalSpacing, verticalSpacing, for: proposal, measuredBy: measurer)
    }
  }

  private func placed(_ node: Int, at offset: Point, proposal: ProposedSize) -> [Arranged] {
    children(of: node).map { Arranged(node: $0, offset: offset, proposal: proposal) }
  }

  private mutating func arrangedStack(
    _ node: Int, _ axis: Axis, _ alignment: StackAlignment, _ spacing: Double, for proposal: ProposedSize, size: Size,
    measuredBy measurer: some TextMeasurer
  ) -> [Arranged] {
    let children = stackChildren(of: node, axis: axis, spacing: spacing, for: proposal, measuredBy: measurer)
    let line = alignment.line
    let common = reach(of: children, from: line, measuredBy: measurer).before
    var position = 0.0
    return children.map { child in
      var offset = Point.zero
      offset[axis] = position
      position += child.size[axis] + spacing
      offset[axis.other] = common - self.position(of: line, in: child, measuredBy: measurer)
      return Arranged(node: child.node, offset: offset, proposal: child.proposal)
    }
  }

  private mutating func arrangedLayers(
    _ node: Int, _ alignment: Alignment, for proposal: ProposedSize, size: Size, measuredBy measurer: some TextMeasurer
  ) -> [Arranged] {
    let deciding = decidingLayers(of: node, for: proposal, measuredBy: measurer)
    let common = Point(
      x: reach(of: deciding, from: alignment.horizontal.line, measuredBy: measurer).before,
      y: reach(of: deciding, from: alignment.vertical.line, measuredBy: measurer).before)
    return children(of: node).map { node in
      let child = sized(node, for: proposal, measuredBy: measurer)
      let offset = Point(
        x: common.x - position(of: alignment.horizontal.line, in: child, measuredBy: measurer),
        y: common.y - position(of: alignment.vertical.line, in: child, measuredBy: measurer))
      return Arranged(node: node, offset: offset, proposal: proposal)
    }
  }

  /// What is decorated, and the decoration aligned by the lines of that.
  private mutating func decorated(
    _ node: Int, _ alignment: Alignment, for proposal: ProposedSize, size: Size, measuredBy measurer: some TextMeasurer
  ) -> [Arranged] {
    let content = SizedChild(node: node + 1, proposal: proposal, size: size)
    let decoration = sized(nodes[content.node].end, for: ProposedSize(size), measuredBy: measurer)
    func offset(_ line: AlignmentLine) -> Double {
      position(of: line, in: content, measuredBy: measurer) - position(of: line, in: decoration, measuredBy: measurer)
    }
    return [
      Arranged(node: content.node, offset: .zero, proposal: proposal),
      Arranged(
        node: decoration.node, offset: Point(x: offset(alignment.horizontal.line), y: offset(alignment.vertical.line)),
        proposal: decoration.proposal),
    ]
  }

  /// A child whose lines meet the lines of a box.
  mutating func aligned(
    _ node: Int, _ alignment: Alignment, in box: Size, for proposal: ProposedSize,
    measuredBy measurer: some TextMeasurer
  ) -> Arranged {
    let child = sized(node, for: proposal, measuredBy: measurer)
    func offset(_ line: AlignmentLine) -> Double {
      line.position(in: box) - position(of: line, in: child, measuredBy: measurer)
    }
    return Arranged(
      node: node, offset: Point(x: offset(alignment.horizontal.line), y: offset(alignment.vertical.line)),
      proposal: proposal)
  }
}

extension Layout.Arranged {
  func moved(by distance: Point) -> Layout.Arranged {
    Layout.Arranged(node: node, offset: Point(x: offset.x + distance.x, y: offset.y + distance.y), proposal: proposal)
  }
}
