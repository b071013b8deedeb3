import Dispatch
import Synchronization
import TestTools
import Testing

@testable import OverlayBase

/// Links for the frames of a rate.
@Suite("DisplayLink")
struct DisplayLinkTests {
  private let clock = CountingClock(time: .seconds(100))
  private let queue = DispatchQueue(label: "DisplayLinkTests")

  private func link(_ rate: FrameRate, _ action: @escaping @Sendable (DisplayLink) -> Void = { _ in }) -> DisplayLink {
    DisplayLink(frameRate: rate, clock: clock, on: queue, action)
  }

  @Test("Each frame of a rate is called for once, at its exact time, from now on")
  func frames() {
    let times = Mutex<[MediaTime]>([])
    let link = link(.ntsc) { link in times.withLock { $0.append(link.targetTimestamp) } }
    for _ in 0..<1001 {
      queue.sync {}
      clock.advance(by: .milliseconds(1))
    }
    queue.sync {}
    let expected = (0..<31).map { .seconds(100) + FrameRate.ntsc.time(ofFrame: $0) }
    #expect(times.withLock(\.self) == expected.filter { $0 <= clock.time } && times.withLock(\.self).count == 31)
    withExtendedLifetime(link) {}
  }

  @Test("Frames that are over when a call returns are left out, and the newest one follows at once")
  func slowCalls() {
    let times = Mutex<[MediaTime]>([])
    let link = link(.fps(10)) { [clock] link in
      times.withLock { $0.append(link.targetTimestamp) }
      if link.targetTimestamp == .seconds(100) { clock.advance(by: .milliseconds(350)) }
    }
    // The call advances the clock on the queue.
    for _ in 0..<3 { queue.sync {} }
    #expect(times.withLock(\.self) == [.seconds(100), .milliseconds(100_300)])
    clock.advance(by: .milliseconds(50))
    queue.sync {}
    #expect(times.withLock(\.self).last == .milliseconds(100_400))
    withExtendedLifetime(link) {}
  }

  @Test("A paused link has no timer, and calls at once for what it has missed when it goes on")
  func pause() {
    let times = Mutex<[MediaTime]>([])
    let link = DisplayLink(frameRate: .fps(10), clock: clock, on: queue) { link in
      times.withLock { $0.append(link.targetTimestamp) }
    }
    queue.sync {}
    #expect(times.withLock(\.self).count == 1 && clock.pendingCount == 1 && !link.isPaused)
    link.isPaused = true
    #expect(link.isPaused && clock.pendingCount == 0)
    clock.advance(by: .milliseconds(1050))
    queue.sync {}
    #expect(times.withLock(\.self).count == 1)
    link.isPaused = false
    queue.sync {}
    #expect(times.withLock(\.self).last == .seconds(101) && times.withLock(\.self).count == 2)
    link.isPaused = false
    queue.sync {}
    #expect(times.withLock(\.self).count == 2 && clock.pendingCount == 1)
  }

  @Test(
    "An invalid link calls no more, and releases its function; so does one that is released", arguments: [true, false])
  func end(isInvalidated: Bool) {
    let count = Mutex(0)
    weak var owner: Owner?
    var link: DisplayLink?
    do {
      let strong = Owner()
      owner = strong
      link = DisplayLink(frameRate: .fps(10), clock: clock, on: queue) { _ in
        withExtendedLifetime(strong) { count.withLock { $0 += 1 } }
      }
    }
    queue.sync {}
    #expect(count.withLock(\.self) == 1 && owner != nil)
    if isInvalidated { link?.invalidate() } else { link = nil }
    #expect(owner == nil && clock.pendingCount == 0)
    link?.isPaused = false
    clock.advance(by: .seconds(1))
    queue.sync {}
    #expect(count.withLock(\.self) == 1)
  }

  @Test("A call may pause or invalidate its link", arguments: [true, false])
  func endInCall(isPause: Bool) {
    let count = Mutex(0)
    let link = DisplayLink(frameRate: .fps(10), clock: clock, on: queue) { link in
      count.withLock { $0 += 1 }
      if isPause { link.isPaused = true } else { link.invalidate() }
    }
    queue.sync {}
    clock.advance(by: .seconds(1))
    queue.sync {}
    #expect(count.withLock(\.self) == 1 && clock.pendingCount == 0)
    withExtendedLifetime(link) {}
  }
}

private final class Owner: Sendable {}
