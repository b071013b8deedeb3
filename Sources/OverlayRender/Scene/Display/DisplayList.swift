/// What a laid-out tree looks like, deepest first: a flat array in preorder, where the members of a group follow it.
struct DisplayList {
  private(set) var items: [DisplayItem] = []

  /// How deep groups may lie within groups: each may take a layer as large as the picture while it is drawn. What lies
  /// deeper is left out.
  static let groupDepthLimit = 32
  /// How many shadows of shadows there are at most: each draws all that casts it once more. Further ones are left out.
  static let shadowDepthLimit = 4

  /// The picture.
  private let bounds: PixelRect
  /// Which items each node and its descendants became.
  private var ranges: [Range<Int>]
  /// What each node is drawn in; empty in a tree without groups and offsets, where it is the picture.
  private var surroundings: [Surroundings] = []

  /// Makes the list of everything in a layout that shows within a picture of `size`.
  init(_ layout: SceneLayout, in size: PixelSize, measuredBy measurer: some TextMeasurer) {
    bounds = PixelRect(x: 0, y: 0, width: size.width, height: size.height)
    ranges = Array(repeating: 0..<0, count: layout.nodes.count)
    if layout.nodes.contains(where: \.kind.drawing.changesSurroundings) {
      surroundings = Array(repeating: Surroundings(), count: layout.nodes.count)
    }
    guard !layout.nodes.isEmpty else { return }
    var part = DisplayListPart(layout, measuredBy: measurer, firstNode: 0, firstItem: 0)
    part.append(0, in: Surroundings())
    take(part)
  }

  /// Everything that is inked, within the picture.
  var ink: Damage {
    var ink = Damage()
    var index = 0
    while index < items.count {
      ink.insert(items[index].ink.intersection(bounds))
      index += 1 + items[index].memberCount
    }
    return ink
  }

  /// Whether anything shows within the picture: some ink, and no group around it that is wholly transparent.
  var isVisible: Bool {
    var index = 0
    var end = 0
    while index < items.count {
      let item = items[index]
      let next = index + 1 + item.memberCount
      // Members are placed from their group's origin.
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

  /// Makes the items of some nodes anew; returns the damage, or `nil` when there are not as many items as before, and
  /// then nothing has changed. What is in a ticker has copies: all that passes by is made anew with it.
  mutating func replace(
    _ changed: Range<Int>, of layout: SceneLayout, measuredBy measurer: some TextMeasurer
  ) -> Damage? {
    let nodes = surroundings.isEmpty ? changed : layout.nodes.drawnInCopies(around: changed) ?? changed
    guard let first = nodes.first else { return .nothing }
    var old = ranges[first]
    var part = DisplayListPart(layout, measuredBy: measurer, firstNode: first, firstItem: old.lowerBound)
    var node = first
    while node < nodes.upperBound {
      old = old.lowerBound..<ranges[node].upperBound
      part.append(node, in: surroundings.isEmpty ? Surroundings() : surroundings[node])
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
    damage.clip(to: bounds)
    return damage
  }

  /// What differs between two pictures.
  func damage(since old: DisplayList, measuredBy measurer: some TextMeasurer) -> Damage {
    var damage = DisplayList.damage(
      from: old.items[...], to: items[...], isTransformed: false, measuredBy: measurer)
    damage.clip(to: bounds)
    return damage
  }

  private mutating func take(_ part: DisplayListPart<some TextMeasurer>, at range: Range<Int> = 0..<0) {
    items.replaceSubrange(range, with: part.items)
    ranges.replaceSubrange(part.nodes, with: part.ranges)
    if !surroundings.isEmpty { surroundings.replaceSubrange(part.nodes, with: part.surroundings) }
  }

  /// The groups in which some items are, the outermost first.
  private func groups(around range: Range<Int>) -> [Int] {
    guard !surroundings.isEmpty, !range.isEmpty else { return [] }
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

  /// Brings the ink of a group up to date with its members; returns what their damage is outside of it.
  private mutating func updateGroup(_ index: Int, damage: Damage) -> Damage {
    guard case .group(let effect, let size) = items[index].content else { return damage }
    var group = items[index]
    let oldInk = group.ink
    group.ink = DisplayList.ink(
      ofMembers: items[(index + 1)..<(index + 1 + group.memberCount)], of: group, effect, size)
    items[index] = group
    guard !effect.isTransform || oldInk == group.ink else {
      // As where two lists are compared: the surface is another.
      var whole = Damage(oldInk)
      whole.insert(group.ink)
      return whole
    }
    var outside = group.damage(ofMembers: damage, effect, size)
    outside.clip(to: oldInk.union(group.ink))
    return outside
  }

  /// What a group may touch, by what its members may.
  static func ink(
    ofMembers members: ArraySlice<DisplayItem>, of group: DisplayItem, _ effect: Effect, _ size: PixelSize
  ) -> PixelRect {
    var ink = PixelRect.zero
    var index = members.startIndex
    while index < members.endIndex {
      ink = ink.union(members[index].ink)
      index += 1 + members[index].memberCount
    }
    return effect.reach(of: ink, size: size, phase: group.phase ?? .zero).offsetBy(dx: group.x, dy: group.y)
  }
}

extension DisplayItem {
  /// Whether it is a group of which nothing is seen.
  fileprivate var isTransparent: Bool {
    if case .group(.opacity(0), _) = content { true } else { false }
  }

  /// Whether it is a group whose members are drawn turned or scaled.
  fileprivate var isTransformed: Bool {
    if case .group(let effect, _) = content { effect.isTransform } else { false }
  }

  /// The damage that a group has when its members have `damage`.
  func damage(ofMembers damage: Damage, _ effect: Effect, _ size: PixelSize) -> Damage {
    var outside = Damage()
    damage.forEach {
      outside.insert(effect.reach(of: $0, size: size, phase: phase ?? .zero).offsetBy(dx: x, dy: y))
    }
    return outside
  }
}
