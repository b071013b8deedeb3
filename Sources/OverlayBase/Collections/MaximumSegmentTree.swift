/// A segment tree over an array that finds the maximum of a range, and the elements of a range above a threshold, in
/// logarithmic time.
///
/// The tree is stored in one array: node n is the parent of 2n and 2n + 1 and has the maximum of both. The leaves are
/// the elements.
@usableFromInline package struct MaximumSegmentTree<Element: Comparable & Sendable>: Sendable {
  /// The number of leaves: a power of two.
  @usableFromInline let leafCount: Int
  @usableFromInline let nodes: [Element]

  /// Creates a tree of elements. `least` must be less than all values that are searched for.
  @inlinable package init(_ elements: [Element], least: Element) {
    var leafCount = 1
    while leafCount < elements.count { leafCount *= 2 }
    var nodes = [Element](repeating: least, count: 2 * leafCount)
    nodes.replaceSubrange(leafCount..<(leafCount + elements.count), with: elements)
    for node in stride(from: leafCount - 1, to: 0, by: -1) {
      nodes[node] = max(nodes[2 * node], nodes[2 * node + 1])
    }
    self.leafCount = leafCount
    self.nodes = nodes
  }

  /// The maximum of all elements.
  @inlinable package var maximum: Element { nodes[1] }

  /// Returns the maximum of a range; `nil` if it is empty.
  @inlinable package func maximum(in range: Range<Int>) -> Element? {
    guard !range.isEmpty else { return nil }
    var (low, high) = (leafCount + range.lowerBound, leafCount + range.upperBound)
    var result = nodes[low]
    while low < high {
      if low % 2 == 1 {
        result = max(result, nodes[low])
        low += 1
      }
      if high % 2 == 1 {
        high -= 1
        result = max(result, nodes[high])
      }
      (low, high) = (low / 2, high / 2)
    }
    return result
  }

  /// Returns the indices in a range whose elements satisfy a predicate, in order. If an element satisfies the
  /// predicate, greater elements must satisfy it too.
  @inlinable package func indices(in range: Range<Int>, where predicate: (Element) -> Bool) -> [Int] {
    var indices: [Int] = []
    walk(range, isBackwards: false, where: predicate) { index in
      indices.append(index)
      return true
    }
    return indices
  }

  /// Returns the first index in a range whose element satisfies such a predicate.
  @inlinable package func firstIndex(in range: Range<Int>, where predicate: (Element) -> Bool) -> Int? {
    var first: Int?
    walk(range, isBackwards: false, where: predicate) { index in
      first = index
      return false
    }
    return first
  }

  /// Returns the last index in a range whose element satisfies such a predicate.
  @inlinable package func lastIndex(in range: Range<Int>, where predicate: (Element) -> Bool) -> Int? {
    var last: Int?
    walk(range, isBackwards: true, where: predicate) { index in
      last = index
      return false
    }
    return last
  }

  /// Visits matching indices from the root down until `visit` returns `false`.
  @inlinable func walk(
    _ range: Range<Int>, isBackwards: Bool, where predicate: (Element) -> Bool, _ visit: (Int) -> Bool
  ) {
    var pending = range.isEmpty ? [] : [(node: 1, firstLeaf: 0, leaves: leafCount)]
    while let (node, firstLeaf, leaves) = pending.popLast() {
      guard firstLeaf < range.upperBound, range.lowerBound < firstLeaf + leaves, predicate(nodes[node]) else {
        continue
      }
      guard leaves > 1 else {
        if visit(firstLeaf) { continue }
        return
      }
      let half = leaves / 2
      let left = (2 * node, firstLeaf, half)
      let right = (2 * node + 1, firstLeaf + half, half)
      pending += isBackwards ? [left, right] : [right, left]
    }
  }
}
