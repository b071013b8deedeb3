import Foundation
import OverlayMedia
import OverlayRender
import TestTools
import Testing

@Suite("Destinations of movies", .requires(.ffmpeg), .requires(.ffprobe))
struct MovieDestinationTests {
  private let folder: OutputFolder
  private static let size = PixelSize(64, 36)
  private static let rate = FrameRate.fps(30)

  init() throws {
    folder = try OutputFolder()
  }

  private func request(
    _ destination: OutputDestination, overwrite: Bool = false, interruption: OutputInterruption? = nil
  ) throws -> OutputRequest {
    OutputRequest(
      destination: destination, video: try VideoFormat(size: Self.size, pixelFormat: .yuv420p), rate: Self.rate,
      overwrite: overwrite, interruption: interruption)
  }

  /// Two pictures, the second one from the half of a second on.
  private func pictures() throws -> [(picture: PixelBuffer, frame: Int64)] {
    [(try makeGrayPicture(Self.size, luma: 60), 0), (try makeGrayPicture(Self.size, luma: 180), 15)]
  }

  private func options(_ container: MovieContainer) -> MovieOptions {
    var options = MovieOptions()
    if container == .mov { options.codec = .h264 }
    return options
  }

  @Test(
    "Movies that need no way back are written to a FIFO with every frame",
    arguments: [MovieContainer.mkv, .webm, .nut, .mp4, .mov])
  func fifo(container: MovieContainer) throws {
    let path = folder("x.fifo")
    mkfifo(path, 0o600)
    let reader = BackgroundReader { open(path, O_RDONLY) }
    let sink = try MovieSink(request(.path(path)), container: container, options: options(container))
    try sink.write(pictures(), at: Self.rate)
    try sink.finish(at: .seconds(2))
    #expect(sink.framesWritten == 60)
    #expect(sink.framesRepeated == 58)
    let copy = folder("copy")
    try reader.data().write(to: URL(fileURLWithPath: copy))
    let decoded = try decodedPictures(copy, as: "gray")
    let pictureSize = Self.size.width * Self.size.height
    #expect(decoded.count == 60 * pictureSize)
    let (first, last) = try (Int(#require(decoded.first)), Int(#require(decoded.last)))
    // The luma of 60 and 180 is converted to the full range.
    #expect(abs(first - 51) <= 3)
    #expect(abs(last - 191) <= 3)
  }

  @Test("APNG is refused where its beginning cannot be completed, and nothing is opened")
  func onlyToFiles() throws {
    let path = folder("x.fifo")
    mkfifo(path, 0o600)
    let video = try VideoFormat(size: Self.size, pixelFormat: .rgba)
    for destination in [
      OutputDestination.path(path), .standardOutput, .unixSocket(path: folder("socket")), "/dev/null",
    ] {
      let error = #expect(throws: MediaError.self) {
        try MovieSink(OutputRequest(destination: destination, video: video, rate: Self.rate), container: .apng)
      }
      #expect(error?.description.contains("apng can be written to a file only") == true)
    }
  }

  @Test("A reader that leaves is an error of its own", arguments: [MovieContainer.mkv, .nut, .mp4])
  func readerLeaves(container: MovieContainer) throws {
    let path = folder("x.fifo")
    mkfifo(path, 0o600)
    let reader = BackgroundReader(limit: 1) { open(path, O_RDONLY) }
    let sink = try MovieSink(request(.path(path)), container: container)
    let pictures = try pictures()
    #expect(throws: SinkError.readerClosed(name: path)) {
      try sink.write([pictures[0]], at: Self.rate)
      // Without a reader, the first minutes would wait in the pipe forever.
      try sink.write([(pictures[1].picture, 10_000)], at: Self.rate)
      _ = try reader.data()
      try sink.write([(pictures[0].picture, 20_000)], at: Self.rate)
    }
    sink.abandon()
  }

