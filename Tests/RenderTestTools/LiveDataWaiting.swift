package import OverlayRender

extension LiveData {
  /// Waits for updates until the value satisfies a condition; returns false if the test is canceled, as by its time
  /// limit.
  package func becomes(isolation: isolated (any Actor)? = #isolation, _ condition: (Value) -> Bool) async -> Bool {
    let (updates, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    let subscription = onUpdate { continuation.yield() }
    defer { subscription.cancel() }
    if condition(current.value) { return true }
    for await _ in updates where condition(current.value) { return true }
    return false
  }
}

extension LiveData where Value: Equatable {
  /// Waits until the value equals another one.
  package func becomes(isolation: isolated (any Actor)? = #isolation, _ value: Value) async -> Bool {
    await becomes(isolation: isolation) { $0 == value }
  }
}
