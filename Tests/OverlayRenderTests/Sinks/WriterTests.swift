import Foundation
import OverlayRender
import TestTools
import Testing

@Suite("Raw and Y4M writers")
struct StreamWriterTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private func y4m(_ format: VideoFormat, rate: FrameRate = .ntsc, frames: Int = 2) throws -> [UInt8] {
    let writer = try Y4MWriter(output: ByteOutput(path: folder("a.y4m"), overwrite: true), format: format, rate: rate)
    try writer.write(makePicture(format, seed: 1), count: frames)
    try writer.finish()
    return try #require(folder.bytes("a.y4m"))
  }

  @Test("Y4M is its header, then FRAME and the planes for each frame, byte for byte")
  func y4mBytes() throws {
    let format = try videoFormat(1920, 1080)
    let contents = try makePicture(format, seed: 1).contents
    let header = "YUV4MPEG2 W1920 H1080 F30000:1001 Ip A1:1 C420mpeg2 XYSCSS=420MPEG2 XCOLORRANGE=LIMITED\n"
    let frame = Array("FRAME\n".utf8) + contents
    #expect(try y4m(format) == Array(header.utf8) + frame + frame)
  }

  @Test(
    "Odd sizes and the other layouts have correct tags",
    arguments: [
      (PixelFormat.yuv420p, ColorRange.full, "C420mpeg2 XYSCSS=420MPEG2 XCOLORRANGE=FULL", 7 * 5 + 2 * 4 * 3),
      (.yuv444p, .limited, "C444 XYSCSS=444 XCOLORRANGE=LIMITED", 3 * 7 * 5),
      (.gray, .limited, "Cmono XCOLORRANGE=FULL", 7 * 5),
      (.yuv422p, .limited, "C422 XYSCSS=422 XCOLORRANGE=LIMITED", 7 * 5 + 2 * 4 * 5),
      (.yuva444p, .limited, "C444alpha XYSCSS=444 XCOLORRANGE=LIMITED", 4 * 7 * 5),
      (.yuv420p10, .limited, "C420p10 XYSCSS=420P10 XCOLORRANGE=LIMITED", 2 * (7 * 5 + 2 * 4 * 3)),
    ])
  func y4mTags(_ pixelFormat: PixelFormat, _ range: ColorRange, _ tags: String, _ frameBytes: Int) throws {
    let bytes = try y4m(videoFormat(7, 5, pixelFormat, range), rate: .fps(25), frames: 1)
    let end = try #require(bytes.firstIndex(of: UInt8(ascii: "\n")))
    #expect(text(Array(bytes[..<end])) == "YUV4MPEG2 W7 H5 F25:1 Ip A1:1 \(tags)")
    #expect(bytes.count == end + 1 + 6 + frameBytes)
  }

  @Test(
    "Y4M refuses unsupported formats and lists the supported ones",
    arguments: [PixelFormat.bgra, .rgba, .bgraPremultiplied, .rgbaPremultiplied, .nv12, .yuva420p, .rgb24])
  func y4mRefuses(_ pixelFormat: PixelFormat) throws {
    let format = try videoFormat(8, 8, pixelFormat)
    let expected = SinkError.pixelFormatUnsupported(
      container: "Y4M", found: pixelFormat, supported: [.yuv420p, .yuv444p, .gray])
    #expect(throws: expected) { try Y4MWriter(output: ByteOutput(path: folder("a")), format: format, rate: .fps(25)) }
    #expect(folder.names == [])
  }

  @Test("A picture in another format is refused")
  func formatChange() throws {
    let other = try makePicture(videoFormat(8, 6), seed: 0)
    let format = try videoFormat(8, 8)
    let y4m = try Y4MWriter(output: ByteOutput(path: folder("a")), format: format, rate: .fps(25))
    #expect(throws: SinkError.formatChanged(name: folder("a"))) { try y4m.write(other, count: 1) }
    let raw = try RawWriter(output: ByteOutput(path: folder("b")), format: format)
    #expect(throws: SinkError.formatChanged(name: folder("b"))) { try raw.write(other, count: 1) }
  }

  @Test(
    "Raw consists of the bytes of the pictures in any pixel format",
    arguments: [PixelFormat.bgra, .rgbaPremultiplied, .yuv420p, .nv12, .yuv444p, .yuva420p, .gray])
  func raw(_ pixelFormat: PixelFormat) throws {
    let picture = try makePicture(videoFormat(9, 7, pixelFormat), seed: 1)
    let writer = try RawWriter(output: ByteOutput(path: folder("a")), format: picture.format)
    try writer.write(picture, count: 3)
    #expect(writer.bytesWritten == Int64(3 * picture.byteCount))
    try writer.finish()
    #expect(folder.bytes("a") == picture.contents + picture.contents + picture.contents)
  }

  @Test("An abandoned stream leaves no file")
  func abandon() throws {
    let format = try videoFormat(8, 8)
    let writer = try Y4MWriter(output: ByteOutput(path: folder("a")), format: format, rate: .fps(25))
    try writer.write(makePicture(format, seed: 1), count: 1)
    writer.abandon()
    #expect(folder.names == [])
  }

  @Test(
    "ffprobe reads rate, range, siting and layout as they were meant",
    .requires(.ffprobe),
    arguments: [
      (PixelFormat.yuv420p, ColorRange.limited, "pix_fmt=yuv420p color_range=tv chroma_location=left"),
      (.yuv420p, .full, "pix_fmt=yuv420p color_range=pc chroma_location=left"),
      (.yuv444p, .limited, "pix_fmt=yuv444p color_range=tv chroma_location=unspecified"),
      (.gray, .full, "pix_fmt=gray color_range=pc chroma_location=unspecified"),
      (.yuv422p, .limited, "pix_fmt=yuv422p color_range=tv"), (.yuva444p, .limited, "pix_fmt=yuva444p color_range=tv"),
      (.yuv420p10, .limited, "pix_fmt=yuv420p10le color_range=tv"), (.gray10, .full, "pix_fmt=gray10le color_range=pc"),
    ])
  func ffprobe(_ pixelFormat: PixelFormat, _ range: ColorRange, _ expected: String) throws {
    _ = try y4m(videoFormat(33, 17, pixelFormat, range))
    let process = Process()
    process.executableURL = URL(fileURLWithPath: TestTool.ffprobe.path)
    process.arguments =
      ["-v", "error", "-count_frames", "-of", "default=nw=1", "-show_entries"]
      + ["stream=width,height,pix_fmt,color_range,chroma_location,r_frame_rate,nb_read_frames", folder("a.y4m")]
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.run()
    let lines = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    let fields = Set(String(decoding: lines, as: UTF8.self).split(separator: "\n").map(String.init))
    let wanted = expected.split(separator: " ").map(String.init)
    #expect(
      fields.isSuperset(of: wanted + ["width=33", "height=17", "r_frame_rate=30000/1001", "nb_read_frames=2"]),
      "\(fields)")
  }

  @Test("The null writer discards everything")
  func null() throws {
    let writer = NullWriter()
    try writer.write(makePicture(videoFormat(8, 8), seed: 1), count: 5)
    writer.finish()
    #expect(writer.bytesWritten == 0)
  }
}
