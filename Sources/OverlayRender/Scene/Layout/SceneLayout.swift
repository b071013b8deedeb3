/// Where every node of a resolved tree stands: SwiftUI's rules (a parent proposes, the child chooses, the parent places),
/// computed over the flat tree.
///
/// Each answer that a node gave to a question of its parent is kept. A part of the tree that is resolved anew and gives
/// the same answers cannot move anything around it; so it may be replaced alone (see ``replace(_:with:measuredBy:)``).
struct SceneLayout {
  /// What a node was offered, what it took, and where it was put.
  struct Placement {
    var origin = Point.zero
    var proposal = ProposedViewSize.unspecified
    var size = Size.zero
    /// Whether it is drawn.
    var isShown = true

    var frame: Rect { Rect(origin: origin, size: size) }
  }

  /// What a node once chose.
  struct Answer {
    let proposal: ProposedViewSize
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
  var placements: [Placement]
  /// By node: every answer it gave.
  var answers: [[Answer]]
  /// The lines that some node may give. No other is asked for, so alignment costs nothing where no guide is set.
  let givenLines: AlignmentLines

  /// Lays out a tree: its first node is offered `size` at the top left corner.
  init(_ nodes: [SceneNode], in size: Size, measuredBy measurer: any TextMeasurer) {
    self.init(unplaced: nodes)
    guard !nodes.isEmpty else { return }
    compute(measuredBy: measurer) { $0.place(0, at: .zero, proposal: ProposedViewSize(size)) }
  }

  /// Makes a layout of a tree in which nothing has a size or a place yet.
  init(unplaced nodes: [SceneNode]) {
    self.nodes = nodes
    placements = Array(repeating: Placement(), count: nodes.count)
    answers = Array(repeating: [], count: nodes.count)
    givenLines = AlignmentLines(givenIn: nodes)
  }

  /// Returns the size that a tree takes when it may choose freely.
  static func idealSize(of nodes: [SceneNode], measuredBy measurer: any TextMeasurer) -> Size {
    guard !nodes.isEmpty else { return .zero }
    var pass = LayoutPass(SceneLayout(unplaced: nodes), measuredBy: measurer)
    return pass.size(of: 0, for: .unspecified)
  }

  /// Puts new nodes in the place of old ones of the same structure, if nothing outside them can notice.
  ///
  /// Returns false, and leaves everything as it was, when the structure differs or when the new nodes answer any
  /// question of their parent otherwise than the old ones did.
  mutating func replace(_ range: Range<Int>, with new: [SceneNode], measuredBy measurer: any TextMeasurer) -> Bool {
    guard new.count == range.count,
      zip(new, nodes[range]).allSatisfy({ $0.end + range.lowerBound == $1.end }),
      AlignmentLines(givenIn: new).isSubset(of: givenLines)
    else { return false }
    let tops = topNodes(in: range)
    let old = (nodes: Array(nodes[range]), answers: Array(answers[range]))
    let oldTraits = tops.map { nodes.traits(of: $0) }
    for (index, node) in zip(range, new) {
      nodes[index].kind = node.kind
      nodes[index].identity = node.identity
      answers[index] = []
    }
    let isAlike = compute(measuredBy: measurer) { pass in
      zip(tops, oldTraits).allSatisfy { top, oldTraits in
        pass.traits(of: top) == oldTraits
          && old.answers[top - range.lowerBound].allSatisfy { pass.answersAlike(top, $0) }
      }
    }
    guard isAlike else {
      nodes.replaceSubrange(range, with: old.nodes)
      answers.replaceSubrange(range, with: old.answers)
      return false
    }
    compute(measuredBy: measurer) { pass in
      for top in tops {
        let placement = pass.layout.placements[top]
        pass.place(top, at: placement.origin, proposal: placement.proposal, isShown: placement.isShown)
      }
    }
    return true
  }

  /// The nodes whose parent is outside the range, and the cells of rows among them: a grid asks the cells themselves.
  private func topNodes(in range: Range<Int>) -> [Int] {
    var tops: [Int] = []
    for top in nodes.siblings(in: range) {
      tops.append(top)
      if nodes.traits(of: top).grid.row != nil { tops += nodes.children(of: top) }
    }
    return tops
  }

  /// Runs through the tree with something that measures texts.
  private mutating func compute<Result>(
    measuredBy measurer: any TextMeasurer, _ body: (inout LayoutPass) -> Result
  ) -> Result {
    var pass = LayoutPass(self, measuredBy: measurer)
    // The pass alone holds the arrays, so that it writes into them without a copy.
    self = SceneLayout(unplaced: [])
    defer { self = pass.layout }
    return body(&pass)
  }
}

extension LayoutPass {
  /// Returns whether a node answers now as it once did.
  fileprivate mutating func answersAlike(_ node: Int, _ old: SceneLayout.Answer) -> Bool {
    size(of: node, for: old.proposal) == old.size
      && old.lines.allSatisfy { known in
        givenPosition(of: known.line, in: node, for: old.proposal) == known.position
      }
  }
}
