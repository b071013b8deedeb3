/// Actions in the order of their deadlines; those of one deadline in the order they came.
///
/// What is taken out is returned, so that its owner can release it outside the lock that guards the queue.
struct DeadlineQueue {
  typealias Action = @Sendable () -> Void

  struct Key: Hashable, Comparable {
    let deadline: MediaTime
    let number: UInt64

    static func < (left: Key, right: Key) -> Bool {
      left.deadline == right.deadline ? left.number < right.number : left.deadline < right.deadline
    }
  }

  /// Sorted, the first one last, where it is taken from without moving the others.
  private var entries: [(key: Key, action: Action)] = []
  private var count: UInt64 = 0

  var firstDeadline: MediaTime? { entries.last?.key.deadline }

  mutating func insert(deadline: MediaTime, action: @escaping Action) -> Key {
    count += 1
    let key = Key(deadline: deadline, number: count)
    entries.insert((key, action), at: index(of: key))
    return key
  }

  mutating func remove(_ key: Key) -> Action? {
    let index = index(of: key)
    guard index < entries.count, entries[index].key == key else { return nil }
    return entries.remove(at: index).action
  }

  /// Takes the first action out if it is due at `time`.
  mutating func popFirst(dueAt time: MediaTime) -> (deadline: MediaTime, action: Action)? {
    guard let first = entries.last, first.key.deadline <= time else { return nil }
    entries.removeLast()
    return (first.key.deadline, first.action)
  }

  /// Where the entry of `key` is, or belongs.
  private func index(of key: Key) -> Int {
    entries.partitioningIndex { $0.key <= key }
  }
}
