/// The position of every node of a resolved tree. The rules of SwiftUI (a parent proposes, the child chooses, the
/// parent places) are applied to a flat tree.
///
/// Every answer of a node to its parent is kept. A part of the tree that is resolved again and gives the same answers
/// cannot move anything around it, so it can be replaced alone (see ``replace(_:with:measuredBy:)``).
struct SceneLayout {
  /// The proposal to a node, the size that it chose, and its position.
  struct Placement {
    var origin = Point.zero
    var proposal = ProposedViewSize.unspecified
    var size = Size.zero
    /// Whether it is drawn.
    var isShown = true

    var frame: Rect { Rect(origin: origin, size: size) }
  }

  /// The size that a node chose for a proposal.
  struct Answer {
    let proposal: ProposedViewSize
    let size: Size
    /// The alignment lines that the node was asked for at this size.
    var lines: [LineAnswer] = []
  }

  /// The custom position of an alignment line, if there is one.
  struct LineAnswer {
    let line: AlignmentLine
    let position: Double?
  }

  private(set) var nodes: [SceneNode]
  /// The reasons for which texts are not shown completely.
  var textLosses: Set<TextLoss> = []
  var placements: [Placement]
  /// All answers, by node.
  var answers: [[Answer]]
  /// The alignment lines that any node may set. Other lines are not asked for, so alignment costs nothing without
  /// guides.
  let givenLines: AlignmentLines
  /// Whether any node may have another depth than its order says. Otherwise depths cost nothing.
  let hasZIndices: Bool

  /// Lays out a tree. Its first node is proposed `size` at the top left corner.
  init(_ nodes: [SceneNode], in size: Size, measuredBy measurer: any TextMeasurer) {
    self.init(unplaced: nodes)
    guard !nodes.isEmpty else { return }
    compute(measuredBy: measurer) { $0.place(0, at: .zero, proposal: ProposedViewSize(size)) }
  }

  /// Creates a layout without any sizes or positions.
  init(unplaced nodes: [SceneNode]) {
    self.nodes = nodes
    placements = Array(repeating: Placement(), count: nodes.count)
    answers = Array(repeating: [], count: nodes.count)
    givenLines = AlignmentLines(givenIn: nodes)
    hasZIndices = nodes.haveZIndices
  }

  /// Returns the ideal size of a tree.
  static func idealSize(of nodes: [SceneNode], measuredBy measurer: any TextMeasurer) -> Size {
    guard !nodes.isEmpty else { return .zero }
    var pass = LayoutPass(SceneLayout(unplaced: nodes), measuredBy: measurer)
    return pass.size(of: 0, for: .unspecified)
  }

  /// Replaces nodes by new ones with the same structure, if that cannot affect any other node.
  ///
  /// Returns `false`, and changes nothing, if the structure differs or if the new nodes would give other answers to
  /// their parent.
  mutating func replace(_ range: Range<Int>, with new: [SceneNode], measuredBy measurer: any TextMeasurer) -> Bool {
    guard new.count == range.count,
      zip(new, nodes[range]).allSatisfy({ $0.end + range.lowerBound == $1.end }),
      AlignmentLines(givenIn: new).isSubset(of: givenLines), hasZIndices || !new.haveZIndices
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

  /// Returns the nodes whose parent is outside of the range, and the cells of rows among them, because a grid asks
  /// cells directly.
  private func topNodes(in range: Range<Int>) -> [Int] {
    var tops: [Int] = []
    for top in nodes.siblings(in: range) {
      tops.append(top)
      if nodes.traits(of: top).grid.row != nil { tops += nodes.children(of: top) }
    }
    return tops
  }

  /// Runs a computation on the layout.
  private mutating func compute<Result>(
    measuredBy measurer: any TextMeasurer, _ body: (inout LayoutPass) -> Result
  ) -> Result {
    var pass = LayoutPass(self, measuredBy: measurer)
    // The pass alone owns the arrays, so that it writes into them without copying.
    self = SceneLayout(unplaced: [])
    defer { self = pass.layout }
    return body(&pass)
  }
}

extension LayoutPass {
  /// Returns whether a node still gives an answer.
  fileprivate mutating func answersAlike(_ node: Int, _ old: SceneLayout.Answer) -> Bool {
    size(of: node, for: old.proposal) == old.size
      && old.lines.allSatisfy { known in
        givenPosition(of: known.line, in: node, for: old.proposal) == known.position
      }
  }
}
