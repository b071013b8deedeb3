/// One element of a resolved view. A tree is a flat array in preorder: the children of the node at `i` start at
/// `i + 1`, and the next sibling starts at `end`.
struct SceneNode: Sendable, Hashable {
  /// The kind of a node.
  enum Kind: Sendable, Hashable {
    /// A node without children, which draws something or takes space.
    case leaf(Leaf)
    /// A node that changes how its child is laid out or drawn.
    case wrapper(Wrapper)
    /// A node that places its children.
    case arrangement(Arrangement)
  }

  var kind: Kind
  /// The index after the last descendant.
  var end: Int
  /// The structural identity: a hash of the path in the tree, including the ids of `ForEach`.
  var identity: UInt64
}

extension [SceneNode] {
  /// Returns the indices of a node's children, in order.
  func children(of node: Int) -> Siblings {
    siblings(in: (node + 1)..<self[node].end)
  }

  /// Returns the indices of the siblings in a range, in order.
  func siblings(in range: Range<Int>) -> Siblings {
    Siblings(nodes: self, range: range)
  }

  /// Returns the index of a node's only child; `nil` if there are none or several.
  func onlyChild(of node: Int) -> Int? {
    let child = node + 1
    return child < self[node].end && self[child].end == self[node].end ? child : nil
  }
}

/// The indices of neighboring siblings in a flat tree, in order.
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
