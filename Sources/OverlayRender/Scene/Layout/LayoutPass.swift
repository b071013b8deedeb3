/// One computation of sizes and positions. It holds the layout being computed, with all answers of nodes so far, and
/// the text measurer.
struct LayoutPass {
  private(set) var layout: SceneLayout
  /// An existential keeps the layout code from being generic. It is used a few times in a frame and answers from a
  /// cache.
  let measurer: any TextMeasurer

  init(_ layout: SceneLayout, measuredBy measurer: any TextMeasurer) {
    self.layout = layout
    self.measurer = measurer
  }

  /// Returns the size that a node chooses for a proposal. Each question is answered only once.
  mutating func size(of node: Int, for proposal: ProposedViewSize) -> Size {
    for answer in layout.answers[node] where answer.proposal == proposal { return answer.size }
    let chosen = chosenSize(of: node, for: proposal)
    let size = Size(chosen.width.numeric, chosen.height.numeric)
    layout.answers[node].append(SceneLayout.Answer(proposal: proposal, size: size))
    return size
  }

  private mutating func chosenSize(of node: Int, for proposal: ProposedViewSize) -> Size {
    switch layout.nodes[node].kind {
    case .leaf(let leaf): leaf.size(for: proposal, measuredBy: measurer)
    case .wrapper(let wrapper): wrapper.size(of: node, for: proposal, in: &self)
    case .arrangement(let arrangement): arrangement.size(of: node, for: proposal, in: &self)
    }
  }

  /// Returns the positions of the children of a node.
  mutating func places(of node: Int, for proposal: ProposedViewSize, size: Size) -> [ChildPlace] {
    switch layout.nodes[node].kind {
    case .leaf: []
    case .wrapper(let wrapper): wrapper.places(of: node, for: proposal, size: size, in: &self)
    case .arrangement(let arrangement): arrangement.places(of: node, for: proposal, size: size, in: &self)
    }
  }

  /// Places a node and its descendants. The descendants of a hidden node are hidden too.
  mutating func place(_ node: Int, at origin: Point, proposal: ProposedViewSize, isShown: Bool = true) {
    let size = size(of: node, for: proposal)
    layout.placements[node] = SceneLayout.Placement(origin: origin, proposal: proposal, size: size, isShown: isShown)
    if isShown, case .leaf(.text(let text)) = layout.nodes[node].kind,
      let loss = text.loss(for: proposal, measuredBy: measurer)
    {
      add(loss)
    }
    for child in places(of: node, for: proposal, size: size) {
      place(
        child.node, at: Point(x: origin.x + child.offset.x, y: origin.y + child.offset.y), proposal: child.proposal,
        isShown: isShown && child.isShown)
    }
  }

  /// Adds a reason for which texts are not shown completely.
  mutating func add(_ loss: TextLoss) { layout.textLosses.insert(loss) }

  /// Returns the custom position of an alignment line in a node; `nil` if the line is at its default position. Each
  /// question is answered only once.
  mutating func givenPosition(of line: AlignmentLine, in node: Int, for proposal: ProposedViewSize) -> Double? {
    guard layout.givenLines.contains(AlignmentLines(line)) else { return nil }
    let size = size(of: node, for: proposal)
    guard let answer = layout.answers[node].firstIndex(where: { $0.proposal == proposal }) else { return nil }
    for known in layout.answers[node][answer].lines where known.line == line { return known.position }
    let position = chosenPosition(of: line, in: node, for: proposal, size: size)
    layout.answers[node][answer].lines.append(SceneLayout.LineAnswer(line: line, position: position))
    return position
  }

  private mutating func chosenPosition(
    of line: AlignmentLine, in node: Int, for proposal: ProposedViewSize, size: Size
  ) -> Double? {
    switch layout.nodes[node].kind {
    case .leaf(let leaf):
      leaf.position(of: line, for: proposal, measuredBy: measurer)
    case .wrapper(let wrapper):
      wrapper.position(of: line, in: node, for: proposal, size: size, in: &self)
    case .arrangement(let arrangement):
      arrangement.position(of: line, in: node, for: proposal, size: size, in: &self)
    }
  }
}

// What containers ask about their children.

extension LayoutPass {
  /// The indices of a node's children, first to last.
  func children(of node: Int) -> Siblings { layout.nodes.children(of: node) }

