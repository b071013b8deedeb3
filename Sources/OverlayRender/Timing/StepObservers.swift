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
