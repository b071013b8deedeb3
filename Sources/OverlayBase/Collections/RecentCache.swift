/// A cache of recently used values, limited by their total cost.
///
/// When the limit is reached, all values that were not used since it was last reached are removed together. This needs
/// only two generations and no bookkeeping on access, and keeps the values that every frame uses.
@usableFromInline package struct RecentCache<Key: Hashable, Value> {
  /// Values with their costs.
  @usableFromInline package typealias Generation = [Key: (value: Value, cost: Int)]

  /// The cost of the values that are kept, and of those that were used before them.
  @usableFromInline package internal(set) var capacity: Int
  @usableFromInline var young: Generation = [:]
  @usableFromInline var old: Generation = [:]
  @usableFromInline var youngCost = 0
  @usableFromInline var oldCost = 0

  /// The total cost of the stored values. A value in both generations counts twice.
  @inlinable package var cost: Int { youngCost + oldCost }

  /// Creates a cache that stores at most twice `capacity` in cost, unless a single value costs more than `capacity`.
  @inlinable package init(capacity: Int) {
    self.capacity = capacity
  }

  /// The value for `key`.
  @inlinable package subscript(key: Key) -> Value? {
    mutating get {
      var removed: Generation = [:]
      return value(for: key, removed: &removed)
    }
  }

  /// Stores a value for a key.
  @inlinable package mutating func insert(_ value: Value, for key: Key, cost: Int) {
    var removed: Generation = [:]
    insert(value, for: key, cost: cost, removed: &removed)
  }

  /// Returns the value for `key`. If values are removed, they are returned in `removed`, to be released later.
  @inlinable package mutating func value(for key: Key, removed: inout Generation) -> Value? {
    if let entry = young[key] { return entry.value }
    guard let entry = old[key] else { return nil }
    insert(entry.value, for: key, cost: entry.cost, removed: &removed)
    return entry.value
  }

  /// Stores a value for a key. If values are removed, they are returned in `removed`, to be released later.
  @inlinable package mutating func insert(_ value: Value, for key: Key, cost: Int, removed: inout Generation) {
    if youngCost + cost > capacity {
      removed = old
      (old, oldCost) = (young, youngCost)
      young = [:]
      youngCost = 0
    }
    youngCost += cost
    guard let replaced = young.updateValue((value, cost), forKey: key) else { return }
    youngCost -= replaced.cost
    removed[key] = replaced
  }

  /// Changes the capacity, and removes the values that no longer fit. Returns them, to be released later.
  @discardableResult
  @inlinable package mutating func changeCapacity(by difference: Int) -> [Generation] {
    capacity += difference
    var removed: [Generation] = []
    if youngCost > capacity {
      removed.append(young)
      (young, youngCost) = ([:], 0)
    }
    if oldCost > capacity {
      removed.append(old)
      (old, oldCost) = ([:], 0)
    }
    return removed
  }

  /// Returns the value for `key`, or creates and stores one.
  @inlinable package mutating func value(for key: Key, cost: @autoclosure () -> Int, make: () -> Value) -> Value {
    if let value = self[key] { return value }
    let value = make()
    insert(value, for: key, cost: cost())
    return value
  }
}
