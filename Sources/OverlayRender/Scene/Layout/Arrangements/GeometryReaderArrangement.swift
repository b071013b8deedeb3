/// An arrangement that takes the proposed space, with children made for that size at the top left: `GeometryReader`.
struct GeometryReaderArrangement {
  /// The size for which the children were resolved.
  var size: Size
}

extension GeometryReaderArrangement: ContainerLayout {
  func size(of node: Int, for proposal: ProposedViewSize, in pass: inout LayoutPass) -> Size {
    proposal.replacingUnspecifiedDimensions()
  }

  func places(of node: Int, for proposal: ProposedViewSize, size: Size, in pass: inout LayoutPass) -> [ChildPlace] {
    pass.placed(node, at: .zero, proposal: ProposedViewSize(size))
  }

  /// Returns `nil`, because the content of a reader must not affect anything outside of it.
  func position(
    of line: AlignmentLine, in node: Int, for proposal: ProposedViewSize, size: Size, in pass: inout LayoutPass
  ) -> Double? { nil }
}

extension SceneLayout {
  /// Returns whether every geometry reader in a range has the size for which its content was resolved.
  func readersFit(in range: Range<Int>) -> Bool {
    range.allSatisfy { index in
      guard case .arrangement(.geometryReader(let reader)) = nodes[index].kind else { return true }
      return reader.size == placements[index].size
    }
  }

  /// The size of every geometry reader, by identity.
  var readerSizes: [UInt64: Size] {
    var sizes: [UInt64: Size] = [:]
    for (node, placement) in zip(nodes, placements) {
      if case .arrangement(.geometryReader) = node.kind { sizes[node.identity] = placement.size }
    }
    return sizes
  }
}
