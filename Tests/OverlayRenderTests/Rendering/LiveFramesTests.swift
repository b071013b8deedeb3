import Foundation
import Observation
import Synchronization
import TestTools
import Testing

@testable import OverlayRender

@Suite("Live frames", .timeLimit(.minutes(10)))
struct LiveFramesTests {
  /// Slightly more than a frame: a thirtieth of a second is not a whole number of nanoseconds.
  private static let frame = MediaTime.nanoseconds(33_333_334)

  private let clock = SleepCountingClock(
    time: .seconds(50), wallTime: WallTime(nanosecondsSince1970: 1_000_250_000_000))

  private func stream(_ view: some View = FrameStreamTests.clock) -> FrameStream {
    FrameStream(view, configuration: FrameStreamTests.configuration(start: nil))
  }

  /// Advances the clock, and waits until the stream has noticed and sleeps again.
  private func advance(by duration: MediaTime, _ reader: LiveReader) async {
    await settle { clock.advance(by: duration) }
  }

  private func settle(_ action: () -> Void) async {
    let sleeps = clock.sleeps
    action()
    #expect(await eventually { clock.sleeps > sleeps }, "the stream does not sleep")
  }

  private func start(_ frames: LiveFrames) async -> LiveReader {
    var reader: LiveReader?
    await settle { reader = LiveReader(frames) }
    return reader ?? LiveReader(frames)
  }

  /// The picture of a clock's text.
  private func picture(_ label: String) throws -> SampleBuffer {
    let text = Text(label).monospacedDigit().font(size: 12)
    return try Renderer(text, configuration: FrameStreamTests.configuration(), clock: ManualClock()).render(at: .zero)
  }

  private func shows(_ sample: SampleBuffer?, _ label: String) throws -> Bool {
    try #require(sample).hasSamePicture(as: picture(label))
  }

  @Test("Content that is shown by another stream goes on, also after a time without one")
  func timeline() async throws {
    let timeline = LiveTimeline()
    let first = await start(stream().live(clock: clock).following(timeline))
    first.cancel()
    #expect(await eventually { first.hasEnded })
    clock.advance(by: .seconds(20))
    let second = await start(stream().live(clock: clock).following(timeline))
    let beginning = try #require(first.times.first)
    #expect(beginning < .seconds(1))
    #expect(second.times.first == beginning + .seconds(20))
    second.cancel()
  }

  @Test(
    "A clock advanced exactly to the time of a frame gets the frame, and the stream sleeps again", arguments: [0, 250])
  func exactFrameTimes(milliseconds: Int64) async throws {
    let clock = SleepCountingClock(
      time: .zero, wallTime: WallTime(nanosecondsSince1970: milliseconds * 1_000_000))
    let rate = FrameRate.fps(30)
    let everyFrame = TimelineView(.every(rate.time(ofFrame: 1))) { context in Text("\(context.count)").font(size: 12) }
    let reader = LiveReader(stream(everyFrame).live(clock: clock))
    #expect(await eventually { clock.sleeps == 1 })
    let first = milliseconds * 30 / 1000
    for frame in (first + 1)...(first + 6) {
      // The grid begins at the last whole second of the wall clock.
      let time = rate.time(ofFrame: frame) - .milliseconds(milliseconds)
      clock.advance(by: time - clock.time)
      #expect(await eventually { reader.times.last == rate.time(ofFrame: frame) }, "frame \(frame)")
    }
    #expect(await eventually { clock.sleeps == 7 })
    await letOthersRun()
    #expect(clock.sleeps == 7 && reader.samples.count == 7)
    reader.cancel()
  }

  @Test("The grid begins at the last whole second, and its current frame is returned immediately")
  func anchor() async throws {
    let reader = await start(stream().live(clock: clock))
    #expect(reader.times == [FrameRate.fps(30).time(ofFrame: 7)], "a quarter of a second is 7.5 frames")
    #expect(try shows(reader.samples.last, "00:16:40"))
    #expect(reader.samples.first?.duration == .invalid)

    reader.cancel()
  }

  /// A clock whose preparation takes a tenth of a second.
  private struct SlowView: View {
    let clock: SleepCountingClock

    var body: some View {
      if clock.time == .seconds(50) { clock.advance(by: .milliseconds(100)) }
      return FrameStreamTests.clock
    }
  }

