import Dispatch
import OverlayRender
import Synchronization
import TestTools
import Testing

@testable import OverlayRender

@Suite("Several outputs")
struct TeeSinkTests {
  private static let size = PixelSize(64, 36)
  private static let view = ClockText(format: "ss").font(size: 20)

  private func stream(_ background: Color = .black) -> FrameStream {
    var configuration = RenderConfiguration(
      size: Self.size, frameRate: .fps(10), start: WallTime(nanosecondsSince1970: 1_750_000_000_000_000_000))
    configuration.background = background
    return FrameStream(Self.view, configuration: configuration)
  }

  private func outputs(_ formats: [OutputFormat]) throws -> [TeeSink.Output] {
    let plans = try formats.map { try OutputPlan(destination: nil, format: $0, formats: [$0]) }
    var configuration = stream().configuration
    return try configuration.outputs(for: plans)
  }

  private func sink(
    _ formats: [OutputFormat], waits: Bool = true, _ interruption: OutputInterruption? = nil
  ) throws -> TeeSink {
    try TeeSink(
      outputs(formats), rate: .fps(10), frameCount: nil, waits: waits, overwrite: false, interruption: interruption)
  }

  private func sample(_ frame: Int64, seed: UInt8? = nil) throws -> SampleBuffer {
    SampleBuffer(
      pixelBuffer: try makePicture(
        VideoFormat(size: Self.size, pixelFormat: .bgraPremultiplied), seed: seed ?? UInt8(truncatingIfNeeded: frame)),
      presentationTime: FrameRate.fps(10).time(ofFrame: frame))
  }

  @Test("Each output has the bytes that it has alone, with all conversions")
  func sameBytes() async throws {
    let folder = try TemporaryFolder()
    let names = ["a.y4m", "b.rgba", "c.bgra", "d.gray", "e%02d.png", "f.y4m"]
    func plans(_ prefix: String) throws -> [OutputPlan] {
      try names.map { name in
        try OutputPlan(
          destination: OutputDestination(folder(prefix + name)), format: name.hasSuffix("gray") ? .raw : nil,
          pixelFormat: name == "f.y4m" ? .yuv444p : name == "d.gray" ? .gray : nil)
      }
    }
    let stream = stream(.white.opacity(0.5))
    for plan in try plans("alone-") {
      try await stream.offline(duration: .seconds(3)).write(to: plan)
    }
    let result = try await stream.offline(duration: .seconds(3)).write(to: plans("all-"))
    #expect(result.ending == .finished)
    #expect(result.statistics.drawn == 3)
    #expect(result.statistics.outputs.map(\.frames) == Array(repeating: 30, count: names.count))
    #expect(result.statistics.bytesWritten == result.statistics.outputs.reduce(0) { $0 + $1.bytesWritten })
    let alone = folder.names.filter { $0.hasPrefix("alone-") }
    #expect(alone.count == names.count - 1 + 30)
    for name in alone {
      #expect(folder.bytes(name) == folder.bytes("all-" + name.dropFirst(6)), "\(name)")
    }
  }

  @Test("Outputs of one pixel format get the same picture, which is converted once")
  func sharedPictures() throws {
    let received = Mutex<[ObjectIdentifier]>([])
    let format = OutputFormat.test(pixelFormat: .yuv420p) { sample in
      if let picture = sample.pixelBuffer { received.withLock { $0.append(ObjectIdentifier(picture)) } }
    }
    let plans = try (0..<2).map { _ in try OutputPlan(destination: nil, format: format, formats: [format]) }
    var stream = stream()
    let outputs = try stream.configuration.outputs(for: plans)
    #expect(stream.configuration.pixelFormat == .yuv420p)
    let tee = try TeeSink(
      outputs, rate: .fps(10), frameCount: nil, waits: true, overwrite: false, interruption: nil)
    let picture = try makePicture(stream.configuration.videoFormat(), seed: 1)
    try tee.write(SampleBuffer(pixelBuffer: picture, presentationTime: .zero))
    try tee.finish(at: .seconds(1))
    #expect(received.withLock { $0 } == Array(repeating: ObjectIdentifier(picture), count: 2))
  }

  @Test("An output that fails does not end the others, and its failure is reported once")
  func failure() throws {
    let frames = Mutex(0)
    let failing = OutputFormat.test { _ in throw SinkError.noSpace(name: "full") }
    let tee = try sink([failing, .test { _ in frames.withLock { $0 += 1 } }])
    var reported: [String] = []
    tee.onFailure = { reported.append("\($1)") }
    for frame in 0..<100 { try tee.write(sample(Int64(frame))) }
    try tee.finish(at: .seconds(10))
    #expect(frames.withLock { $0 } == 100)
    #expect(reported == ["\(SinkError.noSpace(name: "full"))"])
    #expect(tee.outputs.map { $0.problem != nil } == [true, false])
  }

