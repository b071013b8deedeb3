import Dispatch
import OverlayRender
import Synchronization
import TestTools
import Testing

@testable import OverlayMedia

/// The links of outputs, and the times that outputs take.
@Suite("Display links of outputs")
struct OutputLinkTests {
  private let queue = DispatchQueue(label: "OutputLinkTests")

  /// Delivers what the link does, and what follows from it.
  private func settle(_ bench: PlayerBench) {
    bench.settle()
    queue.sync {}
    bench.settle()
  }

  /// Returns a link that writes the numbers of pictures to a log.
  private func link(_ bench: PlayerBench, _ log: Log) -> DisplayLink {
    bench.output.displayLink(on: queue) { [output = bench.output] link in
      let time = output.itemTime(forHostTime: link.targetTimestamp)
      let picture = output.copyPixelBuffer(forItemTime: time)
      log.add(picture.map { "\($0.pixelBuffer.withUnsafeBytes { Int($0[0]) })" } ?? "nothing")
    }
  }

  @Test(
    "A link calls once for each picture, and for nothing else, with and without sound",
    arguments: [nil, 96_000] as [Int64?], [0.5, 1, 2])
  func pictures(sampleCount: Int64?, rate: Double) throws {
    let bench = try PlayerBench(FakeMovie(frameCount: 50, sampleCount: sampleCount))
    let log = Log()
    let link = link(bench, log)
    try bench.player.setRate(rate)
    settle(bench)
    let count = Int(500 / rate)
    for _ in 0..<count {
      bench.clock.advance(by: .milliseconds(5))
      settle(bench)
    }
    #expect(log.lines == (0..<50).map(String.init))
    withExtendedLifetime(link) {}
  }

  @Test("While the player is paused nothing wakes; a seek, another item and a new start call once each")
  func pause() throws {
    let bench = try PlayerBench(others: ["other": FakeMovie(frameCount: 10)])
    let log = Log()
    let link = link(bench, log)
    settle(bench)
    #expect(log.take() == ["0"])
    bench.clock.advance(by: .seconds(100))
    settle(bench)
    #expect(log.take() == [])
    bench.player.seek(to: .seconds(1), toleranceBefore: .zero, toleranceAfter: .zero) { _ in }
    settle(bench)
    #expect(log.take() == ["25"])
    bench.player.play()
    settle(bench)
    bench.clock.advance(by: .milliseconds(40))
    settle(bench)
    bench.player.pause()
    settle(bench)
    #expect(log.take() == ["26"])
    let other = MoviePlayerItem(path: "other")
    bench.item.remove(bench.output)
    other.add(bench.output)
    bench.player.replaceCurrentItem(with: other)
    settle(bench)
    #expect(log.take() == ["0"])
    withExtendedLifetime(link) {}
  }

  @Test("While the clock of the sound stands still nothing wakes, and the link goes on with it")
  func interruption() throws {
    let bench = try PlayerBench(FakeMovie(frameCount: 50, sampleCount: 96_000))
    let log = Log()
    let link = link(bench, log)
    bench.player.play()
    settle(bench)
    bench.clock.advance(by: .milliseconds(100))
    settle(bench)
    // The picture may be decoded after the time at which it is due.
    var shown: [String] = []
    #expect(
      waitUntil {
        shown += log.take()
        return shown.last == "2"
      })
    bench.renderer.pause()
    settle(bench)
    let scheduledCount = bench.clock.scheduledCount
    for _ in 0..<100 {
      bench.clock.advance(by: .milliseconds(10))
      settle(bench)
    }
    #expect(log.take() == [])
    #expect(bench.clock.scheduledCount == scheduledCount)
    bench.renderer.play()
    settle(bench)
    bench.clock.advance(by: .milliseconds(40))
    settle(bench)
    #expect(log.take() == ["3"])
    withExtendedLifetime(link) {}
  }

  @Test("Pictures that are late are called for when they are there")
  func latePictures() throws {
    let bench = try PlayerBench()
    let log = Log()
    let link = link(bench, log)
    bench.player.play()
    settle(bench)
    // Nothing is decoded for a second.
    for _ in 0..<200 {
      bench.clock.advance(by: .milliseconds(5))
      bench.deliver()
      queue.sync {}
    }
    // Those that were converted ahead are shown, and time goes on to the end of those that were decoded ahead.
    let last = try #require(log.lines.last.flatMap { Int($0) })
    let current = Int((bench.player.currentTime().seconds / 0.04).rounded()) - 1
    #expect(last < current && current < 20)
    settle(bench)
    for _ in 0..<10 {
      bench.clock.advance(by: .milliseconds(40))
      settle(bench)
    }
    // The current one is converted, and the next one is due when playback goes on. That may be before the call, or
    // between it and the copy, which then has the next one twice.
    var lines = log.lines.compactMap { Int($0) }
    let next = try #require(lines.dropFirst(last + 1).first)
    #expect(next == current || next == current + 1)
    if lines.dropFirst(last + 2).first == current + 1, next == current + 1 { lines.remove(at: last + 1) }
    #expect(lines == Array(0...last) + Array(next...current + 11))
    withExtendedLifetime(link) {}
  }

  @Test("A time of another clock is invalid, and there is no picture at it, also while the player is paused")
  func otherClock() throws {
    let bench = try PlayerBench(FakeMovie(sampleCount: 200_000))
    for isPlaying in [false, true] {
      if isPlaying { bench.player.play() }
      bench.settle()
      bench.clock.advance(by: .milliseconds(400))
      bench.settle()
      let now = bench.player.clock.time
      #expect(bench.output.itemTime(forHostTime: now) == bench.player.currentTime())
      #expect(bench.output.itemTime(forHostTime: now + .seconds(5)).isNumeric)
      #expect(bench.output.itemTime(forHostTime: now - .seconds(5)).isNumeric)
      let wrong = [
        bench.renderer.clock.time, .zero, HostClock.shared.time + .seconds(100_000), now + .milliseconds(5001),
        now - .milliseconds(5001), .positiveInfinity, .indefinite, .invalid,
      ]
      for hostTime in wrong {
        let time = bench.output.itemTime(forHostTime: hostTime)
        #expect(!time.isValid)
        #expect(!bench.output.hasNewPixelBuffer(forItemTime: time))
        #expect(bench.output.copyPixelBuffer(forItemTime: time) == nil)
      }
    }
    #expect(!VideoOutput().itemTime(forHostTime: HostClock.shared.time).isValid)
  }
}