  @Test("A stream whose first picture takes longer than a frame begins with its first frame", arguments: [false, true])
  func slowStart(repeats: Bool) async throws {
    let frames = stream(SlowView(clock: clock)).live(clock: clock, duration: .milliseconds(50), repeats: repeats)
    let iterator = frames.makeAsyncIterator()
    let first = try #require(try await iterator.next())
    #expect(first.presentationTime == FrameRate.fps(30).time(ofFrame: 7))
    #expect(try shows(first, "00:16:40"))
    #expect(try #require(iterator.lateness) > .milliseconds(100))
    #expect(try await iterator.next() == nil)
  }

  @Test("Changes are returned on their frame, and nothing wakes in between")
  func changes() async throws {
    let reader = await start(stream().live(clock: clock))
    let sleeps = clock.sleeps
    clock.advance(by: MediaTime(value: 749, timescale: 1000))
    #expect(clock.sleeps == sleeps && reader.samples.count == 1)
    await advance(by: MediaTime(value: 1, timescale: 1000), reader)
    #expect(reader.times.last == .seconds(1))
    #expect(try shows(reader.samples.last, "00:16:41"))
    for second in 2..<8 as Range<Int64> {
      await advance(by: .seconds(1), reader)
      #expect(reader.times.last == .seconds(second))
    }
    #expect(clock.sleeps == sleeps + 7, "one sleep per change")
    #expect(zip(reader.times, reader.times.dropFirst()).allSatisfy { $0 < $1 })
    reader.cancel()
  }

  @Test("After a suspension the current frame is returned once, without a burst")
  func skip() async throws {
    let reader = await start(stream().live(clock: clock))
    await advance(by: .seconds(10), reader)
    #expect(reader.times == [FrameRate.fps(30).time(ofFrame: 7), FrameRate.fps(30).time(ofFrame: 307)])
    #expect(try shows(reader.samples.last, "00:16:50"))
    await advance(by: MediaTime(value: 3, timescale: 4), reader)
    #expect(reader.times.last == .seconds(11))
    #expect(try shows(reader.samples.last, "00:16:51"))
    reader.cancel()
  }

