/// A source of time: a monotonic clock for scheduling, and a wall clock.
///
/// Everything that waits or needs the current time takes a clock, so that a test can pass a `ManualClock`. Clocks are
/// safe to use from any thread.
public protocol MediaClock: AnyObject, Sendable {
  /// The current time. It never goes back or jumps, and its origin is arbitrary.
  var time: MediaTime { get }

  /// The current civil time. It can be stepped forward and back.
  var wallTime: WallTime { get }

  /// Calls `action` once, when `time` reaches `deadline`: immediately if that has passed, never if it is not numeric.
  ///
  /// The action is dropped when the returned subscription is canceled or released. Each clock documents where its
  /// actions run; actions should be short. Do not hold a lock during this call that the action acquires.
  func schedule(at deadline: MediaTime, _ action: @escaping @Sendable () -> Void) -> Subscription

  /// Calls `action` each time the wall clock is stepped, until the returned subscription is canceled or released.
  func onWallClockStep(_ action: @escaping @Sendable () -> Void) -> Subscription
}

/// Actions in the order of their deadlines, and with equal deadlines in the order of their insertion.
///
/// Removed actions are returned, so that the owner can release them outside the lock that guards the queue.
package struct DeadlineQueue {
  package typealias Action = @Sendable () -> Void

  package struct Key: Hashable, Comparable {
    let deadline: MediaTime
    let number: UInt64

    package static func < (left: Key, right: Key) -> Bool {
      left.deadline == right.deadline ? left.number < right.number : left.deadline < right.deadline
    }
  }

  /// Sorted in descending order, so that the first deadline can be removed without moving the others.
  private var entries: [(key: Key, action: Action)] = []
  private var count: UInt64 = 0

  /// Creates an empty queue.
  package init() {}

  /// The first deadline.
  package var firstDeadline: MediaTime? { entries.last?.key.deadline }

  /// Adds an action. Returns the key with which it can be removed.
  package mutating func insert(deadline: MediaTime, action: @escaping Action) -> Key {
    count += 1
    let key = Key(deadline: deadline, number: count)
    entries.insert((key, action), at: index(of: key))
    return key
  }

  /// Removes and returns an action; `nil` if it was removed.
  package mutating func remove(_ key: Key) -> Action? {
    let index = index(of: key)
    guard index < entries.count, entries[index].key == key else { return nil }
    return entries.remove(at: index).action
  }

  /// Removes and returns the first action if it is due at `time`.
  package mutating func popFirst(dueAt time: MediaTime) -> (deadline: MediaTime, action: Action)? {
    guard let first = entries.last, first.key.deadline <= time else { return nil }
    entries.removeLast()
    return (first.key.deadline, first.action)
  }

  /// Returns the index at which the entry of `key` is or would be inserted.
  private func index(of key: Key) -> Int {
    entries.partitioningIndex { $0.key <= key }
  }
}

/// The observers of steps of the wall clock, in the order of their insertion.
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

  /// Removes and returns an observer, so that the caller can release it outside the lock that guards this list.
  mutating func remove(_ number: UInt64) -> Action? {
    guard let index = entries.firstIndex(where: { $0.number == number }) else { return nil }
    return entries.remove(at: index).action
  }
}
