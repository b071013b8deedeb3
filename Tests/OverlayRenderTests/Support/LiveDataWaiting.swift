import OverlayRender

extension LiveData {
  /// Waits until the value is as it should be, told by its own updates; false when the test is cancelled, as its time
  /// limit does.
  func becomes(isolation: isolated (any Actor)? = #isolation, _ condition: (Value) -> Bool) async -> Bool {
    let (updates, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    let subscription = onUpdate { continuation.yield() }
    defer { subscription.cancel() }
    if condition(current.value) { return true }
    for await _ in updates where condition(current.value) { return true }
    return false
  }
}

extension LiveData where Value: Equatable {
  /// Waits until the value is this one.
  func becomes(isolation: isolated (any Actor)? = #isolation, _ value: Value) async -> Bool {
    await becomes(isolation: isolation) { $0 == value }
  }
}
