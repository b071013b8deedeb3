import Foundation
import OverlayRender
import TestTools
import Testing

@testable import OverlayMedia

@Suite("Animated GIF and PNG", .requires(.ffmpeg), .requires(.ffprobe))
struct AnimatedPictureTests {
  private let folder: OutputFolder

  init() throws {
    folder = try OutputFolder()
  }

  private func sink(_ name: String, _ video: VideoFormat, _ container: MovieContainer, rate: FrameRate) throws
    -> MovieSink
  {
    try MovieSink(
      OutputRequest(destination: .path(folder(name)), video: video, rate: rate), container: container)
  }

  @Test(
    "The pictures of a GIF are at the nearest hundredths of a second, and the duration is right to one of them",
    arguments: [24, 25, 30, 48, 50, 60, 29.97, 59.94], [1, 7, 150])
  func timing(framesPerSecond: Double, frameCount: Int64) throws {
    let rate = FrameRate.fps(framesPerSecond)
    let pictures = try (0..<3).map { try makePicture(4, 4, fill: 0xFF00_0000 + UInt32($0)) }
    let sink = try sink("x.gif", pictures[0].format, .gif, rate: rate)
    try sink.write((0..<frameCount).map { (pictures[Int($0) % 3], $0) }, at: rate)
    try sink.finish(at: rate.time(ofFrame: frameCount))
    let packets = try probe(folder("x.gif"), "packet=pts,duration").map { $0.compactMap { Int64($0) } }
    let shown = MovieContainer.gif.rate(nearestTo: rate)
    #expect(shown == (framesPerSecond > 50 ? .fps(50) : rate))
    let ticksPerFrame = 100 * Double(shown.denominator) / Double(shown.numerator)
    var position: Int64 = 0
    for packet in packets {
      #expect(packet[0] == position)
      #expect(packet[1] >= 2, "players show shorter pictures for a tenth of a second")
      let frame = (Double(packet[0]) / ticksPerFrame).rounded()
      #expect(abs(Double(packet[0]) - frame * ticksPerFrame) <= 0.501, "no error is accumulated")
      position += packet[1]
    }
    let end = 100 * Double(frameCount) * Double(rate.denominator) / Double(rate.numerator)
    #expect(abs(Double(position) - end) <= 2)
  }

  @Test(
    "Above the greatest rate, each frame shows the latest picture at its beginning",
    arguments: [("gif", 50), ("apng", 90)],
    [MovieOptions.FrameSelection.changed, .every])
  func fastPictures(kind: (name: String, shown: Int64), selection: MovieOptions.FrameSelection) throws {
    let container = try #require(MovieContainer.all.first { $0.name == kind.name })
    let video = try VideoFormat(size: PixelSize(4, 4), pixelFormat: container == .gif ? .bgra : .rgba)
    var options = MovieOptions()
    options.frames = selection
    let rate = FrameRate.fps(120)
    let sink = try MovieSink(
      OutputRequest(destination: .path(folder("x")), video: video, rate: rate), container: container, options: options)
    // The color of a picture is its number.
    for frame in 0..<Int64(120) {
      var draft = try PixelBufferPool(format: video, clock: ManualClock()).draft()
      draft.withUnsafeMutableBytes { bytes in
        for index in bytes.indices { bytes[index] = index % 4 == 3 ? 255 : UInt8(frame) }
      }
      try sink.write([(draft.freeze(), frame)], at: rate)
    }
    try sink.finish(at: .seconds(1))
    let decoded = try decodedPictures(folder("x"), as: video.pixelFormat.name)
    let numbers = stride(from: 0, to: decoded.count, by: 64).map { Int64(decoded[decoded.startIndex + $0]) }
    #expect(numbers == (0..<kind.shown).map { $0 * 120 / kind.shown })
  }

  @Test(
    "Opaque and transparent pictures follow each other without remains, in GIF and APNG", arguments: ["gif", "apng"])
  func transparency(name: String) throws {
    let container = try #require(MovieContainer.all.first { $0.name == name })
    let (red, blue, clear): (UInt32, UInt32, UInt32) = (0xFFFF_0000, 0xFF00_00FF, 0)
    let pictures: [(Int, Int) -> UInt32] = [
      { _, _ in red }, { x, _ in x < 4 ? clear : blue }, { _, y in y < 4 ? red : clear }, { _, _ in clear },
      { x, y in (x + y).isMultiple(of: 2) ? red : blue }, { x, _ in x == 0 ? red : clear },
      { _, y in y == 7 ? blue : clear }, { _, _ in blue }, { x, _ in x < 4 ? red : blue },
      { _, y in y < 2 ? clear : red },
    ]
    // GIF pictures arrive in bgra and APNG pictures in rgba: without green, that exchanges two colors.
    let video = try VideoFormat(size: PixelSize(8, 8), pixelFormat: container == .gif ? .bgra : .rgba)
    let samples = try pictures.enumerated().map { index, pixel in
      var draft = try PixelBufferPool(format: video, clock: ManualClock()).draft()
      draft.withUnsafeMutableBytes { bytes in
        for position in 0..<64 {
          bytes.storeBytes(
            of: pixel(position % 8, position / 8),
            toByteOffset: position / 8 * video.planes[0].bytesPerRow + position % 8 * 4,
            as: UInt32.self)
        }
      }
      return (picture: draft.freeze(), frame: Int64(index))
    }
    let rate = FrameRate.fps(10)
    let sink = try sink("x.\(name)", video, container, rate: rate)
    try sink.write(samples, at: rate)
    try sink.finish(at: rate.time(ofFrame: Int64(samples.count)))
    let decoded = try decodedPictures(folder("x.\(name)"), as: video.pixelFormat.name)
    try #require(decoded.count == samples.count * 256)
    for (index, pixel) in pictures.enumerated() {
      let found = decoded.dropFirst(index * 256).prefix(256).withUnsafeBytes { Array($0.bindMemory(to: UInt32.self)) }
      let expected = (0..<64).map { pixel($0 % 8, $0 / 8) }
      // The color of a transparent pixel has no meaning.
      #expect(found.map { $0 >> 24 == 0 ? 0 : $0 } == expected, "picture \(index)")
    }
  }

  @Test(
    "Animations repeat forever, and a still picture is an animation of its whole duration", arguments: ["gif", "apng"])
  func repeatsForever(name: String) throws {
    let container = try #require(MovieContainer.all.first { $0.name == name })
    let video = try VideoFormat(size: PixelSize(4, 4), pixelFormat: container == .gif ? .bgra : .rgba)
    let rate = FrameRate.fps(30)
    let sink = try sink("x.\(name)", video, container, rate: rate)
    try sink.write([(PixelBufferPool(format: video, clock: ManualClock()).draft().freeze(), 0)], at: rate)
    try sink.finish(at: .seconds(3))
    let packets = try probe(folder("x.\(name)"), "packet=pts_time,duration_time").map { $0.compactMap { Double($0) } }
    #expect(packets.count >= 2)
    #expect(packets.allSatisfy { $0[1] <= 1 })
    #expect(try abs(#require(packets.last)[0] + #require(packets.last)[1] - 3) < 0.001)
    let bytes = try Data(contentsOf: URL(fileURLWithPath: folder("x.\(name)")))
    // NETSCAPE2.0 with a count of 0, and acTL with the number of pictures and 0 plays.
    let mark =
      container == .gif
      ? Data("NETSCAPE2.0".utf8) + [3, 1, 0, 0, 0] : Data("acTL".utf8) + [0, 0, 0, UInt8(packets.count), 0, 0, 0, 0]
    #expect(bytes.range(of: mark) != nil)
  }
}
