import CFFmpeg
import Foundation
import OverlayRender
import TestTools
import Testing

@testable import OverlayMedia

@Suite("Movies that have the same bytes each time", .requires(.ffmpeg))
struct ReproducibleMovieTests {
  private let folder: OutputFolder

  init() throws {
    folder = try OutputFolder()
  }

  private static let size = PixelSize(96, 64)

  /// Pictures with shapes that move over noise.
  private static func pictures(_ pixelFormat: PixelFormat, count: Int) throws -> [PixelBuffer] {
    let format = try VideoFormat(size: size, pixelFormat: pixelFormat)
    var random = SeededGenerator(seed: 7)
    return try (0..<count).map { number in
      var draft = try PixelBufferPool(format: format, clock: ManualClock()).draft()
      draft.withUnsafeMutableBytes { bytes in
        for index in bytes.indices {
          bytes[index] = UInt8((index / 8 + number * 5) % 200) + .random(in: 0..<20, using: &random)
        }
      }
      return draft.freeze()
    }
  }

  private func write(
    _ container: MovieContainer, _ codec: MovieCodec, isReproducible: Bool, frames: MovieOptions.FrameSelection
  ) throws -> Data {
    var options = MovieOptions(codec: codec, frames: frames, sound: container.holdsSound ? .ticks(first: .zero) : nil)
    options.isReproducible = isReproducible
    let pixelFormat = try #require(container.pixelFormats(of: codec).first)
    let path = folder("\(UUID().uuidString).\(container.name)")
    let pictures = try Self.pictures(pixelFormat, count: 8)
    let sink = try MovieSink(
      OutputRequest(destination: .path(path), video: pictures[0].format, rate: .fps(10)), container: container,
      options: options)
    try sink.write(pictures.enumerated().map { ($1, Int64($0)) }, at: .fps(10))
    try sink.finish(at: .seconds(2))
    return try Data(contentsOf: URL(fileURLWithPath: path))
  }

  private static let kinds: [(MovieContainer, MovieCodec)] = MovieContainer.all.flatMap { container in
    container.codecs.map { (container, $0) }
  }

  @Test("Every container with every codec", arguments: kinds)
  func twice(kind: (container: MovieContainer, codec: MovieCodec)) throws {
    // The settings of the encoders depend on the frames, and not on the container.
    let frames: [MovieOptions.FrameSelection] = kind.container == .mp4 ? [.changed, .every] : [.changed]
    for frames in frames {
      let first = try write(kind.container, kind.codec, isReproducible: true, frames: frames)
      let second = try write(kind.container, kind.codec, isReproducible: true, frames: frames)
      #expect(first == second)
    }
  }

  @Test("Without the choice, identifiers are random", arguments: [MovieContainer.mkv, .webm])
  func identifiers(container: MovieContainer) throws {
    let codec = container == .mkv ? MovieCodec.h264 : .vp9
    let first = try write(container, codec, isReproducible: false, frames: .changed)
    #expect(try write(container, codec, isReproducible: false, frames: .changed) != first)
  }

  /// The options that limit the instructions of the encoders that have one, and their values.
  private static let limits: [(codec: MovieCodec, encoder: String, option: String, values: [String])] = [
    (.h264, "libx264", "x264-params", ["0", "SSE2", "AVX2"]),
    (.hevc, "libx265", "x265-params", ["0", "SSE2", "AVX2"]),
    (.av1, "libsvtav1", "svtav1-params", ["c", "sse4_1", "avx2"]),
  ]

  @Test("The instructions of the processor do not matter", arguments: limits, [true, false])
  func instructions(
    limit: (codec: MovieCodec, encoder: String, option: String, values: [String]), hasLowDelay: Bool
  ) throws {
    try FFmpegLibraries.load()
    guard let codec = overlay_avcodec_find_encoder_by_name(limit.encoder) else { return }
    let pictures = try Self.pictures(.yuv420p, count: 8)
    var options = MovieOptions(codec: limit.codec)
    options.isReproducible = true
    let settings = PictureEncoder.Settings(
      codec: limit.codec, video: pictures[0].format, grid: TimeGrid(.fps(10)), rate: .fps(10),
      options: options, hasLowDelay: hasLowDelay, hasGlobalHeader: false, isISOMedia: false)
    let results = try limit.values.map { value in
      let encoder = try Encoder(codec)
      settings.configure(encoder)
      var all = settings.privateOptions(of: limit.encoder)
      let index = try #require(all.firstIndex { $0.name == limit.option })
      all[index].value += ":asm=\(value)"
      try encoder.open(options: all)
      return try encode(pictures, with: encoder)
    }
    #expect(results.allSatisfy { !$0.isEmpty && $0 == results[0] })
  }

  private func encode(_ pictures: [PixelBuffer], with encoder: borrowing Encoder) throws -> Data {
    let frame = try Frame()
    let packet = try Packet()
    var bytes = Data()
    func receive(_ encoder: borrowing Encoder) throws {
      while try encoder.receive(packet) {
        bytes.append(packet.pointer.pointee.data, count: Int(packet.pointer.pointee.size))
      }
    }
    for (number, picture) in pictures.enumerated() {
      try frame.show(picture, as: encoder.context.pointee.pix_fmt)
      frame.pointer.pointee.pts = Int64(number)
      try encoder.send(frame)
      frame.clear()
      try receive(encoder)
    }
    try encoder.sendEnd()
    try receive(encoder)
    return bytes
  }

  @Test("A file has its name when it is complete", arguments: MovieContainer.all, [true, false])
  func names(container: MovieContainer, isFragmented: Bool) throws {
    guard !isFragmented || container.supports(.fragments) else { return }
    for isReproducible in [true, false] {
      let name = "\(isReproducible).\(container.name)"
      var options = MovieOptions(isFragmented: isFragmented)
      options.isReproducible = isReproducible
      let pixelFormat = try #require(container.pixelFormats.first)
      let pictures = try Self.pictures(pixelFormat, count: 3)
      let sink = try MovieSink(
        OutputRequest(destination: .path(folder(name)), video: pictures[0].format, rate: .fps(10)),
        container: container, options: options)
      try sink.write(pictures.enumerated().map { ($1, Int64($0)) }, at: .fps(10))
      let hasNameAtOnce = isFragmented || [.mkv, .webm, .nut].contains(container)
      #expect(folder.names.contains(name) == (hasNameAtOnce && !isReproducible))
      try sink.finish(at: .seconds(1))
      #expect(folder.names.filter { $0.contains(name) } == [name])
    }
  }
}
