import Foundation
import OverlayRender
import TestTools
import Testing

@testable import OverlayMedia

@Suite("Faults while a movie is written")
struct MovieFaultTests {
  private let folder: OutputFolder
  private static let size = PixelSize(64, 36)
  private static let rate = FrameRate.fps(30)

  init() throws {
    folder = try OutputFolder()
  }

  private func sink(
    _ name: String, _ container: MovieContainer, _ pixelFormat: PixelFormat = .yuv420p, size: PixelSize = size,
    options: MovieOptions = MovieOptions()
  ) throws -> MovieSink {
    let destination = OutputDestination.path(name.hasPrefix("/") ? name : folder(name))
    return try MovieSink(
      OutputRequest(
        destination: destination, video: VideoFormat(size: size, pixelFormat: pixelFormat), rate: Self.rate),
      container: container, options: options)
  }

  @Test("A full disk is reported, whenever it is noticed", arguments: [MovieContainer.mkv, .webm, .nut, .mp4, .mov])
  func fullDisk(container: MovieContainer) throws {
    var options = MovieOptions()
    if container == .mov { options.codec = .h264 }
    #expect(throws: SinkError.noSpace(name: "/dev/full")) {
      let sink = try sink("/dev/full", container, options: options)
      let picture = try makeGrayPicture(Self.size, luma: 100)
      try sink.write([(picture, 0)], at: Self.rate)
      try sink.finish(at: .seconds(5))
    }
  }

  @Test("After an error of the output, each further use reports it, and nothing is written")
  func usedAfterAnError() throws {
    let path = folder("x.fifo")
    mkfifo(path, 0o600)
    let reader = BackgroundReader(limit: 1) { open(path, O_RDONLY) }
    let sink = try sink("x.fifo", .nut)
    _ = try reader.data()
    let pictures = try [20, 40, 60].map { try makeGrayPicture(Self.size, luma: $0) }
    for frame in [0, 600, 1200] as [Int64] {
      _ = #expect(throws: SinkError.readerClosed(name: path)) {
        try sink.write([(pictures[Int(frame) / 600], frame), (pictures[0], frame + 300)], at: Self.rate)
      }
    }
    let count = sink.bytesWritten
    #expect(throws: SinkError.readerClosed(name: path)) { try sink.finish(at: .seconds(100)) }
    #expect(throws: SinkError.readerClosed(name: path)) { try sink.finishEarly(at: .seconds(100), publishes: true) }
    #expect(sink.bytesWritten == count)
    sink.abandon()
    #expect(throws: SinkError.notOpen(name: path)) { try sink.write([(pictures[0], 2000)], at: Self.rate) }
  }

  @Test("A sink that has ended accepts nothing, and ends again without an effect")
  func usedAfterTheEnd() throws {
    let picture = try makeGrayPicture(Self.size, luma: 100)
    for isAbandoned in [true, false] {
      let sink = try sink("x.mp4", .mp4)
      try sink.write([(picture, 0)], at: Self.rate)
      if isAbandoned { sink.abandon() } else { try sink.finish(at: .seconds(1)) }
      let names = folder.names
      #expect(names == (isAbandoned ? [] : ["x.mp4"]))
      #expect(throws: SinkError.notOpen(name: folder("x.mp4"))) { try sink.write([(picture, 60)], at: Self.rate) }
      try sink.finish(at: .seconds(2))
      #expect(try sink.finishEarly(at: .seconds(2), publishes: true) == nil)
      sink.abandon()
      #expect(folder.names == names)
    }
  }

  @Test("A movie without a picture is an error and leaves no file", arguments: MovieContainer.all)
  func noPicture(container: MovieContainer) throws {
    let sink = try sink("x", container, container.codecs[0].pixelFormats[0])
    #expect(throws: MediaError.noPicture(name: folder("x"))) { try sink.finish(at: .seconds(1)) }
    sink.abandon()
    #expect(folder.names.isEmpty)
    let early = try self.sink("x", container, container.codecs[0].pixelFormats[0])
    #expect(try early.finishEarly(at: .seconds(1), publishes: true) == nil)
    #expect(folder.names.isEmpty)
  }

  @Test(
    "Before the first picture, an encoder can be closed, and has no real-time priority", arguments: MovieCodec.allCases)
  func noPicture(codec: MovieCodec) throws {
    guard let container = MovieContainer.all.first(where: { $0.codecs.contains(codec) && $0.muxerName != nil }) else {
      return
    }
    // SVT-AV1 needs 64x64 pixels, and frames at a constant rate.
    let options = MovieOptions(codec: codec, frames: .every)
    func sink() throws -> MovieSink {
      try self.sink("x", container, codec.pixelFormats[0], size: PixelSize(64, 64), options: options)
    }
    let scheduling = ThreadScheduling(ofThread: 0)
    let finished = try sink()
    #expect(ThreadScheduling(ofThread: 0) == scheduling)
    // While other tests open encoders, threads of theirs can have the priority for a moment.
    #expect(
      waitUntil(within: 10) {
        !ThreadScheduling.threads.contains { ThreadScheduling(ofThread: $0)?.isRealTime == true }
      })
    #expect(throws: MediaError.noPicture(name: folder("x"))) { try finished.finish(at: .seconds(1)) }
    finished.abandon()
    try sink().abandon()
    #expect(folder.names.isEmpty)
  }

  @Test(
    "A movie that ends early is kept, even if its encoder has held all pictures until then", arguments: [true, false])
  func heldPictures(publishes: Bool) throws {
    let options = MovieOptions(codec: .h264, preset: "slow", frames: .every)
    let sink = try sink("x.mkv", .mkv, options: options)
    let pictures = try [10, 200].map { try makeGrayPicture(Self.size, luma: $0) }
    try sink.write((0..<8).map { (pictures[$0 % 2], Int64($0)) }, at: Self.rate)
    #expect(try sink.finishEarly(at: Self.rate.time(ofFrame: 8), publishes: publishes) == folder("x.mkv"))
    #expect(try PictureReader(path: folder("x.mkv")).movie.naturalSize == Self.size)
  }

  @Test("An encoder that fails is reported each time, and the movie can be abandoned")
  func failingEncoder() throws {
    try FFmpegLibraries.load()
    let picture = try makeGrayPicture(Self.size, luma: 100)
    let encoder = try PictureEncoder(
      PictureEncoder.Settings(
        codec: .ffv1, video: picture.format, grid: TimeGrid(Self.rate), rate: Self.rate,
        options: MovieOptions(), hasLowDelay: true, hasGlobalHeader: true, isISOMedia: false))
    try encoder.finish { _ in }
    // FFmpeg's encoders accept nothing after their end.
    for _ in 0..<2 {
      #expect(throws: MediaError.encodingFailed(encoder: "ffv1", reason: "end of file")) {
        try encoder.encode(PacedFrame(picture: picture, damage: .nothing, frame: 0, duration: 1, isRepeated: false)) {
          _ in
        }
      }
      #expect(throws: MediaError.encodingFailed(encoder: "ffv1", reason: "end of file")) { try encoder.finish { _ in } }
    }
  }

  @Test("A picture of another format is refused, and the movie goes on")
  func otherFormat() throws {
    let sink = try sink("x.mkv", .mkv)
    try sink.write([(makeGrayPicture(Self.size, luma: 100), 0)], at: Self.rate)
    for other in [try makeGrayPicture(PixelSize(32, 36), luma: 1), try makePicture(64, 36, fill: 0)] {
      #expect(throws: SinkError.formatChanged(name: folder("x.mkv"))) { try sink.write([(other, 5)], at: Self.rate) }
    }
    try sink.finish(at: .seconds(1))
    #expect(sink.framesWritten == 30)
  }

  @Test("A pixel format that the codec or the container does not have is refused before a file is created")
  func otherPixelFormats() throws {
    func error(_ container: MovieContainer, _ pixelFormat: PixelFormat, _ codec: MovieCodec?) -> SinkError? {
      do {
        _ = try sink("x", container, pixelFormat, options: MovieOptions(codec: codec))
        return nil
      } catch {
        return error as? SinkError
      }
    }
    let formats: [PixelFormat] = [.yuv420p, .yuv444p]
    #expect(
      error(.mp4, .yuva420p, nil) == .pixelFormatUnsupported(container: "mp4", found: .yuva420p, supported: formats))
    #expect(error(.mkv, .bgra, .h264) == .pixelFormatUnsupported(container: "mkv", found: .bgra, supported: formats))
    #expect(folder.names.isEmpty)
  }

  @Test("What cannot be encoded is refused before a file is created, with what to do instead")
  func impossibleRequests() throws {
    func message(_ body: () throws -> MovieSink) -> String {
      #expect(throws: (any Error).self, performing: { _ = try body() }).map { "\($0)" } ?? ""
    }
    #expect(
      message { try sink("x.mp4", .mp4, size: PixelSize(63, 35)) }
        == "63x35 is not possible with yuv420p: give sides that are multiples of 2 and 2, or choose yuv444p")
    var options = MovieOptions()
    options.codec = .prores
    #expect(message { try sink("x.mp4", .mp4, options: options) }.hasPrefix("mp4 cannot hold prores: choose h264"))
    options = MovieOptions()
    options.preset = "slowly"
    let preset = message { try sink("x.mp4", .mp4, options: options) }
    #expect(preset.hasPrefix("'slowly' is not a preset of h264: choose ultrafast, "))
    #expect(message { try sink("no/x.mp4", .mp4) }.contains("the folder \(folder("no")) does not exist"))
    #expect(folder.names.isEmpty)
  }

  @Test("A colon in a name is not taken for a protocol")
  func colon() throws {
    let sink = try sink("12:30.mp4", .mp4)
    try sink.write([(makeGrayPicture(Self.size, luma: 100), 0)], at: Self.rate)
    try sink.finish(at: .seconds(1))
    #expect(folder.names == ["12:30.mp4"])
  }

  @Test("Movies that fail or are abandoned leave neither descriptors nor files")
  func leavesNothing() throws {
    let picture = try makeGrayPicture(Self.size, luma: 100)
    var wrong = MovieOptions()
    wrong.preset = "slowly"
    for round in 0..<250 {
      #expect(throws: MediaError.self) { try sink("x.mp4", .mp4, options: wrong) }
      #expect(throws: MediaError.self) { try sink("x.mkv", .mkv, size: PixelSize(63, 35)) }
      let container = [MovieContainer.mp4, .mkv, .webm][round % 3]
      let abandoned = try sink("x", container)
      if round.isMultiple(of: 2) { try abandoned.write([(picture, 0)], at: Self.rate) }
      abandoned.abandon()
      let released = try sink("y", .nut)
      #expect(throws: MediaError.self) { try released.finish(at: .zero) }
    }
    #expect(folder.openDescriptorCount == 0)
    #expect(folder.names.isEmpty)
  }
}
