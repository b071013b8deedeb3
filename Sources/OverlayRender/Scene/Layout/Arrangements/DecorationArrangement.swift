/// The first child, and behind it or before it the second, which is offered the first's size: `background`, `overlay`.
struct DecorationArrangement {
  var alignment: Alignment
  var isBehind: Bool
}

extension DecorationArrangement: ContainerLayout {
  func size(of node: Int, for proposal: ProposedViewSize, in pass: inout LayoutPass) -> Size {
    pass.size(of: node + 1, for: proposal)
  }

  /// What is decorated, and the decoration aligned by the lines of that.
  func places(of node: Int, for proposal: ProposedViewSize, size: Size, in pass: inout LayoutPass) -> [ChildPlace] {
    let content = SizedChild(node: node + 1, proposal: proposal, size: size)
    let second = pass.layout.nodes[content.node].end
    // A reader that lies too deep in others is not there.
    guard second < pass.layout.nodes[node].end else {
      return [ChildPlace(node: content.node, offset: .zero, proposal: proposal)]
    }
    let decoration = pass.sized(second, for: ProposedViewSize(size))
    func offset(_ line: AlignmentLine) -> Double {
      pass.position(of: line, in: content) - pass.position(of: line, in: decoration)
    }
    return [
      ChildPlace(node: content.node, offset: .zero, proposal: proposal),
      ChildPlace(
        node: decoration.node, offset: Point(x: offset(alignment.horizontal.line), y: offset(alignment.vertical.line)),
        proposal: decoration.proposal),
    ]
  }

  func position(
    of line: AlignmentLine, in node: Int, for proposal: ProposedViewSize, size: Size, in pass: inout LayoutPass
  ) -> Double? {
    pass.givenPosition(of: line, in: node + 1, for: proposal)
  }

  /// As a wrapper does around what is decorated, which stands in layers of its own.
  func traits(of node: Int, in nodes: [SceneNode]) -> LayoutTraits {
    nodes.onlyChild(of: node + 1).map { nodes.traits(of: $0).wrapped } ?? LayoutTraits()
  }
}
