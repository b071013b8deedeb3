/// A list in which the greatest of any stretch, and the places of what is great enough, are found in logarithmic time.
///
/// A tree in one array: node n stands above 2n and 2n + 1 and holds the greater of the two; the leaves are the list.
struct MaximumTree<Element: Comparable & Sendable>: Sendable {
  /// How many leaves the tree has: a power of two.
  private let leafCount: Int
  private let nodes: [Element]

  /// Makes a tree of a list; `least` is less than anything that is looked for.
  init(_ elements: [Element], least: Element) {
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

  /// The greatest of all.
  var maximum: Element { nodes[1] }

  /// The greatest of a stretch; `nil` when it is empty.
  func maximum(in range: Range<Int>) -> Element? {
    guard !range.isEmpty else { return nil }
    var (low, high) = (leafCount + range.lowerBound, leafCount + range.upperBound)
    var greatest = nodes[low]
    while low < high {
      if low % 2 == 1 {
        greatest = max(greatest, nodes[low])
        low += 1
      }
      if high % 2 == 1 {
        high -= 1
        greatest = max(greatest, nodes[high])
      }
      (low, high) = (low / 2, high / 2)
    }
    return greatest
  }

  /// All places of a stretch whose elements are great enough, in order. What is greater than one that is great enough must
  /// be so too.
  func places(in range: Range<Int>, where isEnough: (Element) -> Bool) -> [Int] {
    var places: [Int] = []
    walk(range, isBackwards: false, where: isEnough) { place in
      places.append(place)
      return true
    }
    return places
  }

  /// The first such place.
  func firstPlace(in range: Range<Int>, where isEnough: (Element) -> Bool) -> Int? {
    var first: Int?
    walk(range, isBackwards: false, where: isEnough) { place in
      first = place
      return false
    }
    return first
  }

  /// The last such place.
  func lastPlace(in range: Range<Int>, where isEnough: (Element) -> Bool) -> Int? {
    var last: Int?
    walk(range, isBackwards: true, where: isEnough) { place in
      last = place
      return false
    }
    return last
  }

  /// Visits places from the root down until `visit` returns false.
  private func walk(
    _ range: Range<Int>, isBackwards: Bool, where isEnough: (Element) -> Bool, _ visit: (Int) -> Bool
  ) {
    var pending = range.isEmpty ? [] : [(node: 1, firstLeaf: 0, leaves: leafCount)]
    while let (node, firstLeaf, leaves) = pending.popLast() {
      guard firstLeaf < range.upperBound, range.lowerBound < firstLeaf + leaves, isEnough(nodes[node]) else { continue }
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
