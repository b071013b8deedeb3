/// Where time comes from: a monotone clock to pace by, and the wall clock that people read.
///
/// Everything that waits or asks for the time takes a clock, so that a test can pass a `ManualClock`. Calls may come from
/// any thread.
public protocol MediaClock: AnyObject, Sendable {
  /// The time now: it only goes forward and never jumps. Where it started means nothing.
  var time: MediaTime { get }

  /// The civil time now. It can be stepped forward and back.
  var wallTime: WallTime { get }

  /// Calls `action` once, when `time` reaches `deadline`; at once when that is past, never when it is not numeric.
  ///
  /// The action is dropped when the returned subscription is cancelled or released. Each clock says where its actions run;
  /// they should be short. Do not call this with a lock held that the action takes.
  func schedule(at deadline: MediaTime, _ action: @escaping @Sendable () -> Void) -> Subscription

  /// Calls `action` each time the wall clock is stepped, until the returned subscription is cancelled or released.
  func onWallClockStep(_ action: @escaping @Sendable () -> Void) -> Subscription
}

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

/// Who wants to know when the wall clock is stepped, in the order they asked.
struct StepObservers {
  typealias Action = @Sendable () -> Void

  private var entries: [(number: UInt64, action: Action)] = []
  private var count: UInt64 = 0

  var actions: [Action] { entries.map(\.action) }

  mutating func insert(_ action: @escaping Action) -> UInt64 {
    count += 1
    entries.append((count, action))
    return count
  }

  /// Takes an observer out and returns it, to be released outside the lock that guards this list.
  mutating func remove(_ number: UInt64) -> Action? {
    guard let index = entries.firstIndex(where: { $0.number == number }) else { return nil }
    return entries.remove(at: index).action
  }
}