  @Test("A stalled reader does not keep a movie from ending after an interruption")
  func stalledReader() throws {
    let path = folder("x.fifo")
    mkfifo(path, 0o600)
    let reading = open(path, O_RDONLY | O_NONBLOCK)
    defer { close(reading) }
    let interruption = try OutputInterruption(grace: .zero)
    let sink = try MovieSink(request(.path(path), interruption: interruption), container: .nut)
    let pictures = try pictures()
    Thread.detachNewThread {
      poll(nil, 0, 50)
      interruption.interrupt()
    }
    // An hour of raw pictures does not fit into the pipe.
    #expect(throws: SinkError.interrupted(name: path)) {
      try sink.write([pictures[0], (pictures[1].picture, 108_000)], at: Self.rate)
    }
    #expect(try sink.finishEarly(at: .seconds(3600), publishes: true) == nil)
  }

  @Test(
    "An interruption ends a long repetition, and what is kept can be played", arguments: [MovieContainer.mkv, .mp4])
  func interruptedRepetition(container: MovieContainer) throws {
    let interruption = try OutputInterruption()
    let path = folder("x.\(container)")
    let sink = try MovieSink(request(.path(path), interruption: interruption), container: container)
    let pictures = try pictures()
    try sink.write(pictures, at: Self.rate)
    sink.onProgress = { if $0.framesWritten >= 300 { interruption.interrupt() } }
    #expect(throws: SinkError.interrupted(name: path)) { try sink.finish(at: .seconds(86_400)) }
    let file = try #require(try sink.finishEarly(at: .seconds(86_400), publishes: false))
    #expect((file == path) == (container == .mkv), "a Matroska file has its name from the start")
    #expect(folder.names.count == 1)
    let packets = try probe(file, "packet=pts_time").compactMap { $0.first.flatMap(Double.init) }.sorted()
    let end = Double(sink.framesWritten) / 30
    #expect(end < 13)
    let last: Double = try #require(packets.last)
    #expect(abs(last + 1 / 30 - end) < 0.002)
  }

  @Test("Movies are sent to a Unix-domain socket", arguments: ["nut", "mkv"])
  func unixSocket(name: String) throws {
    let listener = UnixListener(fileExtension: name)
    let descriptor = listener.descriptor
    let reader = BackgroundReader { accept(descriptor, nil, nil) }
    let plan = try OutputPlan(destination: OutputDestination("unix:\(listener.path)"), formats: OutputFormat.movies)
    #expect(plan.format.name == name)
    let sink = try plan.makeSink(of: VideoFormat(size: Self.size, pixelFormat: .yuv420p), rate: Self.rate)
    try sink.write(pictures(), at: Self.rate)
    try sink.finish(at: .seconds(2))
    let copy = folder("copy")
    try reader.data().write(to: URL(fileURLWithPath: copy))
    #expect(try probe(copy, "stream=nb_read_packets", options: ["-count_packets"]) == [["60"]])
  }

  @Test(
    "An existing file does not change until its successor is complete, and not without permission to replace it",
    arguments: [MovieContainer.mkv, .webm, .nut, .mp4, .gif])
  func existingFile(container: MovieContainer) throws {
    let path = folder("x")
    let video = try VideoFormat(size: Self.size, pixelFormat: container == .gif ? .bgra : .yuv420p)
    try Data("old".utf8).write(to: URL(fileURLWithPath: path))
    #expect(throws: SinkError.alreadyExists(path: path)) {
      try MovieSink(OutputRequest(destination: .path(path), video: video, rate: Self.rate), container: container)
    }
    let sink = try MovieSink(
      OutputRequest(destination: .path(path), video: video, rate: Self.rate, overwrite: true), container: container)
    let picture = try PixelBufferPool(format: video, clock: ManualClock()).draft().freeze()
    try sink.write([(picture, 0)], at: Self.rate)
    #expect(FileManager.default.contents(atPath: path) == Data("old".utf8))
    try sink.finish(at: .seconds(5))
    #expect(try probe(path, "stream=codec_type") == [["video"]])
    #expect(folder.names == ["x"])
  }

  @Test("A new file that stays readable has its name from the start, and others when they are complete")
  func newFile() throws {
    for container in [MovieContainer.mkv, .webm, .nut, .mp4, .gif] {
      for isFragmented in container == .mp4 ? [true, false] : [false] {
        let path = folder("\(container)\(isFragmented)")
        let video = try VideoFormat(size: Self.size, pixelFormat: container == .gif ? .bgra : .yuv420p)
        var options = MovieOptions()
        options.isFragmented = isFragmented
        let sink = try MovieSink(
          OutputRequest(destination: .path(path), video: video, rate: Self.rate), container: container, options: options
        )
        let staysReadable = isFragmented || [.mkv, .webm, .nut].contains(container)
        #expect(FileManager.default.fileExists(atPath: path) == staysReadable, "\(container)")
        sink.abandon()
        #expect(folder.names.isEmpty, "an abandoned file without a picture is removed")
      }
    }
  }

  @Test("What is written before the end can be played", arguments: [MovieContainer.mkv, .webm, .nut, .mp4])
  func playsBeforeTheEnd(container: MovieContainer) throws {
    var options = MovieOptions()
    options.isFragmented = container == .mp4
    let path = folder("x.\(container)")
    let sink = try MovieSink(request(.path(path)), container: container, options: options)
    let pictures = try pictures()
    try sink.write((0..<20).map { (pictures[$0 % 2].picture, Int64($0) * 30) }, at: Self.rate)
    let copy = folder("copy.\(container)")
    try FileManager.default.copyItem(atPath: path, toPath: copy)
    let times = try probe(copy, "packet=pts_time").compactMap { $0.first.flatMap(Double.init) }
    #expect(times.max() ?? 0 >= 15, "at most a fragment or cluster, or what the encoder holds, is missing")
    sink.abandon()
    #expect(folder.names.contains("x.\(container)"), "a file with pictures that can be read is kept")
  }
}
