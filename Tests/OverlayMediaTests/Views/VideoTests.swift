import Foundation
import OverlayRender
import TestTools
import Testing

@testable import OverlayMedia

@Suite("Movies in a view", .requires(.ffmpeg))
struct VideoTests {
  private let folder: OutputFolder

  init() throws {
    folder = try OutputFolder()
  }

  /// Makes a movie with ffmpeg and returns its path. By default it has 50 pictures in 2 seconds.
  private func movie(
    _ name: String, _ arguments: [String] = [], of filter: String = "testsrc2=size=64x48:rate=25:duration=2"
  ) throws -> String {
    _ = try TestTool.ffmpeg.output(["-v", "error", "-y", "-f", "lavfi", "-i", filter] + arguments + [folder(name)])
    return folder(name)
  }

  private func playback(
    _ path: String, start: MediaTime = .zero, offset: MediaTime = .zero, atEnd: Video.AtEnd = .hold
  ) throws -> VideoPlayback {
    let cursors = try MovieCursorPool(path: path)
    return VideoPlayback(
      cursors: cursors, start: start, offset: offset, end: atEnd == .loop ? cursors.end() : .positiveInfinity,
      hidesAtEnd: atEnd == .hide)
  }

  private func bytes(_ picture: PixelBuffer?) -> [UInt8]? { picture?.withUnsafeBytes { Array($0) } }

  /// The times at which a source announces changes, up to a limit.
  private func changes(_ source: some PixelSource, from start: MediaTime = .zero, count: Int) -> [MediaTime] {
    var times: [MediaTime] = []
    var time = start
    while times.count < count {
      time = source.nextChange(after: time)
      times.append(time)
      if !time.isNumeric { break }
    }
    return times
  }

  @Test("A clip at 24 fps in a stream at 60 fps is drawn for each of its pictures, and never otherwise")
  func drawnPictures() throws {
    let path = try movie("a.mkv", ["-c:v", "ffv1"], of: "testsrc2=size=64x48:rate=24:duration=2")
    let configuration = RenderConfiguration(size: PixelSize(64, 48), frameRate: .fps(60))
    let renderer = try Renderer(Video(file: path), configuration: configuration, clock: ManualClock())
    let samples = try (0..<180).map { try renderer.render(at: FrameRate.fps(60).time(ofFrame: $0)) }
    var drawn: [Int] = [0]
    for frame in 1..<180 where samples[frame].pixelBuffer !== samples[frame - 1].pixelBuffer { drawn.append(frame) }
    // The first frame at or after each multiple of 1/24 second. Times in this file are milliseconds.
    #expect(drawn == (0..<48).map { (($0 * 1000 + 12) / 24 * 60 + 999) / 1000 })
    #expect(renderer.nextChange == .positiveInfinity)
  }