  @Test("If all outputs fail, the first error ends the recording")
  func allFail() throws {
    let first = OutputFormat.test { _ in throw SinkError.noSpace(name: "first") }
    let second = OutputFormat.test { _ in throw SinkError.noSpace(name: "second") }
    let tee = try sink([first, second])
    #expect(throws: SinkError.noSpace(name: "first")) {
      for frame in 0..<100 { try tee.write(sample(Int64(frame))) }
      try tee.finish(at: .seconds(10))
    }
  }

  @Test("A reader that closes ends its output only; when all have closed, the recording ends")
  func readerClosed() throws {
    let closing = OutputFormat.test { _ in throw SinkError.readerClosed(name: "pipe") }
    let tee = try sink([closing, .test { _ in }])
    for frame in 0..<20 { try tee.write(sample(Int64(frame))) }
    try tee.finish(at: .seconds(2))
    #expect(tee.outputs.map(\.frames) == [0, 20])
    #expect(tee.outputs.allSatisfy { $0.problem == nil })
    let closed = try sink([closing, closing])
    #expect(throws: SinkError.self) {
      try closed.write(sample(0))
      try closed.finish(at: .seconds(2))
    }
  }

  @Test("In real time, a slow output loses pictures, the others do not, and what it writes later is right")
  func slow() throws {
    let gate = DispatchSemaphore(value: 0)
    let written = Mutex<[[UInt8]]>([])
    let slow = OutputFormat.test(pixelFormat: .gray) { sample in
      gate.wait()
      if let picture = sample.pixelBuffer { written.withLock { $0.append(picture.contents) } }
    }
    let tee = try sink([slow, .test { _ in }], waits: false)
    for frame in 0..<100 { try tee.write(sample(Int64(frame))) }
    for _ in 0..<100 { gate.signal() }
    try tee.finish(at: .seconds(10))
    let outputs = tee.outputs
    #expect(outputs[0].frames + outputs[0].dropped == 100)
    #expect((8...9).contains(outputs[0].frames))
    #expect(outputs[1].frames + outputs[1].dropped == 100)
    // The conversion of the last picture includes what the dropped ones changed.
    let whole = try FrameConverter(
      from: VideoFormat(size: Self.size, pixelFormat: .bgraPremultiplied),
      to: stream().configuration.format(.gray), clock: ManualClock())
    let last = try whole.convert(#require(sample(99).pixelBuffer), damage: .nothing)
    #expect(written.withLock { $0.last } == last.contents)
  }

  @Test("As fast as possible, a slow output holds up the pictures, and loses none")
  func backPressure() throws {
    let gate = DispatchSemaphore(value: 0)
    let tee = try sink([.test { _ in gate.wait() }, .test { _ in }])
    let count = Mutex(0)
    let samples = try (0..<30).map { try sample(Int64($0)) }
    nonisolated(unsafe) let sink = tee
    let writing = Background {
      for sample in samples {
        try? sink.write(sample)
        count.withLock { $0 += 1 }
      }
      return true
    }
    for _ in 0..<10 { gate.signal() }
    // Ten are written, one is being written, and eight wait.
    #expect(waitUntil { count.withLock { $0 } == 19 })
    for _ in 0..<20 { gate.signal() }
    _ = try writing.value()
    try tee.finish(at: .seconds(3))
    #expect(tee.outputs.map(\.frames) == [30, 30])
    #expect(tee.outputs.map(\.dropped) == [0, 0])
  }

  @Test("If an output cannot be opened, none of them is left")
  func opening() throws {
    let folder = try TemporaryFolder()
    folder.make("old.y4m")
    let plans = try ["new.y4m", "old.y4m"].map { try OutputPlan(destination: OutputDestination(folder($0))) }
    var configuration = stream().configuration
    let outputs = try configuration.outputs(for: plans)
    #expect(throws: SinkError.alreadyExists(path: folder("old.y4m"))) {
      try TeeSink(outputs, rate: .fps(10), frameCount: nil, waits: true, overwrite: false, interruption: nil)
    }
    #expect(folder.names == ["old.y4m"])
  }

  @Test("An interruption cuts all outputs short, also those that are being completed")
  func interruption() throws {
    let interruption = try OutputInterruption(grace: .zero)
    let folder = try TemporaryFolder()
    let plans = try ["a.y4m", "b.rgba"].map { try OutputPlan(destination: OutputDestination(folder($0))) }
    var configuration = stream().configuration
    let tee = try TeeSink(
      configuration.outputs(for: plans), rate: .fps(10), frameCount: nil, waits: true, overwrite: false,
      interruption: interruption)
    try tee.write(sample(0))
    interruption.interrupt()
    #expect(throws: SinkError.self) { try tee.finish(at: .seconds(100_000)) }
    _ = try tee.finishEarly(at: .seconds(1), publishes: true)
    #expect(Set(folder.names).isSubset(of: ["a.y4m", "b.rgba"]))
  }
}

extension RenderConfiguration {
  fileprivate func format(_ pixelFormat: PixelFormat) throws -> VideoFormat {
    var configuration = self
    configuration.pixelFormat = pixelFormat
    return try configuration.videoFormat()
  }
}

extension OutputFormat {
  /// A format whose sink calls an action for each sample.
  fileprivate static func test(
    pixelFormat: PixelFormat = .bgraPremultiplied, _ action: @escaping @Sendable (SampleBuffer) throws -> Void
  ) -> OutputFormat {
    OutputFormat(name: "test", pixelFormats: [pixelFormat], defaultPixelFormat: pixelFormat, files: .none) { _ in
      ActionSink(action)
    }
  }
}

/// A sink that calls an action for each sample.
private final class ActionSink: FrameSink {
  private let action: (SampleBuffer) throws -> Void
  var onProgress: ((any FrameSink) -> Void)?
  let bytesWritten: Int64 = 0
  private(set) var framesWritten: Int64 = 0
  let framesRepeated: Int64 = 0

  init(_ action: @escaping (SampleBuffer) throws -> Void) { self.action = action }

  func write(_ sample: SampleBuffer) throws {
    try action(sample)
    framesWritten += 1
  }

  func finish(at end: MediaTime) {}
  func finishEarly(at end: MediaTime, publishes: Bool) -> String? { nil }
  func abandon() {}
}