  @Test("Stalls are counted, with the skipped frames and the duration", arguments: [true, false])
  func stalls(repeats: Bool) async throws {
    let frames = stream().live(clock: clock, repeats: repeats)
    let iterator = frames.makeAsyncIterator()
    func next() async throws { _ = try #require(try await iterator.next()) }
    try await next()
    #expect(iterator.stalls == LiveFrames.Stalls())
    // The reader stops for four seconds, from 0.25 s to 4.25 s.
    clock.advance(by: .seconds(4))
    // Each frame of the grid was due, or the change at the next second and those after it.
    let due = repeats ? FrameRate.fps(30).time(ofFrame: 8) : .seconds(1)
    let now = MediaTime(value: 425, timescale: 100)
    let skipped = 127 - FrameRate.fps(30).frame(atOrAfter: due)
    func expectOneStall() {
      #expect(iterator.stalls.count == 1 && iterator.stalls.skippedFrames == skipped)
      #expect(abs(iterator.stalls.seconds - (now - due).seconds) < 1e-6)
    }
    expectOneStall()
    try await next()
    expectOneStall()
    clock.advance(by: MediaTime(value: 3, timescale: 4))
    try await next()
    #expect(iterator.stalls.count == (repeats ? 2 : 1), "a change on its frame is not a stall")
  }

  @Test("A stall is in the statistics while it lasts, but not after the end of the stream")
  func stallInProgress() async throws {
    let progress = RecordingProgress(clock: clock)
    let iterator = stream().live(clock: clock, repeats: true).makeAsyncIterator()
    _ = try await iterator.next()
    progress.update(schedule: try #require(iterator.schedule))
    // The sample is being written.
    clock.advance(by: .seconds(4))
    #expect(progress.statistics.stalls == 1 && progress.statistics.skipped == 119)
    progress.endStream()
    clock.advance(by: .seconds(4))
    #expect(progress.statistics.stalls == 1 && progress.statistics.skipped == 119)
  }

  @Test("A stream of infinite duration is endless")
  func endless() {
    #expect(stream().live(duration: .positiveInfinity).isEndless && stream().live().isEndless)
    #expect(!stream().live(duration: .seconds(1)).isEndless && !stream().live(until: clock.wallTime).isEndless)
  }

  @Test("A stall beyond the end counts the missing frames")
  func stallAtEnd() async throws {
    let iterator = stream().live(clock: clock, duration: .seconds(2), repeats: true).makeAsyncIterator()
    _ = try await iterator.next()
    clock.advance(by: .seconds(60))
    #expect(try await iterator.next() == nil)
    #expect(iterator.stalls.count == 1 && iterator.stalls.skippedFrames == 59)
  }

  @Test("When the wall clock is stepped, the displayed time follows, and presentation time continues")
  func wallClockStep() async throws {
    let reader = await start(stream().live(clock: clock))
    await advance(by: MediaTime(value: 3, timescale: 4), reader)
    await settle { clock.stepWallClock(to: WallTime(nanosecondsSince1970: 7_200_900_000_000)) }
    await advance(by: Self.frame, reader)
    #expect(try shows(reader.samples.last, "02:00:00"))
    #expect(reader.times.last == FrameRate.fps(30).time(ofFrame: 31))
    await advance(by: Self.frame + Self.frame, reader)
    #expect(try shows(reader.samples.last, "02:00:01"), "a tenth of a second after the step is a second")
    #expect(reader.times.last == FrameRate.fps(30).time(ofFrame: 33))
    // Step back.
    await settle { clock.stepWallClock(to: WallTime(nanosecondsSince1970: 0)) }
    await advance(by: Self.frame, reader)
    #expect(try shows(reader.samples.last, "00:00:00"))
    #expect(zip(reader.times, reader.times.dropFirst()).allSatisfy { $0 < $1 })
    reader.cancel()
  }

  @Test("With a given start the grid begins now, and steps of the wall clock have no effect")
  func callersStart() async throws {
    let configuration = FrameStreamTests.configuration(start: WallTime(nanosecondsSince1970: 0))
    let reader = await start(FrameStream(FrameStreamTests.clock, configuration: configuration).live(clock: clock))
    #expect(reader.times == [.zero])
    clock.stepWallClock(to: WallTime(nanosecondsSince1970: 7_200_900_000_000))
    await advance(by: .seconds(1), reader)
    #expect(reader.times == [.zero, .seconds(1)])
    #expect(try shows(reader.samples.last, "00:00:01"))
    reader.cancel()
  }

  @Test("A live value appears on the next frame of the grid, with the time since it holds")
  func liveData() async throws {
    let data = LiveData("one")
    let seen = Mutex<[LiveData<String>.Entry]>([])
    let configuration = FrameStreamTests.configuration(start: nil)
    let frames = FrameStream(data, configuration: configuration) { entry in
      TimelineView(.every(.seconds(60))) { _ in Text(entry.value).monospacedDigit().font(size: 12) }
    }
    let recorded = FrameStream(data, configuration: configuration) { entry in
      Noting(entry: entry) { entry in seen.withLock { $0.append(entry) } }
    }
    let reader = await start(frames.live(clock: clock))
    let noting = LiveReader(recorded.live(clock: clock, repeats: true))
    #expect(await eventually { noting.samples.count == 1 })
    #expect(try shows(reader.samples.last, "one"))
    await settle { data.update("two") }
    #expect(await eventually { clock.sleeps >= 4 })
    #expect(reader.samples.count == 1, "this frame is already written")
    clock.advance(by: Self.frame)
    #expect(await eventually { reader.samples.count == 2 && noting.samples.count == 2 })
    #expect(reader.times.last == FrameRate.fps(30).time(ofFrame: 8))
    #expect(try shows(reader.samples.last, "two"))
    #expect(seen.withLock { $0.map(\.value) } == ["one", "two"])
    #expect(seen.withLock { $0.map(\.revision) } == [0, 1])
    #expect(
      seen.withLock { $0.map(\.since) } == [FrameRate.fps(30).time(ofFrame: 7), FrameRate.fps(30).time(ofFrame: 8)])
    reader.cancel()
    noting.cancel()
  }

  /// Records each time that it is resolved.
  private struct Noting: PrimitiveView {
    let entry: LiveData<String>.Entry
    let note: @Sendable (LiveData<String>.Entry) -> Void
    func addNodes(to builder: inout SceneBuilder) {
      note(entry)
      Text("noted").resolve(into: &builder)
    }
  }

  @Test("Cancelling ends the stream")
  func cancel() async {
    let reader = await start(stream().live(clock: clock))
    #expect(!reader.hasEnded)
    reader.cancel()
    #expect(await eventually { reader.hasEnded })
    #expect(reader.samples.count == 1)
  }

  @Test("With repetition, every frame of the grid is returned, unchanged ones with the same buffer")
  func repeats() async throws {
    let reader = await start(stream().live(clock: clock, repeats: true))
    for _ in 0..<24 { await advance(by: Self.frame, reader) }
    #expect(reader.times == (7...31).map { FrameRate.fps(30).time(ofFrame: $0) })
    let buffers = Set(reader.samples.compactMap { $0.pixelBuffer.map(ObjectIdentifier.init) })
    #expect(buffers.count == 2)
    #expect(reader.samples.count { $0.damage.isEmpty } == 23)
    reader.cancel()
  }

  @Test("A duration counts from the first frame")
  func duration() async {
    let reader = await start(stream().live(clock: clock, duration: .seconds(2)))
    await advance(by: .seconds(1), reader)
    await advance(by: MediaTime(value: 9, timescale: 10), reader)
    #expect(!reader.hasEnded)
    clock.advance(by: MediaTime(value: 1, timescale: 10))
    #expect(await eventually { reader.hasEnded })
    #expect(reader.times.count == 3)
  }

  @Observable @MainActor
  final class Model {
    var score = 0
    var other = 0
  }

  @Test("Live data follows an observable model, only for the properties that were read")
  @MainActor
  func observing() async {
    let model = Model()
    let data = LiveData(observing: { model.score })
    #expect(data.current == (0, 0))
    model.other = 5
    model.score = 1
    #expect(await eventually { data.current.value == 1 })
    let revision = data.current.revision
    model.other = 6
    for _ in 0..<100 { await Task.yield() }
    #expect(data.current.revision == revision)
    model.score = 2
    #expect(await eventually { data.current.value == 2 }, "it continues to follow")
  }
}

@Suite("The end of a live stream")
struct LiveEndTests {
  private func frameCount(
    beginningAt wall: Int64, duration: MediaTime? = nil, until end: Int64? = nil, step: Int64 = 0
  ) async throws -> Int {
    let clock = ManualClock(time: .nanoseconds(987_654_321), wallTime: WallTime(nanosecondsSince1970: wall))
    var configuration = RenderConfiguration(size: PixelSize(8, 8))
    configuration.fonts = FixtureFonts.configuration
    let stream = FrameStream(Rectangle(), configuration: configuration)
    let frames = stream.live(
      clock: clock, duration: duration, until: end.map { WallTime(nanosecondsSince1970: $0) }, repeats: true)
    let iterator = frames.makeAsyncIterator()
    var count = 0
    while try await iterator.next() != nil {
      count += 1
      // A thirtieth of a second, rounded up: the next frame is due, but not the one after it.
      clock.advance(by: .nanoseconds(33_333_334))
      if count == 5, step != 0 { clock.stepWallClock(to: clock.wallTime.advanced(byNanoseconds: step)) }
    }
    return count
  }

  @Test("The number of frames of a duration does not depend on the fraction of the starting second")
  func duration() async throws {
    for wall in stride(from: Int64(0), to: 1_000_000_000, by: 37_000_001) {
      #expect(try await frameCount(beginningAt: wall, duration: .nanoseconds(500_000_000)) == 15)
    }
  }

  @Test("A wall time ends the stream with the first frame at or after it, also when the wall clock is stepped")
  func wallEnd() async throws {
    #expect(try await frameCount(beginningAt: 0, until: 1_000_000_000) == 30)
    #expect(try await frameCount(beginningAt: 0, until: 1_000_000_001) == 31)
    #expect(try await frameCount(beginningAt: 0, duration: .seconds(9), until: 1_000_000_000) == 30)
    #expect(try await frameCount(beginningAt: 0, until: 2_000_000_000, step: 1_000_000_000) == 30)
  }
}
