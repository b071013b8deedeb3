extension DisplayList {
  /// Returns what differs between two lists of siblings: the ink of every item that is in one list only, that has
  /// changed, or that has moved in depth. Groups that are in both lists are compared member by member.
  ///
  /// - Parameter isTransformed: Whether the items are drawn rotated or scaled, on a surface of their own. If so, glyphs
  ///   are not compared one by one.
  static func damage(
    from old: ArraySlice<DisplayItem>, to new: ArraySlice<DisplayItem>, isTransformed: Bool,
    measuredBy measurer: some TextMeasurer
  ) -> Damage {
    if let damage = damageInOrder(from: old, to: new, isTransformed: isTransformed, measuredBy: measurer) {
      return damage
    }
    var damage = Damage()
    // Identities in a tree are unique, but the damage must be right even if one is repeated.
    var unmatched: [UInt64: [Int]] = [:]
    for index in siblings(of: old).reversed() { unmatched[old[index].identity, default: []].append(index) }
    var lastMatch = -1
    for index in siblings(of: new) {
      guard let match = unmatched[new[index].identity]?.popLast() else {
        damage.insert(new[index].ink)
        continue
      }
      if match < lastMatch {
        damage.insert(old[match].ink)
        damage.insert(new[index].ink)
      } else {
        damage.formUnion(
          difference(old, match, new, index, isTransformed: isTransformed, measuredBy: measurer))
      }
      lastMatch = max(lastMatch, match)
    }
    for indices in unmatched.values {
      for index in indices { damage.insert(old[index].ink) }
    }
    return damage
  }

  /// Returns what differs if the same siblings are in the same order; otherwise `nil`.
  private static func damageInOrder(
    from old: ArraySlice<DisplayItem>, to new: ArraySlice<DisplayItem>, isTransformed: Bool,
    measuredBy measurer: some TextMeasurer
  ) -> Damage? {
    var damage = Damage()
    var (oldIndex, newIndex) = (old.startIndex, new.startIndex)
    while oldIndex < old.endIndex, newIndex < new.endIndex {
      guard old[oldIndex].identity == new[newIndex].identity else { return nil }
      damage.formUnion(
        difference(old, oldIndex, new, newIndex, isTransformed: isTransformed, measuredBy: measurer))
      oldIndex += 1 + old[oldIndex].memberCount
      newIndex += 1 + new[newIndex].memberCount
    }
    return oldIndex == old.endIndex && newIndex == new.endIndex ? damage : nil
  }

  /// Returns what differs between an item and its replacement, including the members of both.
  private static func difference(
    _ old: ArraySlice<DisplayItem>, _ oldIndex: Int, _ new: ArraySlice<DisplayItem>, _ newIndex: Int,
    isTransformed: Bool, measuredBy measurer: some TextMeasurer
  ) -> Damage {
    let (before, after) = (old[oldIndex], new[newIndex])
    if case .group(let effect, let size) = after.content {
      var damage = Damage()
      // A transformed group is drawn on a surface as large as its ink. If that starts elsewhere, the filter that scales
      // a picture in it rounds differently.
      let keepsSurface = !effect.isTransform || before.ink == after.ink
      if keepsSurface, before.content == after.content, before.x == after.x, before.y == after.y,
        before.phase == after.phase
      {
        let members = self.damage(
          from: old[(oldIndex + 1)..<(oldIndex + 1 + before.memberCount)],
          to: new[(newIndex + 1)..<(newIndex + 1 + after.memberCount)],
          isTransformed: isTransformed || effect.isTransform, measuredBy: measurer)
        damage = after.damage(ofMembers: members, effect, size)
        damage.clip(to: before.ink.union(after.ink))
      } else {
        damage.insert(before.ink)
        damage.insert(after.ink)
      }
      return damage
    }
    guard isTransformed, before != after else { return before.difference(from: after, measuredBy: measurer) }
    var damage = Damage(before.ink)
    damage.insert(after.ink)
    return damage
  }

  private static func siblings(of items: ArraySlice<DisplayItem>) -> [Int] {
    var siblings: [Int] = []
    var index = items.startIndex
    while index < items.endIndex {
      siblings.append(index)
      index += 1 + items[index].memberCount
    }
    return siblings
  }
}
