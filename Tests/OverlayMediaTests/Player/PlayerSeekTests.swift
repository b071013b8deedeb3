import Dispatch
import Glibc
import OverlayPictureInPicture
import OverlayRender
import Synchronization
import TestTools
import Testing

@testable import OverlayMedia

@Suite("Seeking, replacing and observing a player")
struct PlayerSeekTests {
  /// Seeks, and logs the result.
  private func seek(
    _ bench: PlayerBench, to seconds: Double, before: MediaTime = .zero, after: MediaTime = .zero, name: String = "seek"
  ) {
    let log = bench.log
    bench.player.seek(to: .seconds(seconds), toleranceBefore: before, toleranceAfter: after) {
      log.add("\(name) \($0)")
    }
  }

  @Test("A seek while paused shows the new picture at the exact time")
  func exactSeek() throws {
    let bench = try PlayerBench()
    bench.settle()
    #expect(bench.picture == 0 && !bench.output.hasNewPixelBuffer(forItemTime: .zero))
    let changes = Log()
    let observer = bench.output.observe { changes.add("change") }
    seek(bench, to: 2.03)
    bench.deliver()
    // Until the new picture is decoded, the old one stays.
    #expect(bench.player.currentTime() == .zero && bench.picture == 0 && changes.lines == [])
    _ = bench.log.take()
    bench.settle()
    #expect(bench.log.take() == ["timeJumped", "seek true"] && !changes.lines.isEmpty)
    #expect(bench.player.currentTime() == .milliseconds(2030))
    #expect(bench.output.hasNewPixelBuffer(forItemTime: .milliseconds(2030)))
    #expect(bench.picture == 50 && bench.player.timeControlStatus == .paused)
    #expect(bench.output.copyPixelBuffer(forItemTime: .milliseconds(2030))?.itemTimeForDisplay == .seconds(2))
    #expect(bench.output.nextChange(after: .milliseconds(2030)) == .milliseconds(2040))
    observer.cancel()
  }

  @Test("Within its tolerance, a seek stops at a keyframe")
  func tolerance() throws {
    let bench = try PlayerBench()
    bench.settle()
    seek(bench, to: 2.5, before: .milliseconds(600))
    bench.settle()
    #expect(bench.player.currentTime() == .seconds(2) && bench.picture == 50)
    seek(bench, to: 2.5, before: .milliseconds(400))
    bench.settle()
    #expect(bench.player.currentTime() == .milliseconds(2500) && bench.picture == 62)
    seek(bench, to: 3.9, before: .positiveInfinity, after: .positiveInfinity)
    bench.settle()
    #expect(bench.player.currentTime() == .seconds(3))
  }

  @Test("Skips of picture in picture add up while the player still seeks")
  func skips() async throws {
    let bench = try PlayerBench()
    bench.settle()
    let content = PictureInPictureContentSource(bench.player).content
    let playback = try #require(content.playback)
    let skips = [0.5, 0.5, 1].map { seconds in Task.detached { await playback.skip(by: .seconds(seconds)) } }
    // The tasks run while this one lets them.
    for _ in 0..<1_000_000 where content.currentTime != .seconds(2) { await Task.yield() }
    #expect(content.currentTime == .seconds(2))
    bench.settle()
    for skip in skips { await skip.value }
    #expect(bench.player.currentTime() == .seconds(2) && content.currentTime == .seconds(2))
  }

  @Test("A seek that is overtaken reports false, also before the movie is open")
  func overtaken() throws {
    let bench = try PlayerBench()
    seek(bench, to: 1, name: "first")
    seek(bench, to: 2, name: "second")
    bench.settle()
    let results = bench.log.take().filter { $0.hasSuffix("false") || $0.hasSuffix("true") }
    #expect(results == ["first false", "second true"])
    seek(bench, to: 1, name: "third")
    bench.workers.run(limit: 1)
    seek(bench, to: 3, name: "fourth")
    seek(bench, to: 3.5, name: "fifth")
    bench.settle()
    #expect(bench.log.take() == ["timeJumped", "third true", "fourth false", "timeJumped", "fifth true"])
    #expect(bench.player.currentTime() == .milliseconds(3500))
  }

  @Test("Seeks beyond the movie stop at its ends, and times that are no numbers are refused")
  func beyond() throws {
    let bench = try PlayerBench()
    bench.settle()
    for (target, expected, picture) in [(99, 4, 99), (-3, 0, 0), (4, 4, 99)] as [(Double, Int64, Int)] {
      seek(bench, to: target)
      bench.settle()
      #expect(bench.player.currentTime() == .seconds(expected) && bench.picture == picture)
    }
    bench.player.seek(to: .positiveInfinity) { _ in }
    bench.settle()
    #expect(bench.player.currentTime() == .seconds(4))
    _ = bench.log.take()
    let log = bench.log
    bench.player.seek(to: .invalid) { log.add("invalid \($0)") }
    bench.player.seek(to: .zero, toleranceBefore: .seconds(-1)) { log.add("negative \($0)") }
    bench.settle()
    #expect(bench.log.take() == ["invalid false", "negative false"])
    // Playing at the end reaches it at once.
    bench.player.play()
    bench.settle()
    #expect(bench.log.take().contains("didPlayToEnd") && bench.player.timeControlStatus == .paused)
  }

