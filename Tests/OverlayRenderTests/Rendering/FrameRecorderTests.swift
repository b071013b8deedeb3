import Foundation
import Synchronization
import TestTools
import Testing

@testable import OverlayRender

@Suite("Recording", .timeLimit(.minutes(10)))
struct FrameRecorderTests {
  enum Event: Hashable, Sendable {
    case wrote(MediaTime)
    case finished(MediaTime)
    case cutShort(MediaTime, publishes: Bool)
    case abandoned
  }

  /// The events of a sink, readable from any thread.
  final class Log: Sendable {
    private let state = Mutex<[Event]>([])
    var events: [Event] { state.withLock { $0 } }
    func append(_ event: Event) { state.withLock { $0.append(event) } }
  }

  struct Full: Error {}

  private final class RecordingSink: FrameSink {
    let log: Log
    let onWrite: (Int) throws -> Void
    let bytesWritten: Int64 = 0
    private(set) var framesWritten: Int64 = 0
    let framesRepeated: Int64 = 0
    var onProgress: ((any FrameSink) -> Void)?

    init(_ log: Log, onWrite: @escaping (Int) throws -> Void = { _ in }) {
      self.log = log
      self.onWrite = onWrite
    }

    func write(_ sample: SampleBuffer) throws {
      log.append(.wrote(sample.presentationTime))
      framesWritten += 1
      try onWrite(Int(framesWritten))
    }

    func finish(at end: MediaTime) throws { log.append(.finished(end)) }
    func finishEarly(at end: MediaTime, publishes: Bool) throws -> String? {
      log.append(.cutShort(end, publishes: publishes))
      return publishes ? "final" : "temporary"
    }
    func abandon() { log.append(.abandoned) }
  }

  private let log = Log()
  private let stream = FrameStream(FrameStreamTests.clock, configuration: FrameStreamTests.configuration())

  private func due(_ second: Int64) -> MediaTime {
    let rate = FrameRate.fps(30)
    return second == 0
      ? .zero : rate.time(ofFrame: rate.frame(atOrAfter: MediaTime(value: 4 * second - 1, timescale: 4)))
  }

  @Test("Every sample is written, then the output is finished at the end")
  func whole() async throws {
    let progress = RecordingProgress(clock: ManualClock())
    let frames = stream.offline(duration: .seconds(3))
    let (result, sink) = try await FrameRecorder().record(frames, progress: progress) { [log] in RecordingSink(log) }
    #expect(result.ending == .finished && result.statistics.frames == 4)
    #expect(sink.framesWritten == 4, "the recorder returns its sink")
    #expect(log.events == (0...3).map { .wrote(due($0)) } + [.finished(.seconds(3))])
    #expect(progress.statistics.frames == 4 && progress.statistics.drawn == 4)
  }

  @Test("The sink of a plan is recorded into, and the progress has a fraction")
  func plan() async throws {
    let folder = try TemporaryFolder()
    let plan = try OutputPlan(destination: .path(folder("x.raw")))
    let fractions = Mutex<[Double?]>([])
    let progress = RecordingProgress { progress in fractions.withLock { $0.append(progress.fractionCompleted) } }
    #expect(progress.fractionCompleted == nil && progress.frameCount == nil)
    let result = try await FrameRecorder().record(stream.offline(duration: .seconds(3)), progress: progress) {
      try plan.makeSink(of: FrameStreamTests.configuration().videoFormat(), rate: .fps(30))
    }
    #expect(result.ending == .finished && result.statistics.frames == 90)
    #expect(progress.frameCount == 90 && progress.fractionCompleted == 1)
    let seen = fractions.withLock { $0.compactMap(\.self) }
    #expect(seen.count == fractions.withLock { $0.count } && seen == seen.sorted() && seen.allSatisfy { $0 <= 1 })
  }

