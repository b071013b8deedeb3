/// Where every node of a resolved tree stands: SwiftUI's rules (a parent proposes, the child chooses, the parent places),
/// computed over the flat tree.
///
/// Each answer that a node gave to a question of its parent is kept. A part of the tree that is resolved anew and gives
/// the same answers cannot move anything around it; so it may be replaced alone (see ``replace(_:with:measuredBy:)``).
struct Layout {
  /// What a node was offered, what it took, and where it was put.
  struct Placement {
    var origin = Point.zero
    var proposal = ProposedSize.unspecified
    var size = Size.zero

    var frame: Rect { Rect(origin: origin, size: size) }
  }

  /// What a node once chose.
  struct Answer {
    let proposal: ProposedSize
    let size: Size
    /// The lines it was asked for at this size.
    var lines: [LineAnswer] = []
  }

  /// Where a node has a line, if not where any view of its size has it.
  struct LineAnswer {
    let line: AlignmentLine
    let position: Double?
  }

  private(set) var nodes: [SceneNode]
  private(set) var placements: [Placement]
  /// By node: every answer it gave.
  var answers: [[Answer]]
  /// The lines that some node may give. No other is asked for, so alignment costs nothing where no guide is set.
  let givenLines: AlignmentLines

  /// Lays out a tree: its first node is offered `size` at the top left corner.
  init(_ nodes: [SceneNode], in size: Size, measuredBy measurer: some TextMeasurer) {
    self.nodes = nodes
    placements = Array(repeating: Placement(), count: nodes.count)
    answers = Array(repeating: [], count: nodes.count)
    givenLines = AlignmentLines(givenIn: nodes)
    if !nodes.isEmpty {
      place(0, at: .zero, proposal: ProposedSize(size), measuredBy: measurer)
    }
  }

  /// The size that a tree takes when it may choose freely.
  static func idealSize(of nodes: [SceneNode], measuredBy measurer: some TextMeasurer) -> Size {
    var layout = Layout(nodes, in: .zero, measuredBy: measurer)
    return nodes.isEmpty ? .zero : layout.size(of: 0, for: .unspecified, measuredBy: measurer)
  }

  /// Puts new nodes in the place of old ones of the same structure, if nothing outside them can notice.
  ///
  /// Returns false, and leaves everything as it was, when the structure differs or when the new nodes answer any
  /// question of their parent otherwise than the old ones did.
  mutating func replace(_ range: Range<Int>, with new: [SceneNode], measuredBy measurer: some TextMeasurer) -> Bool {
    guard new.count == range.count,
      zip(new, nodes[range]).allSatisfy({ $0.end + range.lowerBound == $1.end }),
      AlignmentLines(givenIn: new).isSubset(of: givenLines)
    else { return false }
    let tops = topNodes(in: range)
    let old = (nodes: Array(nodes[range]), answers: Array(answers[range]))
    let oldTraits = tops.map { traits(of: $0) }
    for (index, node) in zip(range, new) {
      nodes[index].kind = node.kind
      nodes[index].identity = node.identity
      answers[index] = []
    }
    let isAlike = zip(tops, oldTraits).allSatisfy { top, oldTraits in
      traits(of: top) == oldTraits
        && old.answers[top - range.lowerBound].allSatisfy { answersAlike(top, $0, measuredBy: measurer) }
    }
    guard isAlike else {
      nodes.replaceSubrange(range, with: old.nodes)
      answers.replaceSubrange(range, with: old.answers)
      return false
    }
    for top in tops {
      place(top, at: placements[top].origin, proposal: placements[top].proposal, measuredBy: measurer)
    }
    return true
  }

  /// Whether a node answers now as it once did.
  private mutating func answersAlike(_ node: Int, _ old: Answer, measuredBy measurer: some TextMeasurer) -> Bool {
    size(of: node, for: old.proposal, measuredBy: measurer) == old.size
      && old.lines.allSatisfy { known in
        givenPosition(of: known.line, in: node, for: old.proposal, measuredBy: measurer) == known.position
      }
  }

  /// The nodes whose parent is outside the range, and the cells of rows among them: a grid asks the cells themselves.
  private func topNodes(in range: Range<Int>) -> [Int] {
    var tops: [Int] = []
    var top = range.lowerBound
    while top < range.upperBound {
      tops.append(top)
      if case .gridRow = nodes[top].kind { tops += children(of: top) }
      top = nodes[top].end
    }
    return tops
  }

  private mutating func place(
    _ node: Int, at origin: Point, proposal: ProposedSize, measuredBy measurer: some TextMeasurer
  ) {
    let size = size(of: node, for: proposal, measuredBy: measurer)
    placements[node] = Placement(origin: origin, proposal: proposal, size: size)
    for child in arrangement(of: node, for: proposal, size: size, measuredBy: measurer) {
      let place = Point(x: origin.x + child.offset.x, y: origin.y + child.offset.y)
      self.place(child.node, at: place, proposal: child.proposal, measuredBy: measurer)
    }
  }
}

extension Layout {
  /// The nodes of the outermost ticker around some others, with all that is in it; `nil` where there is none.
  func ticker(around range: Range<Int>) -> Range<Int>? {
    var node = 0
    while node < range.lowerBound {
      guard nodes[node].end > range.lowerBound else {
        node = nodes[node].end
        continue
      }
      if case .ticker = nodes[node].kind { return node..<nodes[node].end }
      node += 1
    }
    return nil
  }
}