  /// Returns the traits of a node for its parent.
  func traits(of node: Int) -> LayoutTraits { layout.nodes.traits(of: node) }

  /// Proposes a size to a child.
  mutating func sized(_ node: Int, for proposal: ProposedViewSize) -> SizedChild {
    SizedChild(node: node, proposal: proposal, size: size(of: node, for: proposal))
  }

  /// Returns the size that contains each child of a node if all are proposed the same size.
  mutating func largestChild(of node: Int, for proposal: ProposedViewSize) -> Size {
    var largest = Size.zero
    for child in children(of: node) {
      let size = size(of: child, for: proposal)
      largest = Size(max(largest.width, size.width), max(largest.height, size.height))
    }
    return largest
  }

  /// Returns the proposed size. A length that is not proposed is taken from `content`.
  mutating func filledSize(for proposal: ProposedViewSize, content: (inout LayoutPass) -> Size) -> Size {
    if let width = proposal.width, let height = proposal.height { return Size(width, height) }
    return proposal.replacingUnspecifiedDimensions(by: content(&self))
  }

  /// Returns all children of a node at the same position.
  func placed(_ node: Int, at offset: Point, proposal: ProposedViewSize) -> [ChildPlace] {
    children(of: node).map { ChildPlace(node: $0, offset: offset, proposal: proposal) }
  }

  /// Returns the position at which a child is aligned in a box.
  mutating func aligned(
    _ node: Int, _ alignment: Alignment, in box: Size, for proposal: ProposedViewSize
  ) -> ChildPlace {
    let child = sized(node, for: proposal)
    func offset(_ line: AlignmentLine) -> Double { line.position(in: box) - position(of: line, in: child) }
    return ChildPlace(
      node: node, offset: Point(x: offset(alignment.horizontal.line), y: offset(alignment.vertical.line)),
      proposal: proposal)
  }

  /// Returns the position of an alignment line in a child, in pixels from its top or left edge.
  mutating func position(of line: AlignmentLine, in child: SizedChild) -> Double {
    givenPosition(of: line, in: child.node, for: child.proposal) ?? line.position(in: child.size)
  }

  /// Returns the size of a node for a proposal, with its custom alignment lines.
  mutating func dimensions(of node: Int, for proposal: ProposedViewSize) -> ViewDimensions {
    let size = size(of: node, for: proposal)
    return dimensions(of: size) { $0.givenPosition(of: $1, in: node, for: proposal) }
  }

  /// Returns a size with the alignment lines that `position` returns.
  mutating func dimensions(
    of size: Size, position: (inout LayoutPass, AlignmentLine) -> Double?
  ) -> ViewDimensions {
    var given: [AlignmentLine: Double] = [:]
    for line in AlignmentLine.allCases where layout.givenLines.contains(AlignmentLines(line)) {
      given[line] = position(&self, line)
    }
    return ViewDimensions(size: size, explicit: given)
  }

  /// Returns how far children extend before a common alignment line, and their total length across it.
  mutating func reach(of children: [SizedChild], from line: AlignmentLine) -> (before: Double, total: Double) {
    guard layout.givenLines.contains(AlignmentLines(line)) else {
      var largest = Size.zero
      for child in children { largest[line.axis] = max(largest[line.axis], child.size[line.axis]) }
      return (line.position(in: largest), largest[line.axis])
    }
    guard !children.isEmpty else { return (0, 0) }
    var before = -Double.infinity
    var after = -Double.infinity
    for child in children {
      let position = position(of: line, in: child)
      before = max(before, position)
      // The length is infinite only while a stack measures the flexibility of its children.
      after = max(after, (child.size[line.axis] - position).numeric)
    }
    return (before, max(before + after, 0))
  }

  /// Returns the position of an alignment line that follows from the children of a node; `nil` if none of them has a
  /// custom position.
  mutating func combinedPosition(
    of line: AlignmentLine, in node: Int, for proposal: ProposedViewSize, size: Size
  ) -> Double? {
    var positions: [Double] = []
    for child in places(of: node, for: proposal, size: size) {
      if let position = givenPosition(of: line, in: child.node, for: child.proposal) {
        positions.append((position + child.offset[line.axis]).numeric)
      }
    }
    return line.combined(positions)
  }
}
