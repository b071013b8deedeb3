import CFFmpeg
import Foundation
import OverlayRender
import TestTools
import Testing

@testable import OverlayMedia

@Suite("Reading the pictures of movies", .requires(.ffmpeg))
struct PictureReaderTests {
  private let folder: OutputFolder

  init() throws {
    folder = try OutputFolder()
  }

  /// Makes a movie with ffmpeg and returns its path.
  private func movie(_ name: String, _ arguments: String...) throws -> String {
    let source = "testsrc2=size=64x48:rate=25:duration=4"
    _ = try TestTool.ffmpeg.output(
      ["-v", "error", "-f", "lavfi", "-i", source] + arguments + [folder(name)])
    return folder(name)
  }

  /// The times and the bytes of all pictures, as ffmpeg decodes them.
  private func decoded(_ path: String, as pixelFormat: String) throws -> (times: [Double], frames: [[UInt8]]) {
    let list = try TestTool.ffprobe.output([
      "-v", "error", "-select_streams", "v:0", "-show_entries", "frame=best_effort_timestamp_time", "-of",
      "csv=p=0:s=,", path,
    ])
    let times = String(decoding: list, as: UTF8.self).split(whereSeparator: { $0.isNewline || $0 == "," })
      .compactMap { Double($0) }
    let bytes = try Array(
      TestTool.ffmpeg.output([
        "-v", "error", "-noautorotate", "-i", path, "-fps_mode", "passthrough", "-f", "rawvideo", "-pix_fmt",
        pixelFormat, "-",
      ]))
    let size = bytes.count / max(times.count, 1)
    return (times, times.indices.map { Array(bytes[($0 * size)..<(($0 + 1) * size)]) })
  }

  private func bytes(_ pictures: DecodedFrameConverter, _ reader: PictureReader) throws -> [UInt8] {
    try pictures.picture(of: reader.frame).withUnsafeBytes { Array($0) }
  }

  @Test(
    "Pictures and times are the same as in ffmpeg",
    arguments: [
      ("a.mp4", ["-c:v", "libx264", "-bf", "3"]), ("b.mkv", ["-c:v", "ffv1"]), ("c.webm", ["-c:v", "libvpx-vp9"]),
      ("d.ts", ["-c:v", "libx264", "-bf", "2"]), ("e.mov", ["-c:v", "libx264", "-r", "30000/1001"]),
      ("f.mkv", ["-c:v", "libx264", "-vf", "select='not(mod(n,7))+lt(n,20)'", "-fps_mode", "vfr"]),
    ])
  func equalsFFmpeg(name: String, arguments: [String]) throws {
    _ = try TestTool.ffmpeg.output(
      ["-v", "error", "-f", "lavfi", "-i", "testsrc2=size=64x48:rate=25:duration=4,scale=65:49"] + arguments
        + ["-pix_fmt", "yuv444p", folder(name)])
    let expected = try decoded(folder(name), as: "yuv444p")
    let reader = try PictureReader(path: folder(name))
    let pictures = DecodedFrameConverter(format: try VideoFormat(size: PixelSize(65, 49), pixelFormat: .yuv444p))
    #expect(reader.movie.naturalSize == PixelSize(65, 49))
    let start = expected.times.first ?? 0
    var index = 0
    var previousEnd = MediaTime.zero
    while try reader.next() {
      try #require(index < expected.times.count)
      #expect(abs(reader.time.seconds + start - expected.times[index]) < 0.00002)
      #expect(reader.time == previousEnd && reader.end > reader.time)
      try #require(try bytes(pictures, reader) == expected.frames[index])
      previousEnd = reader.end
      index += 1
    }
    #expect(index == expected.times.count && !reader.isDamaged)
  }

  @Test("Pictures of 10 bits with interleaved color differences, as hardware decodes them, are read exactly")
  func semiplanarPictures() throws {
    let format = try VideoFormat(size: PixelSize(18, 10), pixelFormat: .yuv420p10)
    let source = "testsrc2=size=18x10:rate=25,format=yuv420p10le"
    func raw(_ pixelFormat: String, _ input: [String]) throws -> [UInt8] {
      try Array(
        TestTool.ffmpeg.output(
          ["-v", "error"] + input + ["-frames:v", "1", "-pix_fmt", pixelFormat, "-f", "rawvideo", "-"]))
    }
    let planar = try raw("yuv420p10le", ["-f", "lavfi", "-i", source])
    let semiplanar = try raw("p010le", ["-f", "lavfi", "-i", source])
    let frame = try Frame()
    try frame.allocate(format.size, AV_PIX_FMT_P010LE)
    var position = 0
    for (plane, rows) in [(0, 10), (1, 5)] {
      let base = try #require(frame.pointer.pointee.extended_data[plane])
      let stride = Int(plane == 0 ? frame.pointer.pointee.linesize.0 : frame.pointer.pointee.linesize.1)
      for row in 0..<rows {
        for byte in 0..<36 { base[row * stride + byte] = semiplanar[position + byte] }
        position += 36
      }
    }
    let picture = try DecodedFrameConverter(format: format).picture(of: frame.pointer)
    #expect(position == semiplanar.count && picture.withUnsafeBytes { Array($0) } == planar)
  }

