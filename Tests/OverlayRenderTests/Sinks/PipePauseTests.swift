import Testing

@testable import OverlayRender

@Suite("The pause of a writer whose pipe is full")
struct PipePauseTests {
  private static let capacity = 1 << 20

  @Test("After the pause, the pipe is about half empty, however fast its reader is", arguments: [1, 10, 100, 500])
  func halfEmpty(nanosecondsForKibibyte: Int) {
    var pause = PipePause(capacity: Self.capacity)
    let free = { (pause: PipePause) in min(pause.nanoseconds * 1024 / nanosecondsForKibibyte, Self.capacity) }
    for _ in 0..<40 { pause.adapt(toFreeBytes: free(pause)) }
    let longest = nanosecondsForKibibyte * 1024 * 3 / 4
    // The shortest pause is longer than a very fast reader takes.
    #expect(pause.nanoseconds <= max(longest, 20_000))
    #expect(free(pause) >= Self.capacity / 2)
  }

  @Test("The pause never exceeds a millisecond, and becomes short when the reader goes on")
  func limits() {
    var pause = PipePause(capacity: Self.capacity)
    for _ in 0..<100 { pause.adapt(toFreeBytes: 0) }
    #expect(pause.nanoseconds == 999_999)
    for _ in 0..<100 { pause.adapt(toFreeBytes: Self.capacity) }
    #expect(pause.nanoseconds == 20_000)
  }
}