  @Test("Pictures follow presentation time, from an offset and a start, to the end")
  func times() throws {
    let path = try movie("a.mp4", ["-c:v", "libx264", "-bf", "2"])
    let reader = try PictureReader(path: path)
    let format = try VideoFormat(size: PixelSize(64, 48), pixelFormat: .bgraPremultiplied)
    let pictures = DecodedFrameConverter(format: format)
    var expected: [[UInt8]] = []
    while try reader.next() { expected.append(try pictures.picture(of: reader.frame).withUnsafeBytes { Array($0) }) }
    let tick = FrameRate.fps(25)
    let held = try playback(path, start: .seconds(1), offset: tick.time(ofFrame: 40))
    #expect(held.pixels(at: tick.time(ofFrame: 24)) == nil && held.nextChange(after: .zero) == .seconds(1))
    #expect(
      changes(held, count: 20) == (25..<35).map { tick.time(ofFrame: $0) } + [.positiveInfinity])
    for frame in 0..<20 {
      #expect(bytes(held.pixels(at: tick.time(ofFrame: Int64(25 + frame)))) == expected[min(40 + frame, 49)])
    }
    let hidden = try playback(path, offset: tick.time(ofFrame: 48), atEnd: .hide)
    #expect(changes(hidden, count: 9) == [tick.time(ofFrame: 1), tick.time(ofFrame: 2), .positiveInfinity])
    #expect(bytes(hidden.pixels(at: tick.time(ofFrame: 1))) == expected[49])
    #expect(hidden.pixels(at: tick.time(ofFrame: 2)) == nil && hidden.pixels(at: .seconds(100)) == nil)
    let looped = try playback(path, offset: tick.time(ofFrame: 45), atEnd: .loop)
    #expect(changes(looped, count: 30) == (1...30).map { tick.time(ofFrame: Int64($0)) })
    for frame in 0..<30 {
      #expect(bytes(looped.pixels(at: tick.time(ofFrame: Int64(frame)))) == expected[45 + frame % 5])
    }
    #expect(bytes(looped.pixels(at: .seconds(1_000_000))) == expected[45])
    #expect(looped.cursors.cursorCount == 1)
    // Beyond the end, an offset is the last picture.
    for atEnd in Video.AtEnd.allCases {
      let beyond = try playback(path, offset: .seconds(9), atEnd: atEnd)
      #expect(bytes(beyond.pixels(at: .seconds(3))) == (atEnd == .hide ? nil : expected[49]))
      #expect(changes(beyond, count: 2).last == .positiveInfinity)
    }
  }

  @Test(
    "The picture of a time does not depend on what was requested before",
    arguments: [
      ("a.mp4", ["-c:v", "libx264", "-g", "12", "-bf", "3"]),
      ("open.mp4", ["-c:v", "libx264", "-x264-params", "open-gop=1:bframes=3:keyint=12:b-pyramid=normal"]),
      ("open.ts", ["-c:v", "libx264", "-x264-params", "open-gop=1:bframes=3:keyint=12"]),
      ("open.mkv", ["-c:v", "libx265", "-x265-params", "open-gop=1:bframes=3:keyint=12:log-level=none"]),
      ("a.webm", ["-c:v", "libvpx-vp9", "-g", "12"]), ("a.mpg", ["-c:v", "mpeg2video", "-bf", "2"]), ("a.gif", []),
      ("a.avi", ["-c:v", "mpeg4", "-bf", "2"]), ("a.mov", ["-c:v", "qtrle"]),
      ("vfr.mkv", ["-c:v", "libx264", "-vf", "select='not(mod(n,7))+lt(n,20)'", "-fps_mode", "vfr"]),
    ])
  func law(name: String, arguments: [String]) throws {
    let path = try movie(name, arguments)
    let inOrder = try playback(path, atEnd: .loop)
    let step = MediaTime(value: 1, timescale: 60)
    let expected = (0..<150).map { frame in
      let time = step.multiplied(by: Int64(frame), dividedBy: 1)
      return (bytes(inOrder.pixels(at: time)), inOrder.nextChange(after: time))
    }
    let source = try playback(path, atEnd: .loop)
    var random = SeededGenerator(seed: 11)
    for _ in 0..<120 {
      let frame = Int.random(in: 0..<150, using: &random)
      let time = step.multiplied(by: Int64(frame), dividedBy: 1)
      try #require(bytes(source.pixels(at: time)) == expected[frame].0, "frame \(frame)")
      try #require(source.nextChange(after: time) == expected[frame].1)
    }
    #expect(source.cursors.cursorCount <= 4)
  }

  @Test("Several threads read several parts of a movie at once")
  func threads() async throws {
    let path = try movie("a.mp4", ["-c:v", "libx264", "-g", "10"])
    let video = try Video(file: path)
    let configuration = RenderConfiguration(size: PixelSize(64, 48), frameRate: .fps(25))
    @Sendable func pictures(_ frames: Range<Int64>) throws -> [[UInt8]] {
      let renderer = try Renderer(video, configuration: configuration, clock: ManualClock())
      return try frames.map {
        try renderer.render(at: FrameRate.fps(25).time(ofFrame: $0)).pixelBuffer?.withUnsafeBytes { Array($0) } ?? []
      }
    }
    let expected = try pictures(0..<50)
    let parts = try await withThrowingTaskGroup(of: (Int64, [[UInt8]]).self) { group in
      for part: Int64 in 0..<8 {
        let start = 6 * part
        group.addTask { (part, try pictures(start..<start + 6)) }
      }
      return try await group.reduce(into: [Int64: [[UInt8]]]()) { $0[$1.0] = $1.1 }
    }
    let joined: [[UInt8]] = (0..<8).flatMap { parts[$0] ?? [] }
    #expect(joined == Array(expected.prefix(48)))
    // One thread that goes back and forth gets a second reader.
    let source = try playback(path)
    for frame in Int64(0)..<10 {
      _ = source.pixels(at: FrameRate.fps(25).time(ofFrame: frame * 4 % 10))
      _ = source.pixels(at: .seconds(100) + FrameRate.fps(25).time(ofFrame: frame))
    }
    #expect(source.cursors.cursorCount == 2)
  }

  @Test("Pictures are turned and have square pixels as the file says")
  func orientation() throws {
    // Red, lime, blue and white quarters.
    let filter =
      "color=red:size=32x16:duration=1,drawbox=x=16:c=lime:t=fill,drawbox=y=8:w=16:c=blue:t=fill,"
      + "drawbox=x=16:y=8:c=white:t=fill"
    func corners(_ video: Video) throws -> String {
      let sample = try Renderer(
        video, configuration: RenderConfiguration(size: video.naturalSize), clock: ManualClock()
      ).render(at: .zero)
      let (size, bytes) = (video.naturalSize, try #require(self.bytes(sample.pixelBuffer)))
      return [(2, 2), (size.width - 3, 2), (2, size.height - 3), (size.width - 3, size.height - 3)].map { x, y in
        let pixel = bytes[(4 * (y * size.width + x))...].prefix(3).map { $0 > 128 }
        return pixel == [true, true, true] ? "W" : pixel[0] ? "B" : pixel[1] ? "G" : "R"
      }.joined()
    }
    let plain = try movie("plain.mp4", ["-pix_fmt", "yuv444p"], of: filter)
    #expect(try corners(Video(file: plain)) == "RGBW")
    for (angle, expected) in [(90, "GWRB"), (180, "WBGR"), (270, "BRWG")] {
      // This ffmpeg writes the angle counterclockwise.
      _ = try TestTool.ffmpeg.output([
        "-v", "error", "-y", "-i", plain, "-c", "copy", "-metadata:s:v:0", "rotate=\(angle)", folder("turned.mp4"),
      ])
      let video = try Video(file: folder("turned.mp4"))
      #expect(video.naturalSize == (angle == 180 ? PixelSize(32, 16) : PixelSize(16, 32)))
      #expect(try corners(video) == expected, "\(angle)")
    }
    let wide = try Video(file: movie("wide.mp4", ["-vf", "setsar=2", "-pix_fmt", "yuv444p"], of: filter))
    #expect(wide.naturalSize == PixelSize(64, 16))
    #expect(try corners(wide) == "RGBW")
  }

  @Test(
    "Alpha comes from the movie",
    arguments: [
      ("a.webm", ["-c:v", "libvpx-vp9", "-pix_fmt", "yuva420p"]),
      ("a.mov", ["-c:v", "prores_ks", "-pix_fmt", "yuva444p10le"]), ("b.mov", ["-c:v", "qtrle", "-pix_fmt", "argb"]),
      ("a.mkv", ["-c:v", "ffv1", "-pix_fmt", "bgra"]),
    ])
  func alpha(name: String, arguments: [String]) throws {
    let filter = "color=white:size=64x32:duration=0.2,format=rgba,geq=r=255:g=255:b=255:a='if(lt(X,32),0,128)'"
    let picture = try #require(try playback(movie(name, arguments, of: filter)).pixels(at: .zero))
    let pixels = picture.withUnsafeBytes { Array($0) }
    for (x, expected) in [(8, 0), (56, 128)] {
      let pixel = pixels[(4 * (16 * 64 + x))...].prefix(4)
      #expect(pixel.allSatisfy { abs(Int($0) - expected) <= 3 }, "\(name): \(Array(pixel))")
    }
  }

  @Test("Scaling works as for images, and the space stays when nothing is shown")
  func layout() throws {
    let path = try movie("a.mkv", ["-c:v", "ffv1"])
    let picture = try Image(pixels: #require(try playback(path).pixels(at: .seconds(1))))
    var configuration = RenderConfiguration(size: PixelSize(100, 40))
    configuration.background = .black
    for scaling in [ImageScaling.none, .fit, .fill, .stretch] {
      let video = try Renderer(Video(file: path).scaling(scaling), configuration: configuration, clock: ManualClock())
      let image = try Renderer(picture.scaling(scaling), configuration: configuration, clock: ManualClock())
      let (shown, expected) = try (video.render(at: .seconds(1)), image.render(at: .zero))
      #expect(bytes(shown.pixelBuffer) == bytes(expected.pixelBuffer))
    }
    let row = HStack(spacing: 0) {
      try? Video(file: path, since: .seconds(5))
      Color.white.frame(width: 8, height: 8)
    }
    let sample = try Renderer(row, configuration: RenderConfiguration(size: PixelSize(72, 48)), clock: ManualClock())
      .render(at: .zero)
    let pixels = try #require(bytes(sample.pixelBuffer))
    #expect(pixels[4 * (24 * 72 + 60)] == 0 && pixels[4 * (24 * 72 + 68)] == 255)
  }

  @Test("A file that is not a movie is an error, and one that disappears holds its last picture")
  func errors() throws {
    #expect(throws: MediaError.self) { try Video(file: folder("missing.mp4")) }
    let path = try movie("a.mkv", ["-c:v", "libx264", "-g", "10"])
    let whole = try Data(contentsOf: URL(fileURLWithPath: path))
    let source = try playback(path)
    let first = bytes(source.pixels(at: .zero))
    try FileManager.default.removeItem(atPath: path)
    #expect(bytes(source.pixels(at: .seconds(1))) != first)
    #expect(bytes(source.pixels(at: .zero)) == first)
    // Cut in place, the rest cannot be read.
    let other = folder("cut.mkv")
    try whole.write(to: URL(fileURLWithPath: other))
    let cut = try playback(other)
    truncate(other, 100)
    #expect(cut.pixels(at: .milliseconds(1900)) != nil)
    try Data("no movie".utf8).write(to: URL(fileURLWithPath: other))
    for second in [1, 0, 2] { #expect(cut.pixels(at: .seconds(second)) != nil) }
  }
}
