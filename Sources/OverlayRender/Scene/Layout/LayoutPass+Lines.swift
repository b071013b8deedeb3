// By which lines nodes are aligned.

extension Layout {
  /// A child with what it was offered and took.
  struct SizedChild {
    let node: Int
    var proposal: ProposedSize
    var size: Size
  }

  mutating func sized(
    _ node: Int, for proposal: ProposedSize, measuredBy measurer: some TextMeasurer
  ) -> SizedChild {
    SizedChild(node: node, proposal: proposal, size: size(of: node, for: proposal, measuredBy: measurer))
  }

  /// Where a child has a line, in pixels from its top or left edge.
  mutating func position(
    of line: AlignmentLine, in child: SizedChild, measuredBy measurer: some TextMeasurer
  ) -> Double {
    givenPosition(of: line, in: child.node, for: child.proposal, measuredBy: measurer)
      ?? line.position(in: child.size)
  }

  /// How far children reach before a line on which they all stand, and in all across it.
  mutating func reach(
    of children: [SizedChild], from line: AlignmentLine, measuredBy measurer: some TextMeasurer
  ) -> (before: Double, total: Double) {
    guard givenLines.contains(AlignmentLines(line)) else {
      var largest = Size.zero
      for child in children { largest[line.axis] = max(largest[line.axis], child.size[line.axis]) }
      return (line.position(in: largest), largest[line.axis])
    }
    guard !children.isEmpty else { return (0, 0) }
    var before = -Double.infinity
    var after = -Double.infinity
    for child in children {
      let position = position(of: line, in: child, measuredBy: measurer)
      before = max(before, position)
      // Infinite only while a stack finds out how flexible its children are.
      after = max(after, (child.size[line.axis] - position).numeric)
    }
    return (before, max(before + after, 0))
  }

  /// Where a node has a line that was given to it or to something in it; `nil` where it has the line where any view of
  /// its size has it. Asked and answered once.
  mutating func givenPosition(
    of line: AlignmentLine, in node: Int, for proposal: ProposedSize, measuredBy measurer: some TextMeasurer
  ) -> Double? {
    guard givenLines.contains(AlignmentLines(line)) else { return nil }
    let size = size(of: node, for: proposal, measuredBy: measurer)
    guard let answer = answers[node].firstIndex(where: { $0.proposal == proposal }) else { return nil }
    for known in answers[node][answer].lines where known.line == line { return known.position }
    let position: Double?
    switch nodes[node].kind {
    case .text(let text):
      position = text.baseline(line, for: proposal, measuredBy: measurer)
    case .fill, .spacer, .geometryReader, .gridRow:
      position = nil
    case .decoration:
      position = givenPosition(of: line, in: node + 1, for: proposal, measuredBy: measurer)
    case .alignmentGuide(let guide) where guide.line == line:
      position = guide.position(in: dimensions(of: node, for: proposal, size: size, measuredBy: measurer))
    default:
      position = combinedPosition(of: line, in: node, for: proposal, size: size, measuredBy: measurer)
    }
    answers[node][answer].lines.append(LineAnswer(line: line, position: position))
    return position
  }

  private mutating func combinedPosition(
    of line: AlignmentLine, in node: Int, for proposal: ProposedSize, size: Size, measuredBy measurer: some TextMeasurer
  ) -> Double? {
    var positions: [Double] = []
    for child in arrangement(of: node, for: proposal, size: size, measuredBy: measurer) {
      if let position = givenPosition(of: line, in: child.node, for: child.proposal, measuredBy: measurer) {
        positions.append((position + (line.axis == .horizontal ? child.offset.x : child.offset.y)).numeric)
      }
    }
    return line.combined(positions)
  }

  /// What the guide of a node is computed from: its content, without the guide.
  private mutating func dimensions(
    of node: Int, for proposal: ProposedSize, size: Size, measuredBy measurer: some TextMeasurer
  ) -> ViewDimensions {
    var given: [AlignmentLine: Double] = [:]
    for line in AlignmentLine.allCases where givenLines.contains(AlignmentLines(line)) {
      given[line] = combinedPosition(of: line, in: node, for: proposal, size: size, measuredBy: measurer)
    }
    return ViewDimensions(size: size, explicit: given)
  }
}

extension TextContent {
  fileprivate func baseline(
    _ line: AlignmentLine, for proposal: ProposedSize, measuredBy measurer: some TextMeasurer
  ) -> Double? {
    guard line == .firstTextBaseline || line == .lastTextBaseline else { return nil }
    let shape = shape.settled(for: proposal, measuredBy: measurer)
    let metrics = measurer.metrics(of: shape, width: shape.wrapWidth(for: proposal, measuredBy: measurer))
    return line == .firstTextBaseline ? metrics.firstBaseline : metrics.lastBaseline
  }
}

extension AlignmentLines {
  /// The lines that guides in a tree give, and baselines.
  init(givenIn nodes: [SceneNode]) {
    self = .baselines
    for node in nodes {
      if case .alignmentGuide(let guide) = node.kind { insert(AlignmentLines(guide.line)) }
    }
  }
}