  @Test("An endless recording has no fraction")
  func endless() async throws {
    let progress = RecordingProgress()
    _ = try? await FrameRecorder().record(stream.offline(), progress: progress) { [log] in
      RecordingSink(log) { if $0 == 3 { throw Full() } }
    }
    #expect(progress.frameCount == nil && progress.fractionCompleted == nil && progress.statistics.frames > 0)
  }

  @Test("Statistics print as one line with what matters")
  func description() {
    var statistics = RecordingStatistics()
    (statistics.frames, statistics.drawn, statistics.repeated) = (300, 10, 290)
    (statistics.bytesWritten, statistics.wallSeconds, statistics.cpuSeconds) = (4_249_000, 0.3141, 0.28)
    let usual = "300 frames (10 drawn, 290 repeated), 4.2 MB in 0.31 s, 0.28 s of processor time"
    #expect("\(statistics)" == usual)
    (statistics.lost, statistics.reconnections) = (7, 1)
    #expect("\(statistics)".contains("290 repeated), 7 lost, 1 reconnection, 4.2 MB"))
  }

  @Test("After an error no incomplete file is left, and the error is thrown")
  func error() async {
    await #expect(throws: Full.self) {
      try await FrameRecorder().record(stream.offline(duration: .seconds(9))) { [log] in
        RecordingSink(log) { if $0 == 3 { throw Full() } }
      }
    }
    #expect(log.events == (0...2).map { .wrote(due($0)) } + [.abandoned])
  }

  @Test("If the sink cannot be opened, nothing is drawn")
  func noSink() async {
    await #expect(throws: Full.self) {
      try await FrameRecorder().record(stream.offline()) { () throws -> RecordingSink in throw Full() }
    }
  }

  @Test("A picture that cannot be rendered abandons the output")
  func noPicture() async {
    let stream = FrameStream(Text("x"), size: PixelSize(0, 5))
    await #expect(throws: RenderError.self) {
      try await FrameRecorder().record(stream.offline()) { [log] in RecordingSink(log) }
    }
    #expect(log.events == [.abandoned])
  }

  /// Records, and cancels the task while the third picture is written.
  private func canceled(
    duration: MediaTime?, publishesPartial: Bool = false
  ) async throws -> RecordingResult.Ending {
    let task = Mutex<Task<RecordingResult.Ending, any Error>?>(nil)
    let (log, stream) = (log, stream)
    let gate = AsyncStream<Void>.makeStream()
    let recording = Task {
      for await _ in gate.stream {}
      return try await FrameRecorder().record(
        stream.offline(duration: duration), publishesPartial: publishesPartial
      ) {
        RecordingSink(log) { count in
          if count == 3 { task.withLock { $0?.cancel() } }
        }
      }.result.ending
    }
    task.withLock { $0 = recording }
    gate.continuation.finish()
    return try await recording.value
  }

  @Test(
    "A recording that is cut short keeps its file unpublished, unless partial files are published",
    arguments: [false, true])
  func cutShort(publishesPartial: Bool) async throws {
    let result = try await canceled(duration: .seconds(1000), publishesPartial: publishesPartial)
    #expect(result == .cutShort(file: publishesPartial ? "final" : "temporary"))
    guard case .cutShort(let end, publishesPartial) = log.events.last else {
      Issue.record("not cut short: \(log.events)")
      return
    }
    #expect(log.events.dropLast() == (0...2).map { .wrote(due($0)) })
    #expect(end > due(2) && end <= due(3), "the third picture does not last beyond its end: \(end)")
  }

  @Test("An endless recording that is canceled is finished and published")
  func endlessCutShort() async throws {
    #expect(try await canceled(duration: nil) == .finished)
    guard case .cutShort(_, publishes: true) = log.events.last else {
      Issue.record("not published: \(log.events)")
      return
    }
  }

  /// Writes a file, and cancels the task at its first picture.
  private final class CancellingWriter: PictureWriter {
    private let writer: Y4MWriter
    var framesWritten: Int64 { writer.framesWritten }
    var bytesWritten: Int64 { writer.bytesWritten }

    init(_ writer: Y4MWriter) { self.writer = writer }

    func write(_ picture: PixelBuffer, count: Int) throws(SinkError) {
      try writer.write(picture, count: count)
      withUnsafeCurrentTask { $0?.cancel() }
    }
    func finish() throws(SinkError) { try writer.finish() }
    func finishEarly(publishes: Bool) throws(SinkError) -> String? {
      try writer.finishEarly(publishes: publishes)
    }
    func abandon() { writer.abandon() }
  }

  @Test("After cancellation, the partial file stays next to the existing file")
  func cutShortFile() async throws {
    let folder = try TemporaryFolder()
    folder.make("x.y4m", "good")
    var configuration = FrameStreamTests.configuration()
    configuration.pixelFormat = .yuv420p
    let (path, format) = (folder("x.y4m"), try configuration.videoFormat())
    let stream = FrameStream(FrameStreamTests.clock, configuration: configuration)
    let recording = Task {
      try await FrameRecorder().record(stream.offline(duration: .seconds(1000))) {
        let output = try ByteOutput(path: path, overwrite: true)
        let writer = CancellingWriter(try Y4MWriter(output: output, format: format, rate: .fps(30)))
        return ConstantRateSink(writer: writer, rate: .fps(30))
      }.result.ending
    }
    guard case .cutShort(let file?) = try await recording.value else {
      Issue.record("there is no partial file: \(folder.names)")
      return
    }
    #expect(text(folder.bytes("x.y4m")) == "good")
    let partial = try #require(FileManager.default.contents(atPath: file))
    #expect(folder.names.count == 2 && partial.starts(with: Data("YUV4MPEG2".utf8)))
  }

  @Test("A live recording that is cut short ends at the frame after the current one")
  func liveCutShort() async throws {
    let clock = SleepCountingClock(wallTime: WallTime(nanosecondsSince1970: 5_000_000_000))
    let live = FrameStream(FrameStreamTests.clock, configuration: FrameStreamTests.configuration(start: nil))
    let recording = Task { [log] in
      try await FrameRecorder().record(live.live(clock: clock)) { RecordingSink(log) }.result.ending
    }
    #expect(await eventually { clock.sleeps == 1 })
    clock.advance(by: MediaTime(value: 5, timescale: 2))
    #expect(await eventually { clock.sleeps == 2 })
    recording.cancel()
    #expect(try await recording.value == .finished)
    #expect(
      log.events == [
        .wrote(.zero), .wrote(MediaTime(value: 5, timescale: 2)),
        .cutShort(MediaTime(value: 76, timescale: 30), publishes: true),
      ])
  }
}