  @Test("A seek leads to the picture of its time", arguments: ["x.mp4", "x.mkv", "x.ts", "x.gif", "x.avi"])
  func seek(name: String) throws {
    let path = try movie(name, "-g", "30")
    let all = try PictureReader(path: path)
    let format = try VideoFormat(size: PixelSize(64, 48), pixelFormat: .bgraPremultiplied)
    let pictures = DecodedFrameConverter(format: format)
    var timeline: [(time: MediaTime, end: MediaTime, bytes: [UInt8])] = []
    while try all.next() { timeline.append((all.time, all.end, try bytes(pictures, all))) }
    let reader = try PictureReader(path: path)
    var random = SeededGenerator(seed: 7)
    for _ in 0..<40 {
      let time = MediaTime(value: Int64.random(in: 0..<3990, using: &random), timescale: 1000)
      let expected = try #require(timeline.last { $0.time <= time })
      #expect(try reader.seek(to: time))
      #expect(reader.time == expected.time && reader.end == expected.end)
      #expect(try bytes(pictures, reader) == expected.bytes)
      if Bool.random(using: &random), try reader.next() {
        #expect(reader.time == expected.end)
      }
    }
    #expect(try !reader.seek(to: .seconds(9)))
    #expect(try reader.seek(to: .zero) && reader.time == timeline[0].time)
  }

  @Test("A seek into a movie with a keyframe only at its beginning decodes from there", arguments: ["x.ts", "x.mkv"])
  func onlyKeyframe(name: String) throws {
    let reader = try PictureReader(path: movie(name, "-g", "1000"))
    #expect(try reader.seek(to: .seconds(2)))
    #expect(reader.time <= .seconds(2) && reader.end > .seconds(2) && !reader.isDamaged)
    let other = try PictureReader(path: reader.movie.path)
    #expect(try other.seek(to: .seconds(2), toleranceBefore: .milliseconds(100), toleranceAfter: .seconds(1)))
    #expect(other.time == reader.time)
  }