  @Test("A seek while playing or waiting continues from its target")
  func seekWhilePlaying() throws {
    let bench = try PlayerBench(FakeMovie(sampleCount: 192_000))
    bench.player.play()
    seek(bench, to: 1)
    bench.settle()
    bench.advance(by: 0.5)
    #expect(bench.player.currentTime() == .milliseconds(1500))
    seek(bench, to: 3)
    #expect(bench.player.timeControlStatus == .waitingToPlayAtSpecifiedRate)
    bench.settle()
    bench.advance(by: 0.5)
    #expect(bench.player.currentTime() == .milliseconds(3500) && bench.picture == 87)
    // The sound starts at the exact sample of the target.
    let blocks = bench.renderer.blocks
    let first = try #require(blocks.first { $0.samples[0] >= 144_000 })
    #expect(first.samples[0] == 144_000)
    #expect(first.presentationTime == .milliseconds(500))
  }

  @Test("Replacing the item while seeking ends the seek and the observers of the old item")
  func replace() throws {
    let bench = try PlayerBench(others: ["other": FakeMovie(frameCount: 10)])
    bench.player.play()
    bench.settle()
    bench.advance(by: 1)
    seek(bench, to: 2)
    bench.deliver()
    _ = bench.log.take()
    let other = MoviePlayerItem(path: "other")
    let otherOutput = VideoOutput()
    other.add(otherOutput)
    bench.player.replaceCurrentItem(with: other)
    #expect(bench.player.currentItem === other && bench.player.status == .unknown)
    #expect(bench.workers.count == 1 && bench.item.loadedTimeRanges == [])
    bench.settle()
    #expect(bench.log.take() == ["seek false", "playing"])
    #expect(bench.player.timeControlStatus == .playing && bench.player.currentTime() == .zero)
    #expect(bench.output.copyPixelBuffer(forItemTime: .zero) == nil)
    #expect(otherOutput.copyPixelBuffer(forItemTime: .zero) != nil)
    bench.advance(by: 1)
    // Only the player's observers are left.
    #expect(bench.log.take() == ["paused"] && bench.player.currentTime() == .milliseconds(400))
    bench.player.replaceCurrentItem(with: nil)
    bench.player.play()
    #expect(bench.player.reasonForWaitingToPlay == .noItemToPlay && bench.workers.count == 0)
    #expect(bench.player.currentItem == nil && bench.player.currentTime() == .zero)
    seek(bench, to: 1)
    bench.settle()
    #expect(bench.log.take().last == "seek false" && bench.library.sourceCount == 0)
    // An item that is played again has no observers until new ones are added.
    bench.player.replaceCurrentItem(with: bench.item)
    bench.settle()
    #expect(bench.item.status == .readyToPlay && !bench.log.take().contains { $0.hasPrefix("statusChanged") })
  }

  @Test("Without a thread for its pictures or its sound, a movie fails", arguments: ["movie-pictures", "movie-sound"])
  func missingThread(name: String) throws {
    let (clock, workers) = (ManualClock(), ManualWorkers())
    let media = try FakeLibrary(["movie": FakeMovie(sampleCount: 48_000)], clock: clock).media {
      (worker, step) throws(SystemError) in
      guard worker != name else { throw SystemError(rawValue: EAGAIN) }
      return try workers.start(worker, step)
    }
    let item = MoviePlayerItem(path: "movie")
    let player = MoviePlayer(item, clock: clock, audioRenderer: RecordingRenderer(clock: clock), media: media)
    player.play()
    workers.run()
    guard case .movieUnreadable("movie", let reason)? = item.error else {
      Issue.record("\(String(describing: item.error))")
      return
    }
    #expect(reason.hasPrefix("no thread can be started") && player.rate == 0)
  }

  @Test("A movie that cannot be opened fails with a typed error, and the next one plays")
  func failure() throws {
    let error = MediaError.noPictures(path: "movie")
    let bench = try PlayerBench(FakeMovie(error: error), others: ["good": FakeMovie()])
    bench.player.play()
    seek(bench, to: 1)
    bench.settle()
    #expect(bench.player.status == .failed(error) && bench.item.error == error && bench.player.error == error)
    #expect(PictureInPictureContentSource(bench.player).content.failureReason == "\(error)")
    #expect(bench.player.rate == 0 && bench.player.timeControlStatus == .paused)
    #expect(bench.log.take().contains("seek false"))
    bench.player.play()
    #expect(bench.player.rate == 0)
    bench.player.replaceCurrentItem(with: MoviePlayerItem(path: "good"))
    bench.player.play()
    bench.settle()
    bench.advance(by: 1)
    #expect(bench.player.status == .readyToPlay && bench.player.currentTime() == .seconds(1))
  }

