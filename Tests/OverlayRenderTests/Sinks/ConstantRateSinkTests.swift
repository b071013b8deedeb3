import OverlayRender
import Testing

/// A writer that records its calls and can fail.
private final class RecordingWriter: PictureWriter {
  var frames: [PixelBuffer] = []
  var calls: [String] = []
  var failure: SinkError?
  /// The number of frames after which an interruption occurs.
  var interruptionCount = Int.max
  var framesWritten: Int64 { Int64(frames.count) }
  var bytesWritten: Int64 { Int64(frames.count) }

  func write(_ picture: PixelBuffer, count: Int) throws(SinkError) {
    if let failure { throw failure }
    let room = max(interruptionCount - frames.count, 0)
    frames += Array(repeating: picture, count: min(count, room))
    if count > room { throw .interrupted(name: "x") }
  }
  func finish() throws(SinkError) { calls.append("finish") }
  func finishEarly(publishes: Bool) throws(SinkError) -> String? {
    calls.append("cut short, publishes: \(publishes)")
    return "file"
  }
  func abandon() { calls.append("abandon") }
}

@Suite("Constant-rate sink")
struct ConstantRateSinkTests {
  private let writer = RecordingWriter()
  private let pictures: [PixelBuffer]

  init() throws {
    let format = try videoFormat(2, 2)
    pictures = try (0..<4).map { try makePicture(format, seed: $0) }
  }

  private func sample(_ picture: Int?, _ time: MediaTime) throws -> SampleBuffer {
    guard let picture else {
      return SampleBuffer(
        markerOf: pictures[0].format, presentationTime: time, attachments: SampleAttachments())
    }
    return SampleBuffer(pixelBuffer: pictures[picture], presentationTime: time)
  }

  private var written: [Int] { writer.frames.map { frame in pictures.firstIndex { $0 === frame } ?? -1 } }

  @Test("Slots without a change repeat the same buffer, and a new one is written immediately")
  func repeats() throws {
    let sink = ConstantRateSink(writer: writer, rate: .fps(4), firstFrame: 0)
    try sink.write(sample(0, .zero))
    #expect(written == [0])
    try sink.write(sample(1, .seconds(1)))
    #expect(written == [0, 0, 0, 0, 1])
    try sink.finish(at: .seconds(2))
    #expect(written == [0, 0, 0, 0, 1, 1, 1, 1])
    #expect(sink.framesWritten == 8)
    #expect(sink.framesRepeated == 6)
    #expect(sink.bytesWritten == 8)
    #expect(writer.calls == ["finish"])
  }

  @Test("A picture that the writer does not need again is released, and counts as repeated")
  func release() throws {
    let sink = ConstantRateSink(writer: NullWriter(), rate: .fps(4), firstFrame: 0)
    weak var latest: PixelBuffer?
    for second in 0..<3 as Range<Int64> {
      let picture = try makePicture(pictures[0].format, seed: 9)
      latest = picture
      try sink.write(SampleBuffer(pixelBuffer: picture, presentationTime: .seconds(second)))
    }
    #expect(latest == nil)
    try sink.finish(at: .seconds(3))
    #expect(sink.framesWritten == 12 && sink.framesRepeated == 9)
  }

  @Test("A sample inside a slot belongs to that slot, and an end inside a slot fills it")
  func rounding() throws {
    let sink = ConstantRateSink(writer: writer, rate: .fps(4), firstFrame: 0)
    try sink.write(sample(0, .zero))
    try sink.write(sample(1, MediaTime(value: 74, timescale: 100)))
    #expect(written == [0, 0, 1])
    try sink.finish(at: MediaTime(value: 76, timescale: 100))
    #expect(written == [0, 0, 1, 1])
  }

  @Test("A day at 30000/1001 has the exact number of frames")
  func exactCount() throws {
    let sink = ConstantRateSink(writer: NullWriter(), rate: .ntsc, firstFrame: 0)
    try sink.write(sample(0, .zero))
    try sink.write(sample(1, .seconds(1001)))
    #expect(sink.framesWritten == 30001)
    try sink.finish(at: .seconds(86_400))
    #expect(sink.framesWritten == 2_589_411)  // 86400 * 30000 / 1001 = 2589410.59, rounded up
  }

  @Test("The first picture fills the slots before it; one before the first frame is visible from the first frame on")
  func firstFrame() throws {
    let late = ConstantRateSink(writer: writer, rate: .fps(10), firstFrame: 20)
    try late.write(sample(0, MediaTime(value: 22, timescale: 10)))
    #expect(written == [0, 0, 0])
    #expect(late.framesRepeated == 2)
    writer.frames = []

    let early = ConstantRateSink(writer: writer, rate: .fps(10), firstFrame: 20)
    try early.write(sample(1, .seconds(1)))
    #expect(written == [])
    try early.write(sample(2, MediaTime(value: 21, timescale: 10)))
    #expect(written == [1, 2])
  }

