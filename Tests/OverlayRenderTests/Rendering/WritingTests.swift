import Foundation
import OverlayRender
import Synchronization
import TestTools
import Testing

@Suite("Writing a stream in one call", .timeLimit(.minutes(10)))
struct WritingTests {
  private let stream = FrameStream(FrameStreamTests.clock, configuration: FrameStreamTests.configuration())

  /// The stream as written by the separate parts: the expected bytes.
  private func expectedY4M(_ folder: TemporaryFolder, seconds: Int64) async throws -> [UInt8]? {
    var configuration = FrameStreamTests.configuration()
    configuration.pixelFormat = .yuv420p
    let (format, path) = (try configuration.videoFormat(), folder("expected.y4m"))
    let frames = FrameStream(FrameStreamTests.clock, configuration: configuration).offline(duration: .seconds(seconds))
    try await FrameRecorder().record(frames) {
      let writer = try Y4MWriter(output: ByteOutput(path: path), format: format, rate: .fps(30))
      return ConstantRateSink(writer: writer, rate: .fps(30))
    }
    return folder.bytes("expected.y4m")
  }

  @Test("The file name decides the format, the output decides the pixel format, and the result has the statistics")
  func file() async throws {
    let folder = try TemporaryFolder()
    let result = try await stream.write(to: "\(folder.path)/clock.y4m", duration: .seconds(2))
    #expect(result.ending == .finished)
    #expect(result.statistics.frames == 60 && result.statistics.drawn == 3 && result.statistics.repeated == 57)
    let expected = try await expectedY4M(folder, seconds: 2)
    #expect(expected != nil && folder.bytes("clock.y4m") == expected)
    #expect(result.statistics.bytesWritten == Int64(expected?.count ?? 0))
  }

  @Test("A variable names an output as a literal does")
  func variable() async throws {
    let folder = try TemporaryFolder()
    let (file, picture) = (folder("clock.y4m"), folder("clock.png"))
    try await stream.write(to: file, duration: .seconds(1))
    try FrameStreamTests.clock.writePNG(to: picture, size: PixelSize(8, 8))
    #expect(folder.bytes("clock.y4m") != nil && folder.bytes("clock.png") != nil)
    let error = await #expect(throws: SinkError.self) { try await stream.write(to: file, duration: .seconds(1)) }
    #expect(error?.localizedDescription == error?.description)
  }

  @Test("A progress counts from the beginning of its recording")
  func idleProgress() {
    let clock = ManualClock(time: .seconds(1000))
    #expect(RecordingProgress(clock: clock).statistics.wallSeconds == 0)
  }

  @Test("A part of a stream starts at its time and shows the same as the whole stream")
  func stretch() async throws {
    let folder = try TemporaryFolder()
    try await stream.write(to: .path(folder("all.raw")), duration: .seconds(3))
    let result = try await stream.write(to: .path(folder("end.raw")), from: .seconds(2), duration: .seconds(1))
    #expect(result.statistics.frames == 30)
    let (all, end) = (try #require(folder.bytes("all.raw")), try #require(folder.bytes("end.raw")))
    #expect(end == Array(all.suffix(end.count)) && all.count == 3 * end.count)
    #expect(end.count == 153_600, "30 frames of 4 bytes a pixel")
  }

  @Test("A requested pixel format is written, or is an error if the output does not support it")
  func askedPixelFormat() async throws {
    let folder = try TemporaryFolder()
    var configuration = FrameStreamTests.configuration()
    configuration.pixelFormat = .gray
    let gray = FrameStream(FrameStreamTests.clock, configuration: configuration)
    try await gray.write(to: .path(folder("gray.y4m")), duration: .seconds(1))
    #expect(try #require(text(folder.bytes("gray.y4m"))).contains("Cmono"))
    await #expect(
      throws: SinkError.pixelFormatUnsupported(container: "png", found: .gray, supported: [.rgba, .bgra])
    ) {
      try await gray.write(to: .path(folder("%d.png")), duration: .seconds(1))
    }
    #expect(folder.names == ["gray.y4m"])
  }

  @Test("PNG frames are numbered, and the format can be requested")
  func pngFrames() async throws {
    let folder = try TemporaryFolder()
    let result = try await stream.write(to: .path(folder("frames/%03d.png")), duration: .milliseconds(100))
    #expect(result.statistics.frames == 3)
    #expect(folder.names == ["frames", "frames/001.png", "frames/002.png", "frames/003.png"])
    try await stream.write(to: .path(folder("frames.bin")), as: .raw, duration: .milliseconds(100))
    #expect(folder.bytes("frames.bin")?.count == 15_360)
  }