@Suite("Statistics as JSON")
struct RecordingStatisticsJSONTests {
  @Test("Every number has its name, and missing lateness is null")
  func numbers() throws {
    var statistics = RecordingStatistics()
    statistics.frames = 12
    statistics.drawn = 2
    statistics.repeated = 10
    statistics.pixelsDrawn = 34
    statistics.bytesWritten = 1 << 40
    statistics.wallSeconds = 0.000_012_3
    statistics.cpuSeconds = 1.5
    statistics.peakResidentBytes = 4096
    statistics.skipped = 287
    statistics.stalls = 1
    statistics.stallSeconds = 4.787
    statistics.lost = 5
    statistics.unconfirmed = 3
    statistics.reconnections = 2
    #expect(
      statistics.json
        == #"{"frames":12,"drawn":2,"repeated":10,"dropped":0,"pixelsDrawn":34,"bytesWritten":1099511627776,"#
        + #""wallSeconds":1.2e-05,"cpuSeconds":1.5,"peakResidentBytes":4096,"latenessMilliseconds":null,"#
        + #""skipped":287,"stalls":1,"stallSeconds":4.787,"lost":5,"unconfirmed":3,"reconnections":2}"#)
    #expect(throws: Never.self) { try JSONSerialization.jsonObject(with: Data(statistics.json.utf8)) }
  }
}
