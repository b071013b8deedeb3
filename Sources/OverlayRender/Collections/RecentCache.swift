/// Keeps what was used lately, up to a total cost.
///
/// When it is full, everything that was not used since the last such moment goes at once: two generations, which costs
/// nothing on the way in and keeps what every frame uses.
struct RecentCache<Key: Hashable, Value> {
  private let capacity: Int
  private var young: [Key: (value: Value, cost: Int)] = [:]
  private var old: [Key: (value: Value, cost: Int)] = [:]
  private var youngCost = 0
  private var oldCost = 0

  /// What is held; a value that is in both generations is counted twice.
  var cost: Int { youngCost + oldCost }

  /// Makes a cache that holds at most twice `capacity` in cost, unless one value alone costs more than `capacity`.
  init(capacity: Int) {
    self.capacity = capacity
  }

  /// The value kept for `key`.
  subscript(key: Key) -> Value? {
    mutating get {
      if let entry = young[key] { return entry.value }
      guard let entry = old[key] else { return nil }
      insert(entry.value, for: key, cost: entry.cost)
      return entry.value
    }
  }

  /// Keeps a value under a key that has none.
  mutating func insert(_ value: Value, for key: Key, cost: Int) {
    if youngCost + cost > capacity {
      (old, oldCost) = (young, youngCost)
      young.removeAll()
      youngCost = 0
    }
    young[key] = (value, cost)
    youngCost += cost
  }

  /// The value kept for `key`, or the one that `make` makes now, which is kept.
  mutating func value(for key: Key, cost: @autoclosure () -> Int, make: () -> Value) -> Value {
    if let value = self[key] { return value }
    let value = make()
    insert(value, for: key, cost: cost())
    return value
  }
}
