import Dispatch
import OverlayRender
import Synchronization
import TestTools
import Testing

@testable import OverlayMedia

@Suite("Playing movies on an injected clock")
struct MoviePlayerTests {
  @Test("A movie is opened, buffered, played and paused")
  func playAndPause() throws {
    let bench = try PlayerBench()
    let player = bench.player
    #expect(player.status == .unknown && player.timeControlStatus == .paused && bench.item.duration == .indefinite)
    player.play()
    #expect(player.timeControlStatus == .waitingToPlayAtSpecifiedRate)
    #expect(player.reasonForWaitingToPlay == .evaluatingBufferingRate && player.rate == 1)
    bench.workers.run(limit: 1)
    #expect(player.status == .readyToPlay && player.reasonForWaitingToPlay == .toMinimizeStalls)
    #expect(bench.item.duration == .seconds(4))
    bench.settle()
    #expect(player.timeControlStatus == .playing && player.reasonForWaitingToPlay == nil)
    // Half a second after the current picture.
    #expect(bench.item.loadedTimeRanges == [MediaTimeRange(start: .zero, end: .milliseconds(560))])
    #expect(player.currentTime() == .zero && bench.picture == 0)
    bench.advance(by: 1.01)
    #expect(player.currentTime() == .milliseconds(1010) && bench.picture == 25)
    player.pause()
    bench.advance(by: 5)
    #expect(player.currentTime() == .milliseconds(1010) && player.timeControlStatus == .paused)
    bench.deliver()
    #expect(
      bench.log.take() == [
        "waitingToPlayAtSpecifiedRate", "statusChanged(OverlayMedia.PlaybackStatus.readyToPlay)", "playing", "paused",
      ])
  }

  @Test("Rates below and above 1 change the speed; negative rates are refused", arguments: [0.5, 2, 1.25])
  func rates(rate: Double) throws {
    let bench = try PlayerBench(FakeMovie(sampleCount: 192_000))
    try bench.player.setRate(rate)
    bench.settle()
    bench.advance(by: 1)
    #expect(bench.player.currentTime() == .seconds(rate) && bench.picture == Int(rate * 25 + 1e-9))
    #expect(throws: UnsupportedRateError(rate: -1)) { try bench.player.setRate(-1) }
    #expect(throws: UnsupportedRateError.self) { try bench.player.setRate(.nan) }
    #expect(throws: UnsupportedRateError.self) { try bench.player.setRate(.infinity) }
    #expect(bench.player.rate == rate)
    try bench.player.setRate(0)
    #expect(bench.player.timeControlStatus == .paused)
    #expect(bench.renderer.blocks.isEmpty)
    // At rate 1, the sound is there again.
    bench.player.play()
    bench.settle()
    bench.advance(by: 0.1)
    let first = try #require(bench.renderer.blocks.first)
    #expect(first.samples.first == Float(rate * 48_000) && bench.player.currentTime() == .seconds(rate + 0.1))
    #expect(
      UnsupportedRateError(rate: -1).description == "a movie cannot be played at rate -1.0: give one from 0 to 32")
  }

  @Test("When decoding is late, playback waits, and resumes by itself")
  func stall() throws {
    let bench = try PlayerBench()
    bench.player.play()
    bench.settle()
    _ = bench.log.take()
    // Nothing is decoded any more.
    bench.clock.advance(by: .seconds(3))
    bench.deliver()
    #expect(bench.player.timeControlStatus == .waitingToPlayAtSpecifiedRate && bench.player.rate == 1)
    #expect(bench.player.reasonForWaitingToPlay == .toMinimizeStalls)
    #expect(bench.player.currentTime() == .milliseconds(560))
    #expect(bench.log.take() == ["playbackStalled", "waitingToPlayAtSpecifiedRate"])
    // One picture is not enough.
    bench.workers.run(limit: 1)
    #expect(bench.picture == 13)
    #expect(bench.player.timeControlStatus == .waitingToPlayAtSpecifiedRate)
    bench.settle()
    #expect(bench.player.timeControlStatus == .playing && bench.log.take() == ["playing"])
    bench.advance(by: 1)
    #expect(bench.player.currentTime() == .milliseconds(1560) && bench.picture == 39)
  }

  @Test("A stall that is over when it is reported does not last")
  func stallThatIsOver() throws {
    let bench = try PlayerBench()
    bench.player.play()
    bench.settle()
    // The workers have gone on since the moment at which a picture was missing, and have nothing more to do.
    let generation = bench.player.state.withLock { $0.playback.generation }
    bench.player.send(.ranDry(generation: generation))
    #expect(bench.player.timeControlStatus == .playing)
    bench.advance(by: 1)
    #expect(bench.player.currentTime() == .seconds(1) && bench.picture == 25)
  }

  @Test("When pictures are late, playback resumes although the renderer has not requested more sound")
  func stallBesideSound() throws {
    let bench = try PlayerBench(FakeMovie(sampleCount: 192_000))
    bench.player.play()
    bench.settle()
    for _ in 0..<100 {
      bench.clock.advance(by: .milliseconds(10))
      bench.workers.run("movie-sound")
    }
    #expect(bench.player.timeControlStatus == .waitingToPlayAtSpecifiedRate)
    bench.settle()
    #expect(bench.player.timeControlStatus == .playing)
  }

  @Test("After the last picture nothing is due while the sound goes on, whose end is not known")
  func nothingAfterLastPicture() throws {
    let bench = try PlayerBench(FakeMovie(frameCount: 50, sampleCount: 960_000))
    bench.player.play()
    bench.settle()
    bench.advance(by: 1)
    #expect(bench.output.nextChange(after: bench.player.currentTime()) == .milliseconds(1040))
    bench.advance(by: 2)
    #expect(bench.player.currentTime() == .seconds(3) && bench.picture == 49)
    #expect(bench.output.nextChange(after: bench.player.currentTime()) == .positiveInfinity)
  }

  @Test("When sound is late, playback waits too, and the sound continues without a gap")
  func soundStall() throws {
    let bench = try PlayerBench(FakeMovie(sampleCount: 192_000))
    bench.player.play()
    bench.settle()
    for _ in 0..<200 {
      bench.clock.advance(by: .milliseconds(10))
      bench.workers.run("movie-pictures")
    }
    #expect(bench.player.timeControlStatus == .waitingToPlayAtSpecifiedRate)
    let stopped = bench.player.currentTime()
    #expect(stopped >= .seconds(1) && stopped < .milliseconds(1100))
    bench.settle()
    #expect(bench.player.timeControlStatus == .playing)
    bench.advance(by: 1)
    #expect(bench.player.currentTime() == stopped + .seconds(1))
    try expectContinuousSound(bench, period: nil)
  }

  @Test("At its end, a movie pauses at the exact end")
  func endPauses() throws {
    let bench = try PlayerBench(FakeMovie(frameCount: 30, frameDuration: MediaTime(value: 1001, timescale: 30_000)))
    bench.player.play()
    bench.settle()
    _ = bench.log.take()
    bench.advance(by: 3)
    let end = MediaTime(value: 1001, timescale: 1000)
    #expect(bench.player.currentTime() == end && bench.item.duration == end && bench.picture == 29)
    #expect(bench.player.rate == 0 && bench.player.timeControlStatus == .paused)
    #expect(bench.log.take() == ["didPlayToEnd", "paused"])
    bench.player.play()
    bench.settle()
    #expect(bench.player.rate == 0 && bench.log.take() == [])
  }

  @Test("With no action at the end, the time stays there, and a seek plays on")
  func endDoesNothing() throws {
    let bench = try PlayerBench(FakeMovie(frameCount: 25))
    bench.player.actionAtItemEnd = .none
    bench.player.play()
    bench.settle()
    bench.advance(by: 2)
    #expect(bench.player.currentTime() == .seconds(1) && bench.player.rate == 1)
    #expect(bench.log.take().contains("didPlayToEnd"))
    // Another output decodes the last picture again, which is not another end.
    bench.item.add(VideoOutput(pixelFormat: .yuv420p))
    bench.settle()
    bench.advance(by: 1)
    #expect(!bench.log.take().contains("didPlayToEnd") && bench.player.currentTime() == .seconds(1))
    bench.player.seek(to: .zero) { _ in }
    bench.settle()
    bench.advance(by: 0.5)
    #expect(bench.player.currentTime() == .milliseconds(500) && bench.player.timeControlStatus == .playing)
  }

  @Test("A loop has no seam: pictures, sound and time go on", arguments: [nil, 47_000, 48_000, 50_000] as [Int64?])
  func loop(sampleCount: Int64?) throws {
    let bench = try PlayerBench(FakeMovie(frameCount: 25, sampleCount: sampleCount))
    bench.player.actionAtItemEnd = .loop
    let times = Log()
    let observer = bench.player.addPeriodicTimeObserver(forInterval: .milliseconds(400)) { times.add("\($0.seconds)") }
    bench.player.play()
    bench.settle()
    _ = times.take()
    for tick in 1...350 {
      bench.clock.advance(by: .milliseconds(10))
      #expect(bench.player.timeControlStatus == .playing)
      let time = MediaTime.milliseconds(Int64(tick * 10 % 1000))
      #expect(bench.player.currentTime() == time)
      #expect(bench.picture == tick % 100 / 4)
      // The display asks ahead, also over the seam.
      let ahead = bench.output.itemTime(forHostTime: bench.clock.time + .milliseconds(30))
      #expect(ahead == .milliseconds(Int64((tick * 10 + 30) % 1000)))
      let picture = try #require(bench.output.copyPixelBuffer(forItemTime: ahead))
      #expect(picture.itemTimeForDisplay <= ahead && ahead - picture.itemTimeForDisplay < .milliseconds(40))
      bench.settle()
    }
    #expect(bench.log.take().count { $0 == "didPlayToEnd" } == 3)
    #expect(times.take() == ["0.4", "0.8", "0.0", "0.4", "0.8", "0.0", "0.4", "0.8", "0.0", "0.4"])
    if let sampleCount { try expectContinuousSound(bench, period: 48_000, present: min(sampleCount, 48_000)) }
    observer.cancel()
  }

  @Test("A loop can be ended while its next round is decoded, and begun at the end")
  func loopChanges() throws {
    let bench = try PlayerBench(FakeMovie(frameCount: 25, sampleCount: 48_000))
    bench.player.actionAtItemEnd = .loop
    bench.player.play()
    bench.settle()
    bench.advance(by: 1.9)
    #expect(bench.item.loadedTimeRanges.count == 2)
    bench.player.actionAtItemEnd = .pause
    #expect(bench.item.loadedTimeRanges.count == 1 && bench.picture == 22)
    bench.settle()
    bench.advance(by: 1)
    #expect(bench.player.currentTime() == .seconds(1) && bench.player.timeControlStatus == .paused)
    #expect(bench.picture == 24)
    bench.player.actionAtItemEnd = .loop
    bench.player.play()
    bench.settle()
    bench.advance(by: 0.5)
    #expect(bench.player.currentTime() == .milliseconds(500) && bench.picture == 12)
  }

  @Test("Sound that is much longer than the pictures is played to its end")
  func longSound() throws {
    let bench = try PlayerBench(FakeMovie(frameCount: 5, sampleCount: 96_000))
    bench.player.play()
    bench.settle()
    bench.advance(by: 1.5)
    #expect(bench.player.timeControlStatus == .playing && bench.picture == 4)
    bench.advance(by: 1)
    #expect(bench.player.currentTime() == .seconds(2) && bench.item.duration == .seconds(2))
    #expect(bench.player.timeControlStatus == .paused)
    try expectContinuousSound(bench, period: nil)
  }

  @Test("At other rates than 1, sound that is longer plays to the duration of the file", arguments: [0.5, 2])
  func longSilentSound(rate: Double) throws {
    let bench = try PlayerBench(FakeMovie(frameCount: 25, sampleCount: 96_000))
    bench.player.play()
    bench.settle()
    bench.advance(by: 0.5)
    try bench.player.setRate(rate)
    bench.advance(by: 2)
    #expect(bench.player.timeControlStatus == .paused && bench.player.currentTime() == .seconds(1))
  }

  @Test("What follows while a change is being carried out does not replace its report")
  func reportedValues() throws {
    let library = try FakeLibrary(["movie": FakeMovie()], clock: ManualClock())
    let (item, log, called) = (MoviePlayerItem(path: "movie"), Log(), Called())
    let workers = ManualWorkers()
    // The player is opening the item when these actions come.
    let media = library.media { (name, step) throws(SystemError) in
      called.player?.play()
      called.player?.pause()
      _ = step()
      called.player?.replaceCurrentItem(with: nil)
      return try workers.start(name, step)
    }
    let player = MoviePlayer(nil, clock: ManualClock(), media: media)
    called.player = player
    let subscription = player.observe { event in
      if case .timeControlStatusChanged(let status) = event { log.add("\(status)") }
    }
    player.replaceCurrentItem(with: item)
    DispatchQueue.observers.sync {}
    #expect(log.take() == ["waitingToPlayAtSpecifiedRate", "paused"])
    #expect(item.status == .readyToPlay && player.status == .unknown)
    subscription.cancel()
  }

  @Test("Volume and muting reach the renderer at once")
  func volume() throws {
    let bench = try PlayerBench(FakeMovie(sampleCount: 48_000))
    bench.player.volume = 0.5
    bench.player.isMuted = true
    bench.player.volume = 7
    bench.player.isMuted = false
    #expect(bench.renderer.volumes == [0.5, 0, 0, 1])
  }

  /// Expects that the samples that were heard follow each other, and each is heard at its time.
  ///
  /// - Parameter period: The number of samples of a round of the loop, of which the first `present` ones have sound.
  private func expectContinuousSound(_ bench: PlayerBench, period: Int64?, present: Int64 = .max) throws {
    let blocks = bench.renderer.blocks
    let origin = try #require(blocks.first).presentationTime
    var count = 0
    for block in blocks {
      let start = (block.presentationTime - origin).multiplied(by: 48_000, dividedBy: 1)
      try #require(start.value % Int64(start.timescale) == 0)
      let first = start.value / Int64(start.timescale)
      for index in 0..<block.frameCount {
        let position = first + Int64(index)
        let expected = period.map { position % $0 } ?? position
        guard block.samples[2 * index] == Float(expected) else {
          Issue.record("sample \(block.samples[2 * index]) at \(position)")
          return
        }
        count += 1
      }
    }
    let played = Int64(bench.renderer.clock.time.seconds * 48_000)
    let full = period ?? .max
    let expected = played / full * min(present, full) + min(played % full, present)
    #expect(Int64(count) >= min(expected, full == .max ? Int64(count) : expected))
  }
}

/// The player that an action uses, which is made before the player.
private final class Called: Sendable {
  private struct Reference { weak var player: MoviePlayer? }
  private let reference = Mutex(Reference())

  var player: MoviePlayer? {
    get { reference.withLock { $0.player } }
    set { reference.withLock { $0.player = newValue } }
  }
}
