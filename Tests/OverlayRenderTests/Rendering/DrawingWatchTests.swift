import Foundation
import Synchronization
import Testing

@testable import OverlayRender

@Suite("The processor time of a picture", .timeLimit(.minutes(10)))
struct DrawingWatchTests {
  /// A flag that several threads share.
  private final class Flag: Sendable {
    private let value = Atomic(false)
    var isSet: Bool { value.load(ordering: .relaxed) }
    func set() { value.store(true, ordering: .relaxed) }
  }

  /// Uses the processor until a flag is set, or for some seconds.
  private func compute(until flag: Flag, seconds: Double) {
    var time = timespec()
    func now() -> Double {
      clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
      return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
    let end = now() + seconds
    while !flag.isSet, now() < end {}
  }

  @Test("The time of a picture counts, and not the time of its thread")
  func account() {
    var account = DrawingWatch.Account()
    #expect(account.longestTime(at: [:]) == 0)
    #expect(account.longestTime(at: [1: 100]) == 0)
    #expect(account.longestTime(at: [1: 110, 2: 5]) == 10)
    #expect(account.longestTime(at: [3: 170, 2: 8]) == 3, "the first picture is complete")
    #expect(account.longestTime(at: [2: 66, 3: 171]) == 61)
    #expect(account.longestTime(at: [:]) == 0)
  }

  @Test("Drawing a view is watched")
  func view() throws {
    let found = Flag()
    try DrawingWatch.start(limit: 0.1, interval: 0.02) { found.set() }
    // Other tests draw at the same time, but none of their pictures takes so long that the next line could pass alone.
    let slow = EnvironmentReader { _ in
      compute(until: found, seconds: 60)
      return Text("slow")
    }
    let stream = try Renderer(slow, configuration: RenderConfiguration(size: PixelSize(8, 8), frameRate: .fps(30)))
    _ = try stream.render(at: .zero)
    #expect(found.isSet)
  }
}
