/// A cache of recently used values, limited by their total cost.
///
/// When the limit is reached, all values that were not used since it was last reached are removed together. This needs
/// only two generations and no bookkeeping on access, and keeps the values that every frame uses.
struct RecentCache<Key: Hashable, Value> {
  /// The cost of the values that are kept, and of those that were used before them.
  var capacity: Int
  private var young: [Key: (value: Value, cost: Int)] = [:]
  private var old: [Key: (value: Value, cost: Int)] = [:]
  private var youngCost = 0
  private var oldCost = 0

  /// The total cost of the stored values. A value in both generations counts twice.
  var cost: Int { youngCost + oldCost }

  /// Creates a cache that stores at most twice `capacity` in cost, unless a single value costs more than `capacity`.
  init(capacity: Int) {
    self.capacity = capacity
  }

  /// The value for `key`.
  subscript(key: Key) -> Value? {
    mutating get {
      if let entry = young[key] { return entry.value }
      guard let entry = old[key] else { return nil }
      insert(entry.value, for: key, cost: entry.cost)
      return entry.value
    }
  }

  /// Stores a value for a key without a value.
  mutating func insert(_ value: Value, for key: Key, cost: Int) {
    if youngCost + cost > capacity {
      (old, oldCost) = (young, youngCost)
      young.removeAll()
      youngCost = 0
    }
    young[key] = (value, cost)
    youngCost += cost
  }

  /// Returns the value for `key`, or creates and stores one.
  mutating func value(for key: Key, cost: @autoclosure () -> Int, make: () -> Value) -> Value {
    if let value = self[key] { return value }
    let value = make()
    insert(value, for: key, cost: cost())
    return value
  }
}
