/// An arrangement of a view and its decoration, which is proposed the view's size: `background`, `overlay`.
struct DecorationArrangement {
  var alignment: Alignment
  var isBehind: Bool
}

extension DecorationArrangement: ContainerLayout {
  func size(of node: Int, for proposal: ProposedViewSize, in pass: inout LayoutPass) -> Size {
    pass.size(of: node + 1, for: proposal)
  }

  /// Places the view, and the decoration aligned by the view's lines.
  func places(of node: Int, for proposal: ProposedViewSize, size: Size, in pass: inout LayoutPass) -> [ChildPlace] {
    let content = SizedChild(node: node + 1, proposal: proposal, size: size)
    let second = pass.layout.nodes[content.node].end
    // The decoration is missing if it is a geometry reader at too great a depth.
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

  /// Passes on the traits of the view, as a wrapper does.
  func traits(of node: Int, in nodes: [SceneNode]) -> LayoutTraits {
    nodes.onlyChild(of: node + 1).map { nodes.traits(of: $0).wrapped } ?? LayoutTraits()
  }
}
