extension DisplayList {
  /// What differs between two pictures: the ink of every item that is in one only, has changed, or has changed its depth
  /// among those that stayed.
  func damage(since old: DisplayList, measuredBy measurer: some TextMeasurer) -> Damage {
    var damage = Damage()
    if items.count == old.items.count && zip(items, old.items).allSatisfy({ $0.identity == $1.identity }) {
      for (new, old) in zip(items, old.items) {
        damage.formUnion(old.difference(from: new, measuredBy: measurer))
      }
      return damage
    }
    // A tree may hold the same identity once only, but a damage computed from repeated ones must still cover both.
    var unmatched: [UInt64: [Int]] = [:]
    for (index, item) in old.items.enumerated().reversed() { unmatched[item.identity, default: []].append(index) }
    var lastMatch = -1
    var isMatched = Array(repeating: false, count: old.items.count)
    for item in items {
      guard let match = unmatched[item.identity]?.popLast() else {
        damage.insert(item.ink)
        continue
      }
      isMatched[match] = true
      if old.items[match] != item || match < lastMatch {
        damage.insert(old.items[match].ink)
        damage.insert(item.ink)
      }
      lastMatch = max(lastMatch, match)
    }
    for (index, item) in old.items.enumerated() where !isMatched[index] { damage.insert(item.ink) }
    return damage
  }
}
