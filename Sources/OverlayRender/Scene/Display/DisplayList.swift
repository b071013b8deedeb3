/// The drawing of a laid-out tree, deepest item first: a flat array in preorder, in which members follow their group.
struct DisplayList {
  private(set) var items: [DisplayItem] = []

  /// The greatest depth of groups in groups. Each may need a layer as large as the picture. Deeper groups are left out.
  static let groupDepthLimit = 32
  /// The greatest depth of shadows in shadows. Each draws its content once more. Deeper shadows are left out.
  static let shadowDepthLimit = 4

  /// The bounds of the picture.
  private let bounds: PixelRect
  /// The items of each node and its descendants.
  private var ranges: [Range<Int>]
  /// The drawing context of each node. Empty if the tree has no groups and no offsets.
  private var contexts: [DrawingContext] = []
  /// The items in blocks, so that a small damage does not visit each of them.
  private var blocks: [Block] = []

  /// Some items that are in no group, with their members.
  private struct Block {
    var items: Range<Int>
    /// The pixels that drawing may touch.
    var ink = PixelRect.zero

    /// The least number of items in a block, apart from the last one.
    static let itemCount = 16
  }

  /// Creates the list of everything in a layout that is visible in a picture of a size.
  init(_ layout: SceneLayout, in size: PixelSize, measuredBy measurer: some TextMeasurer) {
    bounds = PixelRect(x: 0, y: 0, width: size.width, height: size.height)
    ranges = Array(repeating: 0..<0, count: layout.nodes.count)
    if layout.nodes.contains(where: \.kind.drawing.changesContext) {
      contexts = Array(repeating: DrawingContext(), count: layout.nodes.count)
    }
    guard !layout.nodes.isEmpty else { return }
    var part = DisplayListPart(layout, measuredBy: measurer, firstNode: 0, firstItem: 0)
    part.append(0, in: DrawingContext())
    take(part)
    makeBlocks()
  }

  /// Calls `body` with the items that may touch a rectangle, in order, and with others near them.
  func forEachRun<Failure: Error>(
    near rectangle: PixelRect, _ body: (ArraySlice<DisplayItem>) throws(Failure) -> Void
  ) throws(Failure) {
    for block in blocks where block.ink.intersects(rectangle) { try body(items[block.items]) }
  }

  /// Calls `body` with the area of each text in the picture that is in no group.
  func forEachText(_ body: (PixelRect) -> Void) {
    var index = 0
    while index < items.count {
      if case .text = items[index].content { body(items[index].ink.intersection(bounds)) }
      index += 1 + items[index].memberCount
    }
  }

  /// The area of the picture that any item touches.
  var ink: Damage {
    var ink = Damage()
    var index = 0
    while index < items.count {
      ink.insert(items[index].ink.intersection(bounds))
      index += 1 + items[index].memberCount
    }
    return ink
  }

  /// Whether anything is visible in the picture: an item with ink that is in no fully transparent group.
  var isVisible: Bool {
    var index = 0
    var end = 0
    while index < items.count {
      let item = items[index]
      let next = index + 1 + item.memberCount
      // The position of a member is relative to its group.
      let ink = index < end ? item.ink : item.ink.intersection(bounds)
      if ink.isEmpty || item.isTransparent {
        index = next
      } else if item.memberCount > 0 {
        end = max(end, next)
        index += 1
      } else {
        return true
      }
    }
    return false
  }

  /// Replaces the items of some nodes and returns the damage. Returns `nil`, and changes nothing, if the number of
  /// items would change, or if other items may be between the items of the nodes. The content of a ticker is drawn in
  /// copies, so all of it is replaced together.
  mutating func replace(
    _ changed: Range<Int>, of layout: SceneLayout, measuredBy measurer: some TextMeasurer
  ) -> Damage? {
    let nodes = contexts.isEmpty ? changed : layout.nodes.drawnInCopies(around: changed) ?? changed
    guard let first = nodes.first else { return .nothing }
    guard !layout.hasZIndices || layout.haveOneDepth(nodes) else { return nil }
    var old = ranges[first]
    var part = DisplayListPart(layout, measuredBy: measurer, firstNode: first, firstItem: old.lowerBound)
    var node = first
    while node < nodes.upperBound {
      old = old.lowerBound..<ranges[node].upperBound
      part.append(node, in: contexts.isEmpty ? DrawingContext() : contexts[node])
      node = layout.nodes[node].end
    }
    guard part.items.count == old.count else { return nil }
    let groups = groups(around: old)
    var damage = DisplayList.damage(
      from: items[old], to: part.items[...], isTransformed: groups.contains { items[$0].isTransformed },
      measuredBy: measurer)
    take(part, at: old)
    for group in groups.reversed() {
      damage = updateGroup(group, damage: damage)
    }
    updateBlocks(of: (groups.first ?? old.lowerBound)..<old.upperBound)
    damage.clip(to: bounds)
    return damage
  }

