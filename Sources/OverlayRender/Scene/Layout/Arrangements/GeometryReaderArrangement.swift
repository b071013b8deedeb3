/// All that is offered, with children made for that size at the top left: `GeometryReader`.
struct GeometryReaderArrangement {
  /// The size that the children were resolved for.
  var size: Size
}

extension GeometryReaderArrangement: ContainerLayout {
  func size(of node: Int, for proposal: ProposedViewSize, in pass: inout LayoutPass) -> Size {
    proposal.replacingUnspecifiedDimensions()
  }

  func places(of node: Int, for proposal: ProposedViewSize, size: Size, in pass: inout LayoutPass) -> [ChildPlace] {
    pass.placed(node, at: .zero, proposal: ProposedViewSize(size))
  }

  /// None: what is in a reader decides nothing outside of it.
  func position(
    of line: AlignmentLine, in node: Int, for proposal: ProposedViewSize, size: Size, in pass: inout LayoutPass
  ) -> Double? { nil }
}

extension SceneLayout {
  /// Returns whether every reader of a size in a range got the size that its content was resolved for.
  func readersFit(in range: Range<Int>) -> Bool {
    range.allSatisfy { index in
      guard case .arrangement(.geometryReader(let reader)) = nodes[index].kind else { return true }
      return reader.size == placements[index].size
    }
  }

  /// The size of every reader, by identity.
  var readerSizes: [UInt64: Size] {
    var sizes: [UInt64: Size] = [:]
    for (node, placement) in zip(nodes, placements) {
      if case .arrangement(.geometryReader) = node.kind { sizes[node.identity] = placement.size }
    }
    return sizes
  }
}