  @Test("Negative times are on the grid as well")
  func negativeTimes() throws {
    let sink = ConstantRateSink(writer: writer, rate: .fps(4), firstFrame: -4)
    try sink.write(sample(0, .seconds(-1)))
    try sink.write(sample(1, MediaTime(value: -1, timescale: 10)))
    #expect(written == [0, 0, 0, 1])
  }

  @Test("A second sample in a written slot is visible from the next slot on")
  func sameSlot() throws {
    let sink = ConstantRateSink(writer: writer, rate: .fps(1), firstFrame: 0)
    try sink.write(sample(0, .zero))
    try sink.write(sample(1, MediaTime(value: 1, timescale: 2)))
    #expect(written == [0])
    try sink.finish(at: .seconds(3))
    #expect(written == [0, 1, 1])
    #expect(sink.framesRepeated == 1)
  }

  @Test("The same buffer as a new sample counts as repeated, and a marker changes nothing")
  func sameBufferAndMarker() throws {
    let sink = ConstantRateSink(writer: writer, rate: .fps(1), firstFrame: 0)
    try sink.write(sample(0, .zero))
    try sink.write(sample(0, .seconds(1)))
    try sink.write(sample(nil, .seconds(2)))
    try sink.finish(at: .seconds(4))
    #expect(written == [0, 0, 0, 0])
    #expect(sink.framesRepeated == 3)
  }

  @Test("Holding until a time repeats the picture up to it and no further")
  func hold() throws {
    let sink = ConstantRateSink(writer: writer, rate: .fps(4), firstFrame: 0)
    try sink.hold(until: .seconds(1))
    #expect(written == [], "nothing to hold yet")
    try sink.write(sample(0, .zero))
    try sink.hold(until: MediaTime(value: 1, timescale: 2))
    #expect(written == [0, 0])
    try sink.hold(until: .zero)
    #expect(written == [0, 0])
  }

  @Test(
    "A time that is not numeric is refused",
    arguments: [MediaTime.invalid, .indefinite, .positiveInfinity])
  func badTimes(_ time: MediaTime) throws {
    let sink = ConstantRateSink(writer: writer, rate: .fps(4), firstFrame: 0)
    #expect(throws: SinkError.timeNotNumeric(time: time.description)) { try sink.write(sample(0, time)) }
    #expect(throws: SinkError.timeNotNumeric(time: time.description)) { try sink.finish(at: time) }
    #expect(writer.calls == [])
  }

  @Test("If the end is interrupted, the output can be finished early")
  func interruptedFinish() throws {
    let sink = ConstantRateSink(writer: writer, rate: .fps(4), firstFrame: 0)
    try sink.write(sample(0, .zero))
    writer.failure = .interrupted(name: "x")
    #expect(throws: SinkError.interrupted(name: "x")) { try sink.finish(at: .seconds(1)) }
    #expect(writer.calls == [])
    #expect(try sink.finishEarly(at: .seconds(1), publishes: false) == "file")
    #expect(writer.calls == ["cut short, publishes: false"])
  }

  @Test("A stream that ends early holds its last picture until then", arguments: [true, false])
  func earlyEnd(publishes: Bool) throws {
    let sink = ConstantRateSink(writer: writer, rate: .fps(4), firstFrame: 0)
    try sink.write(sample(0, .zero))
    #expect(try sink.finishEarly(at: MediaTime(value: 1, timescale: 2), publishes: publishes) == "file")
    #expect(written == [0, 0])
    #expect(writer.calls == ["cut short, publishes: \(publishes)"])
  }

  @Test("Frames written before an interruption are counted")
  func interruptedRepeats() throws {
    let sink = ConstantRateSink(writer: writer, rate: .fps(100), firstFrame: 0)
    try sink.write(sample(0, .zero))
    writer.interruptionCount = 30
    #expect(throws: SinkError.interrupted(name: "x")) { try sink.write(sample(1, .seconds(1))) }
    #expect(sink.framesWritten == 30 && sink.framesRepeated == 29)
    _ = try sink.finishEarly(at: .seconds(2), publishes: false)
    #expect(sink.framesWritten == 30 && sink.framesRepeated == 29)
  }

  @Test("A stream that ends before its first frame leaves nothing")
  func earlyEndEmpty() throws {
    let sink = ConstantRateSink(writer: writer, rate: .fps(4), firstFrame: 0)
    #expect(try sink.finishEarly(at: .seconds(1), publishes: true) == nil)
    #expect(writer.calls == ["abandon"])
  }

  @Test("After any other failure the output must be abandoned")
  func failedFinish() throws {
    let sink = ConstantRateSink(writer: writer, rate: .fps(4), firstFrame: 0)
    try sink.write(sample(0, .zero))
    writer.failure = .noSpace(name: "x")
    #expect(throws: SinkError.noSpace(name: "x")) { try sink.finish(at: .seconds(1)) }
    sink.abandon()
    #expect(writer.calls == ["abandon"])
  }
}