  @Test("An existing file is an error and stays, unless it may be replaced")
  func overwriting() async throws {
    let folder = try TemporaryFolder()
    folder.make("x.y4m", "good")
    await #expect(throws: SinkError.alreadyExists(path: folder("x.y4m"))) {
      try await stream.write(to: .path(folder("x.y4m")), duration: .seconds(1))
    }
    #expect(text(folder.bytes("x.y4m")) == "good" && folder.names == ["x.y4m"])
    try await stream.write(to: .path(folder("x.y4m")), duration: .seconds(1), overwrite: true)
    #expect(folder.bytes("x.y4m") == (try await expectedY4M(folder, seconds: 1)))
  }

  @Test("Options say the same as parameters")
  func options() async throws {
    let folder = try TemporaryFolder()
    folder.make("x.y4m", "good")
    let plan = try OutputPlan(destination: .path(folder("x.y4m")))
    let frames = stream.offline(duration: .seconds(1))
    await #expect(throws: SinkError.alreadyExists(path: folder("x.y4m"))) {
      try await frames.write(to: [plan], options: RecordingOptions())
    }
    let options = RecordingOptions(overwrite: true)
    let result = try await frames.write(to: [plan], options: options)
    #expect(folder.bytes("x.y4m") == (try await expectedY4M(folder, seconds: 1)))
    #expect(options.progress.statistics.frames == result.statistics.frames)
  }

  @Test("An endless offline stream is not written into a file")
  func endless() async throws {
    let folder = try TemporaryFolder()
    await #expect(throws: OutputPlanError.endless(name: folder("x.y4m"))) {
      try await stream.write(to: .path(folder("x.y4m")))
    }
    #expect(folder.names.isEmpty)
  }

  @Test("A FIFO receives the same bytes as a file")
  func fifo() async throws {
    let folder = try TemporaryFolder()
    let path = folder.makeFIFO("fifo")
    let reader = Background {
      let descriptor = open(path, O_RDONLY)
      defer { close(descriptor) }
      return readAll(descriptor)
    }
    let result = try await stream.write(to: .path(path), duration: .seconds(2))
    #expect(result.ending == .finished)
    #expect(try reader.value() == (try await expectedY4M(folder, seconds: 2)))
  }

  @Test("A reader that closes the pipe ends an endless stream without a signal or an error")
  func readerLeaves() async throws {
    let pipe = try TestPipe()
    let reader = Background { [reading = dup(pipe.reading)] in
      let bytes = readAll(reading, limit: 10_000)
      close(reading)
      return bytes
    }
    pipe.closeReading()
    let result = try await stream.write(to: .path("/dev/fd/\(pipe.writing)"))
    #expect(result.ending == .readerClosed)
    #expect(result.statistics.frames > 0)
    #expect(try text(Array(reader.value().prefix(9))) == "YUV4MPEG2")
  }

  @Test("Cancelling ends waiting for a stalled reader, and for the reader of a FIFO")
  func canceling() async throws {
    let pipe = try TestPipe()
    let path = "/dev/fd/\(pipe.writing)"
    // With the priority of the other tests, the recording would begin after them.
    let recording = Task(priority: .high) { [stream] in try await stream.write(to: .path(path)).ending }
    let writing = pipe.writing
    // Without blocking a thread that the recording may need to start.
    let isFull = await withCheckedContinuation { continuation in
      Thread.detachNewThread { continuation.resume(returning: waitUntilFull(writing)) }
    }
    #expect(isFull)
    recording.cancel()
    #expect(try await recording.value == .finished, "an endless stream ends normally")

    let folder = try TemporaryFolder()
    let fifo = folder.makeFIFO("fifo")
    let waiting = Task { [stream] in try await stream.write(to: .path(fifo), duration: .seconds(1)).ending }
    waiting.cancel()
    #expect(try await waiting.value == .cutShort(file: nil))
  }

  @Test("Cancelling keeps the frames next to the file, and the progress has their number")
  func cutShort() async throws {
    let folder = try TemporaryFolder()
    let path = folder("x.y4m")
    let task = Mutex<Task<RecordingResult, any Error>?>(nil)
    let counts = Mutex<[Int64]>([])
    let progress = RecordingProgress { progress in
      let frames = progress.statistics.frames
      counts.withLock { $0.append(frames) }
      if frames >= 90 { task.withLock { $0?.cancel() } }
    }
    let gate = AsyncStream<Void>.makeStream()
    let recording = Task { [stream] in
      for await _ in gate.stream {}
      return try await stream.write(to: .path(path), duration: .seconds(100_000), progress: progress)
    }
    task.withLock { $0 = recording }
    gate.continuation.finish()
    let result = try await recording.value
    guard case .cutShort(let file?) = result.ending else {
      Issue.record("not cut short: \(result.ending)")
      return
    }
    #expect(FileManager.default.contents(atPath: file)?.count == Int(result.statistics.bytesWritten))
    #expect(folder.names.count == 1 && !folder.names.contains("x.y4m"))
    let seen = counts.withLock { $0 }
    #expect(seen == seen.sorted() && Set(seen).count == seen.count && seen.last == result.statistics.frames)
  }

  @Test("A live stream is written in real time, with every frame of the grid")
  func live() async throws {
    let folder = try TemporaryFolder()
    let path = folder("live.y4m")
    let clock = SleepCountingClock(wallTime: WallTime(nanosecondsSince1970: 5_000_000_000))
    let frames = FrameStream(FrameStreamTests.clock, configuration: FrameStreamTests.configuration(start: nil))
      .live(clock: clock, duration: .milliseconds(100))
    let recording = Task { try await frames.write(to: .path(path)) }
    for slept in 1...3 {
      #expect(await eventually { clock.sleeps == slept })
      clock.advance(by: .milliseconds(34))
    }
    let result = try await recording.value
    #expect(result.ending == .finished)
    #expect(result.statistics.frames == 3 && result.statistics.drawn == 1)
  }

  @Test(
    "A picture in a pipe is redrawn only where it changed, in every pixel format",
    arguments: [nil, PixelFormat.bgraPremultiplied])
  func incrementalIntoPipe(pixelFormat: PixelFormat?) async throws {
    let pipe = try TestPipe()
    let (reading, path) = (pipe.reading, "/dev/fd/\(pipe.writing)")
    let seconds: Int64 = 20
    let size = 30 * 80 * 16 * 4 * Int(seconds)
    let reader = Background { readAll(reading, limit: size) }
    var configuration = FrameStreamTests.configuration()
    configuration.pixelFormat = pixelFormat
    configuration.background = .black
    let stream = FrameStream(FrameStreamTests.clock, configuration: configuration)
    let result = try await stream.write(to: .path(path), as: .raw, duration: .seconds(seconds))
    let folder = try TemporaryFolder()
    let file = try await stream.write(to: .path(folder("x.raw")), duration: .seconds(seconds))
    #expect(try reader.value() == folder.bytes("x.raw"))
    // The first pictures are drawn completely, because they have new memory; a pipe needs at most one more of these.
    #expect(result.statistics.pixelsDrawn <= file.statistics.pixelsDrawn + 80 * 16)
  }

  /// The sink of the article "Writing to a sink".
  final class Times: FrameSink {
    var times: [MediaTime] = []
    var framesWritten: Int64 { Int64(times.count) }
    var framesRepeated: Int64 { 0 }
    var bytesWritten: Int64 { 0 }
    var onProgress: ((any FrameSink) -> Void)?

    func write(_ sample: SampleBuffer) { times.append(sample.presentationTime) }
    func finish(at end: MediaTime) { times.append(end) }
    func finishEarly(at end: MediaTime, publishes: Bool) -> String? { nil }
    func abandon() {}
  }

  @Test("A recorder returns its sink to any actor, and a plan is written as planned")
  @MainActor
  func parts() async throws {
    let (result, sink) = try await FrameRecorder().record(stream.offline(duration: .seconds(2))) { Times() }
    #expect(result.ending == .finished)
    sink.times.append(.zero)
    #expect(sink.times.count == 5)
    let folder = try TemporaryFolder()
    let plan = try OutputPlan(destination: .path(folder("clock.raw")), pixelFormat: .nv12)
    try await stream.offline(duration: .seconds(1)).write(to: plan)
    #expect(folder.bytes("clock.raw")?.count == 57_600, "30 frames of 12 bits a pixel")
    let null = try await stream.offline(duration: .seconds(1)).write(to: OutputPlan(destination: nil, format: .null))
    #expect(null.statistics.frames == 30 && null.statistics.bytesWritten == 0)
  }

  @Test("A still is a PNG file of the view at a time")
  func still() throws {
    let folder = try TemporaryFolder()
    let configuration = FrameStreamTests.configuration()
    let bytes = try FrameStreamTests.clock.png(configuration, at: .seconds(1))
    #expect(bytes.starts(with: [0x89] + Array("PNG".utf8)))
    #expect(try bytes != FrameStreamTests.clock.png(configuration, at: .seconds(2)))
    try FrameStreamTests.clock.writePNG(to: .path(folder("made/x.png")), configuration, at: .milliseconds(1010))
    #expect(folder.bytes("made/x.png") == bytes)
    #expect(throws: SinkError.alreadyExists(path: folder("made/x.png"))) {
      try FrameStreamTests.clock.writePNG(to: .path(folder("made/x.png")), configuration)
    }
    try Color.red.png(size: PixelSize(4, 3)).withUnsafeBytes { #expect($0.count > 60) }
  }
}