  @Test("The orientation, the shape of pixels, the tracks, the title and the date come from the file")
  func description() throws {
    let plain = folder("plain.mp4")
    _ = try TestTool.ffmpeg.output([
      "-v", "error", "-f", "lavfi", "-i", "testsrc2=size=64x48:rate=25:duration=2", "-f", "lavfi", "-i",
      "sine=duration=2", "-vf", "setsar=3/2", "-metadata", "creation_time=2026-03-01T12:00:00Z", "-metadata",
      "title=A walk", "-metadata:s:a:0", "language=deu", plain,
    ])
    let turned = folder("turned.mp4")
    _ = try TestTool.ffmpeg.output([
      "-v", "error", "-i", plain, "-c", "copy", "-metadata:s:v:0", "rotate=90", "-map_metadata", "0", turned,
    ])
    let movie = try Movie(path: plain)
    #expect(movie.naturalSize == PixelSize(96, 48) && movie.pictures.orientation == .upright)
    #expect(movie.nominalFrameRate == .fps(25) && abs(movie.duration.seconds - 2) < 0.05)
    #expect(movie.title == "A walk")
    #expect(movie.creationDate == WallTime(nanosecondsSince1970: 1_772_366_400_000_000_000))
    #expect(movie.tracks.map(\.kind) == [.video, .audio] && movie.tracks[1].language == "deu")
    let other = try Movie(path: turned)
    // This ffmpeg writes the angle counterclockwise.
    #expect(
      other.naturalSize == PixelSize(48, 96)
        && other.pictures.orientation == Orientation(transposes: true, flipsVertically: true))
  }

  @Test("A file that is not a movie is an error of one line")
  func unusableFiles() throws {
    func message(_ path: String) -> String {
      do {
        let reader = try PictureReader(path: path)
        while try reader.next() {}
        return "none"
      } catch {
        return error.description
      }
    }
    _ = try movie("x.mp4")
    let whole = try Data(contentsOf: URL(fileURLWithPath: folder("x.mp4")))
    try whole.prefix(whole.count / 2).write(to: URL(fileURLWithPath: folder("cut.mp4")))
    _ = try TestTool.ffmpeg.output(["-v", "error", "-f", "lavfi", "-i", "sine=duration=1", folder("sound.wav")])
    let picture = Data("FRAME\n".utf8) + Data(count: 16 * 16 * 3 / 2)
    try (Data("YUV4MPEG2 W16 H16 F1:1000000 Ip\n".utf8) + picture + picture)
      .write(to: URL(fileURLWithPath: folder("slow.y4m")))
    for (name, reason) in [
      ("cut.mp4", "moov atom not found"), ("slow.y4m", "each of its pictures lasts longer than a day"),
    ] {
      #expect(
        message(folder(name))
          == "\(folder(name)): cannot be read as a movie (\(reason)): check that it is complete, and that it plays elsewhere"
      )
    }
    let sound = folder("sound.wav")
    #expect(message(sound) == "\(sound): contains no moving pictures, only sound: give a movie")
    // The header of an animated WebP (RFC 9649, section 2.7): the flag of animation, and 16x16 pixels.
    let chunk = Data("VP8X".utf8) + Data([10, 0, 0, 0, 2, 0, 0, 0, 15, 0, 0, 15, 0, 0])
    let frames = Data("ANIM".utf8) + Data([6, 0, 0, 0, 0, 0, 0, 0, 0, 0])
    let body = Data("WEBP".utf8) + chunk + frames
    try (Data("RIFF".utf8) + Data([UInt8(body.count), 0, 0, 0]) + body)
      .write(to: URL(fileURLWithPath: folder("x.webp")))
    #expect(
      message(folder("x.webp"))
        == "\(folder("x.webp")): is an animated WebP, whose pictures FFmpeg does not read: convert it to a gif, an apng or a movie"
    )
  }

  @Test("A movie that is cut or damaged is read as far as possible, with times that increase")
  func damagedMovies() throws {
    let path = try movie("x.mkv", "-c:v", "libx264", "-g", "10")
    let whole = try Data(contentsOf: URL(fileURLWithPath: path))
    var random = SeededGenerator(seed: 3)
    for count in 0..<24 {
      var data = whole
      if count % 2 == 0 {
        data = data.prefix(whole.count * (count + 6) / 32)
      } else {
        for _ in 0..<(1 << (count / 4)) {
          let position = Int.random(in: 0..<data.count, using: &random)
          data[position] = UInt8.random(in: 0...255, using: &random)
        }
      }
      let name = folder("damaged\(count).mkv")
      try data.write(to: URL(fileURLWithPath: name))
      do {
        let reader = try PictureReader(path: name)
        var latest = MediaTime(value: -1, timescale: 1)
        while try reader.next() {
          #expect(reader.time > latest && reader.end > reader.time)
          latest = reader.time
        }
      } catch {
        #expect(!error.description.contains("\n"))
      }
    }
  }

  @Test("Pictures of impossible size are refused before they are decoded")
  func hugePictures() throws {
    // The header of an AVI file, whose sizes have 32 bits each.
    let path = try movie("x.avi", "-c:v", "rawvideo")
    var data = try Data(contentsOf: URL(fileURLWithPath: path))
    func bytes(_ number: UInt32) -> Data { withUnsafeBytes(of: number.littleEndian) { Data($0) } }
    let format = try #require(data.firstRange(of: Data("strf".utf8)))
    let size = format.upperBound + 8
    try #require(data[size..<(size + 8)] == bytes(64) + bytes(48))
    data.replaceSubrange(size..<(size + 8), with: bytes(60_000) + bytes(60_000))
    try data.write(to: URL(fileURLWithPath: folder("huge.avi")))
    let error = MediaError.pictureTooLarge(path: folder("huge.avi"), size: PixelSize(60_000, 60_000))
    #expect(throws: error) { try PictureReader(path: folder("huge.avi")) }
    #expect(error.description.hasSuffix("have 60000x60000 pixels: give a movie of at most 64 megapixels"))
  }

  @Test("Pictures whose size is not known are an error, although another track has one")
  func unknownSize() throws {
    let path = try movie("x.webm", "-map", "0:v", "-map", "0:v", "-c:v", "libvpx")
    var data = try Data(contentsOf: URL(fileURLWithPath: path))
    // The sides in the header of the first track.
    for side in [Data([0xB0, 0x81, 64]), Data([0xBA, 0x81, 48])] {
      let range = try #require(data.firstRange(of: side))
      data[range.upperBound - 1] = 0
    }
    // The start code of keyframes of VP8.
    while let code = data.firstRange(of: Data([0x9D, 0x01, 0x2A])) { data.replaceSubrange(code, with: Data(count: 3)) }
    try data.write(to: URL(fileURLWithPath: path))
    let error = MediaError.movieUnreadable(path: path, reason: "the size of its pictures is not known")
    #expect(throws: error) { try PictureReader(path: path) }
  }
}
