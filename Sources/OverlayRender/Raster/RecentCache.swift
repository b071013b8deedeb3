/// Keeps what was used lately, up to a total cost.
///
/// When it is full, everything that was not used since the last such moment goes at once: two generations, which costs
/// nothing on the way in and keeps what every frame uses.
struct RecentCache<Key: Hashable, Value> {
  private let capacity: Int
  private struct Entry {
    let value: Value
    let cost: Int
  }

  private var young: [Key: Entry] = [:]
  private var old: [Key: Entry] = [:]
  private var youngCost = 0

  /// Makes a cache that holds at most twice `capacity` in cost.
  init(capacity: Int) {
    self.capacity = capacity
  }

  /// The value kept for `key`, which has now been used.
  mutating func kept(_ key: Key) -> Value? {
    if let entry = young[key] { return entry.value }
    guard let entry = old.removeValue(forKey: key) else { return nil }
    insert(entry, for: key)
    return entry.value
  }

  /// Keeps a value.
  mutating func keep(_ value: Value, for key: Key, cost: Int) {
    insert(Entry(value: value, cost: cost), for: key)
  }

  /// The value kept for `key`, or the one that `make` makes now, which is kept.
  mutating func value(for key: Key, cost: @autoclosure () -> Int, make: () -> Value) -> Value {
    if let value = kept(key) { return value }
    let value = make()
    keep(value, for: key, cost: cost())
    return value
  }

  private mutating func insert(_ entry: Entry, for key: Key) {
    if youngCost >= capacity {
      old = young
      young.removeAll()
      youngCost = 0
    }
    young[key] = entry
    youngCost += entry.cost
  }
}
