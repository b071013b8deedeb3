import Synchronization
import TestTools
import Testing

@testable import OverlayRender

@Suite("Live pictures that are drawn before their time", .timeLimit(.minutes(10)))
struct DrawingAheadTests {
  /// The moments for which a view was resolved.
  private final class Moments: Sendable {
    private let moments = Mutex<[MediaTime]>([])
    var all: [MediaTime] { moments.withLock { $0 } }
    func add(_ moment: MediaTime) { moments.withLock { $0.append(moment) } }
  }

  /// A live stream that is read, of a view that records its moments.
  private struct Recording {
    let clock: SleepCountingClock
    let resizing = LiveResizing()
    private let moments: Moments
    private let reader: LiveReader

    /// Starts the stream, and waits until it sleeps.
    init(every interval: MediaTime, besides data: LiveData<String>? = nil) async {
      let clock = SleepCountingClock(
        time: .seconds(50), wallTime: WallTime(nanosecondsSince1970: 1_000_250_000_000))
      let moments = Moments()
      let view = HStack {
        TimelineView(.every(interval)) { context in
          let _ = moments.add(context.time)
          Text("\(context.count)").font(size: 12)
        }
        if let data { LiveView(data) { Text($0.value).font(size: 12) } }
      }
      let stream = FrameStream(view, configuration: FrameStreamTests.configuration(start: nil))
      let frames = stream.live(clock: clock).resizing(by: resizing)
      (self.clock, self.moments, reader) = (clock, moments, LiveReader(frames))
      let isAsleep = await eventually { clock.sleeps == 1 }
      #expect(isAsleep)
    }

    /// The latest moment for which the view was resolved.
    var latestMoment: MediaTime? { moments.all.last }
    var resolvedCount: Int { moments.all.count }
    var samples: [SampleBuffer] { reader.samples }
    func cancel() { reader.cancel() }

    /// Advances the clock, and waits until the stream sleeps again.
    func advance(by duration: MediaTime) async {
      let sleeps = clock.sleeps
      clock.advance(by: duration)
      let isAsleep = await eventually { clock.sleeps > sleeps }
      #expect(isAsleep, "the stream does not sleep")
    }
  }

  @Test("While a stream waits for a change, its picture is drawn, and it is not drawn again when it is due")
  func waiting() async {
    let recording = await Recording(every: .seconds(1))
    #expect(recording.samples.count == 1)
    #expect(recording.latestMoment == .seconds(1))
    for second in Int64(1)...4 {
      await recording.advance(by: second == 1 ? .milliseconds(750) : .seconds(1))
      #expect(recording.samples.last?.presentationTime == .seconds(second))
      #expect(recording.latestMoment == .seconds(second + 1))
    }
    // Each moment is resolved once.
    #expect(recording.resolvedCount == 6)
    #expect(recording.samples.count == 5)
    recording.cancel()
  }

  @Test("If a stream is woken before the picture is due, it returns and draws nothing")
  func wokenEarly() async {
    let recording = await Recording(every: .seconds(1))
    recording.clock.advance(by: .milliseconds(100))
    let sleeps = recording.clock.sleeps
    recording.resizing.request(FrameStreamTests.configuration().size)
    let isAsleep = await eventually { recording.clock.sleeps > sleeps }
    #expect(isAsleep)
    #expect(recording.samples.count == 1)
    #expect(recording.resolvedCount == 2)
    recording.cancel()
  }

  @Test("After a stall, the picture that was drawn ahead is passed over")
  func stall() async {
    let recording = await Recording(every: .seconds(1))
    await recording.advance(by: .seconds(10))
    #expect(recording.samples.count == 2)
    #expect(recording.samples.last?.presentationTime == FrameRate.fps(30).time(ofFrame: 307))
    #expect(recording.latestMoment == .seconds(11))
    recording.cancel()
  }

  @Test("The damage of a returned picture is its difference from the one that was returned before")
  func damage() async throws {
    let recording = await Recording(every: .seconds(1))
    await recording.advance(by: .milliseconds(750))
    await recording.advance(by: .seconds(10))
    let samples = recording.samples
    try #require(samples.count == 3)
    for (before, after) in zip(samples, samples.dropFirst()) {
      #expect(!after.damage.isEmpty)
      #expect(!before.hasSamePicture(as: after))
      #expect(after.damage.contains(differencesBetween: before, and: after))
    }
    recording.cancel()
  }

  @Test("After a picture that was drawn but not returned, another size has its own damage")
  func resizing() throws {
    let view = HStack {
      Spacer()
      TimelineView(.every(.seconds(1))) { Text("\($0.count)").font(size: 12) }
    }
    var configuration = FrameStreamTests.configuration()
    configuration.size = PixelSize(160, 90)
    let renderer = try Renderer(view, configuration: configuration, clock: ManualClock())
    _ = try renderer.render(at: .zero)
    try renderer.draw(at: .seconds(1))
    try renderer.resize(to: PixelSize(96, 54))
    #expect(try renderer.render(at: .zero).damage.rectangles == [PixelRect(PixelSize(96, 54))])
  }

  @Test("A change that is far away, or of a view with live data, is drawn when it is due")
  func late() async {
    let rare = await Recording(every: .seconds(60))
    #expect(rare.latestMoment == .zero)
    await rare.advance(by: .seconds(60))
    #expect(rare.latestMoment == .seconds(60))
    rare.cancel()
    let live = await Recording(every: .seconds(1), besides: LiveData("x"))
    #expect(live.latestMoment == .zero)
    await live.advance(by: .milliseconds(750))
    #expect(live.latestMoment == .seconds(1))
    live.cancel()
  }
}

extension Damage {
  /// Returns whether all pixels in which two pictures differ are in the damage.
  fileprivate func contains(differencesBetween first: SampleBuffer, and second: SampleBuffer) -> Bool {
    guard let first = first.pixelBuffer, let second = second.pixelBuffer else { return false }
    let (old, new, width) = (first.contents, second.contents, first.format.size.width)
    return old.indices.allSatisfy { index in
      let pixel = PixelRect(x: index / 4 % width, y: index / 4 / width, width: 1, height: 1)
      return old[index] == new[index] || rectangles.contains { !$0.intersection(pixel).isEmpty }
    }
  }
}