  /// Returns what differs between two pictures.
  func damage(since old: DisplayList, measuredBy measurer: some TextMeasurer) -> Damage {
    var damage = DisplayList.damage(
      from: old.items[...], to: items[...], isTransformed: false, measuredBy: measurer)
    damage.clip(to: bounds)
    return damage
  }

  private mutating func take(_ part: DisplayListPart<some TextMeasurer>, at range: Range<Int> = 0..<0) {
    items.replaceSubrange(range, with: part.items)
    ranges.replaceSubrange(part.nodes, with: part.ranges)
    if !contexts.isEmpty { contexts.replaceSubrange(part.nodes, with: part.contexts) }
  }

  private mutating func makeBlocks() {
    var start = 0
    var index = 0
    while index < items.count {
      index += 1 + items[index].memberCount
      guard index - start >= Block.itemCount || index == items.count else { continue }
      blocks.append(Block(items: start..<index, ink: DisplayList.ink(of: items[start..<index])))
      start = index
    }
  }

  /// Updates the blocks of items that have changed.
  private mutating func updateBlocks(of changed: Range<Int>) {
    var index = blocks.partitioningIndex { $0.items.upperBound > changed.lowerBound }
    while index < blocks.count, blocks[index].items.lowerBound < changed.upperBound {
      blocks[index].ink = DisplayList.ink(of: items[blocks[index].items])
      index += 1
    }
  }

  /// Returns the groups around some items, outermost first.
  private func groups(around range: Range<Int>) -> [Int] {
    guard !contexts.isEmpty, !range.isEmpty else { return [] }
    var groups: [Int] = []
    var index = 0
    while index < range.lowerBound {
      let end = index + 1 + items[index].memberCount
      if range.lowerBound < end {
        groups.append(index)
        index += 1
      } else {
        index = end
      }
    }
    return groups
  }

  /// Updates the ink of a group from its members. Returns the damage of the group, given the damage of its members.
  private mutating func updateGroup(_ index: Int, damage: Damage) -> Damage {
    guard case .group(let effect, let size) = items[index].content else { return damage }
    var group = items[index]
    let oldInk = group.ink
    group.ink = DisplayList.ink(
      ofMembers: items[(index + 1)..<(index + 1 + group.memberCount)], of: group, effect, size)
    items[index] = group
    guard !effect.isTransform || oldInk == group.ink else {
      // The transformed group is drawn on another surface, as in `difference`.
      var whole = Damage(oldInk)
      whole.insert(group.ink)
      return whole
    }
    var outside = group.damage(ofMembers: damage, effect, size)
    outside.clip(to: oldInk.union(group.ink))
    return outside
  }

  /// Returns the pixels that a group may touch, given its members.
  static func ink(
    ofMembers members: ArraySlice<DisplayItem>, of group: DisplayItem, _ effect: Effect, _ size: PixelSize
  ) -> PixelRect {
    effect.reach(of: ink(of: members), size: size, phase: group.phase ?? .zero).offsetBy(dx: group.x, dy: group.y)
  }

  /// Returns the pixels that items may touch.
  private static func ink(of items: ArraySlice<DisplayItem>) -> PixelRect {
    var ink = PixelRect.zero
    var index = items.startIndex
    while index < items.endIndex {
      ink = ink.union(items[index].ink)
      index += 1 + items[index].memberCount
    }
    return ink
  }
}

extension SceneLayout {
  /// Whether the siblings in a range have the same depth, so that their items are neighbors.
  fileprivate func haveOneDepth(_ range: Range<Int>) -> Bool {
    Set(nodes.siblings(in: range).map { nodes.traits(of: $0).zIndex }).count < 2
  }
}

extension DisplayItem {
  /// Whether the item is a fully transparent group.
  fileprivate var isTransparent: Bool {
    if case .group(.opacity(0), _) = content { true } else { false }
  }

  /// Whether the item is a group whose members are drawn rotated or scaled.
  fileprivate var isTransformed: Bool {
    if case .group(let effect, _) = content { effect.isTransform } else { false }
  }

  /// Returns the damage of a group, given the damage of its members.
  func damage(ofMembers damage: Damage, _ effect: Effect, _ size: PixelSize) -> Damage {
    var outside = Damage()
    damage.forEach {
      outside.insert(effect.reach(of: $0, size: size, phase: phase ?? .zero).offsetBy(dx: x, dy: y))
    }
    return outside
  }
}
