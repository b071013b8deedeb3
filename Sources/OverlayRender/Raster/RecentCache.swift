/// Keeps what was used lately, up to a total cost.
///
/// When it is full, everything that was not used since the last such moment goes at once: two generations, which costs
/// nothing on the way in and keeps what every frame uses.
struct RecentCache<Key: Hashable, Value> {
  private let capacity: Int
  private var young: [Key: Value] = [:]
  private var old: [Key: Value] = [:]
  private var youngCost = 0

  /// Makes a cache that holds at most twice `capacity` in cost.
  init(capacity: Int) {
    self.capacity = capacity
  }

  /// The value kept for `key`, or the one that `make` makes now, which is kept.
  mutating func value(for key: Key, cost: @autoclosure () -> Int, make: () -> Value) -> Value {
    if let value = young[key] { return value }
    let value = old[key] ?? make()
    if youngCost >= capacity {
      old = young
      young.removeAll()
      youngCost = 0
    }
    young[key] = value
    youngCost += cost()
    return value
  }
}
