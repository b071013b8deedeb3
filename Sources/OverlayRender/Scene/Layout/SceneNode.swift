/// One element of a resolved view. A tree is a flat array in preorder: the children of the node at `i` begin at `i + 1`,
/// and each child's successor begins at that child's `end`.
struct SceneNode: Sendable, Hashable {
  /// What a node is. Each of the three sorts is a closed set.
  enum Kind: Sendable, Hashable {
    /// Draws something, or leaves room for nothing. It has no children.
    case leaf(Leaf)
    /// Changes how its child is laid out or drawn.
    case wrapper(Wrapper)
    /// Places its children.
    case arrangement(Arrangement)
  }

  var kind: Kind
  /// The index after the last descendant.
  var end: Int
  /// The structural identity: the path in the tree, with the ids of `ForEach`, as one number.
  var identity: UInt64
}

extension [SceneNode] {
  /// The indices of a node's children, first to last.
  func children(of node: Int) -> Siblings {
    siblings(in: (node + 1)..<self[node].end)
  }

  /// The indices of the siblings that fill a range, first to last.
  func siblings(in range: Range<Int>) -> Siblings {
    Siblings(nodes: self, range: range)
  }

  /// The index of a node's child where there is exactly one; `nil` where there are none or several.
  func onlyChild(of node: Int) -> Int? {
    let child = node + 1
    return child < self[node].end && self[child].end == self[node].end ? child : nil
  }
}

/// The indices of neighboring nodes of the same parent in a flat tree, first to last.
struct Siblings: Sequence, IteratorProtocol {
  private let nodes: [SceneNode]
  private var index: Int
  private let end: Int

  fileprivate init(nodes: [SceneNode], range: Range<Int>) {
    self.nodes = nodes
    index = range.lowerBound
    end = range.upperBound
  }

  mutating func next() -> Int? {
    guard index < end else { return nil }
    defer { index = nodes[index].end }
    return index
  }
}
