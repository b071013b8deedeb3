// The sizes that views read.

extension Layout {
  /// Whether every reader of a size in a range got the size that its content was resolved for.
  func readersFit(in range: Range<Int>) -> Bool {
    range.allSatisfy { index in
      if case .geometryReader(let size) = nodes[index].kind { size == placements[index].size } else { true }
    }
  }

  /// The size of every reader, by identity.
  var readerSizes: [UInt64: Size] {
    var sizes: [UInt64: Size] = [:]
    for (node, placement) in zip(nodes, placements) {
      if case .geometryReader = node.kind { sizes[node.identity] = placement.size }
    }
    return sizes
  }
}