  @Test("An item that another player takes leaves its player")
  func takenItem() throws {
    let bench = try PlayerBench()
    bench.settle()
    let other = MoviePlayer(bench.item, clock: bench.clock, media: bench.library.media(bench.workers.start))
    #expect(bench.player.currentItem == nil && other.currentItem === bench.item)
    bench.settle()
    #expect(other.status == .readyToPlay && bench.item.status == .readyToPlay && bench.picture == 0)
  }

  @Test("Periodic observers follow the time, its jumps, starts and stops, and end from within")
  func periodicObservers() throws {
    let bench = try PlayerBench()
    let times = Log()
    let token = Mutex<Subscription?>(nil)
    let observer = bench.player.addPeriodicTimeObserver(forInterval: .milliseconds(250)) { times.add("\($0.seconds)") }
    let once = bench.player.addPeriodicTimeObserver(forInterval: .seconds(1)) { time in
      guard time > .zero else { return }
      times.add("once")
      token.withLock { $0.take() }?.cancel()
    }
    token.withLock { $0 = once }
    bench.settle()
    _ = times.take()
    bench.player.play()
    bench.settle()
    #expect(times.take() == ["0.0"])
    bench.advance(by: 1.1)
    #expect(times.take().sorted() == ["0.25", "0.5", "0.75", "1.0", "once"])
    seek(bench, to: 2.9)
    bench.settle()
    // The stop, the jump and the start.
    #expect(times.take() == ["1.1", "2.9", "2.9"])
    try bench.player.setRate(2)
    bench.settle()
    _ = times.take()
    bench.advance(by: 0.3)
    #expect(times.take() == ["3.0", "3.25", "3.5"])
    observer.cancel()
    bench.advance(by: 0.3)
    #expect(times.take() == [])
  }

  @Test("Boundary observers are called where playback passes their times, and not where a seek skips them")
  func boundaryObservers() throws {
    let bench = try PlayerBench()
    let log = Log()
    let times: [MediaTime] = [.milliseconds(700), .milliseconds(300), .seconds(2), .indefinite, .zero]
    let observer = bench.player.addBoundaryTimeObserver(forTimes: times) { log.add("passed") }
    bench.player.play()
    bench.settle()
    bench.advance(by: 0.29)
    #expect(log.take() == [])
    bench.advance(by: 0.02)
    #expect(log.take() == ["passed"])
    bench.advance(by: 0.5)
    #expect(log.take() == ["passed"])
    seek(bench, to: 2.9)
    bench.settle()
    seek(bench, to: 0.6)
    bench.settle()
    #expect(log.take() == [])
    bench.advance(by: 0.2)
    #expect(log.take() == ["passed"])
    observer.cancel()
    bench.advance(by: 2)
    #expect(log.take() == [])
  }

  @Test("A seek that is given up reports so, and playback goes on from where it was")
  func canceledSeek() throws {
    let bench = try PlayerBench()
    let log = Log()
    bench.player.play()
    bench.settle()
    bench.advance(by: 1)
    bench.player.cancelPendingSeeks()
    #expect(bench.player.timeControlStatus == .playing)
    bench.player.seek(to: .seconds(3)) { log.add("\($0)") }
    #expect(bench.player.timeControlStatus == .waitingToPlayAtSpecifiedRate)
    bench.player.cancelPendingSeeks()
    bench.settle()
    #expect(log.take() == ["false"])
    #expect(bench.player.currentTime() == .seconds(1) && bench.player.timeControlStatus == .playing)
    bench.advance(by: 0.5)
    #expect(bench.player.currentTime() == .milliseconds(1500) && bench.picture == 37)
  }

  @Test("An output that is added later gets the current picture in its format")
  func lateOutput() throws {
    let bench = try PlayerBench()
    bench.item.remove(bench.output)
    bench.player.play()
    bench.settle()
    bench.advance(by: 1)
    let late = VideoOutput()
    bench.item.add(late)
    bench.settle()
    #expect(late.copyPixelBuffer(forItemTime: bench.player.currentTime())?.itemTimeForDisplay == .seconds(1))
    #expect(bench.player.timeControlStatus == .playing && bench.player.currentTime() == .seconds(1))
  }

  @Test("Streams of events end with the item and the player")
  func streams() async throws {
    let bench = try PlayerBench()
    let (events, playerEvents) = (bench.item.events, bench.player.events)
    bench.settle()
    bench.player.replaceCurrentItem(with: nil)
    var received: [MoviePlayerItem.Event] = []
    for await event in events { received.append(event) }
    #expect(received == [.statusChanged(.readyToPlay)])
    bench.deliver()
    var iterator = playerEvents.makeAsyncIterator()
    #expect(await iterator.next() == .currentItemChanged)
  }
}
