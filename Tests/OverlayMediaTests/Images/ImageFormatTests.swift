import Foundation
import OverlayRender
import TestTools
import Testing

@testable import OverlayMedia

@Suite("Images that FFmpeg decodes", .requires(.ffmpeg))
struct ImageFormatTests {
  private let folder: OutputFolder

  init() throws {
    folder = try OutputFolder()
  }

  /// Makes an image of a filter's first picture with ffmpeg, and returns its bytes.
  private func image(
    _ name: String, _ arguments: [String] = [], of filter: String = "testsrc=size=67x45"
  ) throws -> [UInt8] {
    _ = try TestTool.ffmpeg.output(
      ["-v", "error", "-y", "-f", "lavfi", "-i", filter, "-frames:v", "1"] + arguments + [folder(name)])
    return try bytes(of: name)
  }

  private func bytes(of name: String) throws -> [UInt8] {
    try Array(Data(contentsOf: URL(fileURLWithPath: folder(name))))
  }

  /// Decodes a file with ffmpeg to premultiplied BGRA.
  private func decoded(_ name: String) throws -> [UInt8] {
    var filters: [String] = []
    if let range = ["420.jpg": "pc", "lossy.webp": "tv"][name] {
      // In two steps, because FFmpeg's bilinear filter for packed pixels is off by half a row.
      let (flags, ranges) = ("flags=bilinear+accurate_rnd+full_chroma_inp+full_chroma_int", "in_range=\(range)")
      filters = ["-vf", "scale=\(flags):\(ranges):out_range=\(range),format=yuv444p16le,scale=\(flags):\(ranges)"]
    }
    var bytes = try Array(
      TestTool.ffmpeg.output(
        ["-v", "error", "-i", folder(name), "-frames:v", "1"] + filters + [
          "-sws_flags", "bilinear+accurate_rnd+full_chroma_inp+full_chroma_int", "-f", "rawvideo", "-pix_fmt", "bgra",
          "-",
        ]))
    for pixel in stride(from: 0, to: bytes.count, by: 4) {
      for channel in pixel..<(pixel + 3) {
        bytes[channel] = UInt8((Int(bytes[channel]) * Int(bytes[pixel + 3]) + 127) / 255)
      }
    }
    return bytes
  }

  private func error(_ bytes: [UInt8]) -> ImageError.Reason? {
    do {
      _ = try Image(data: bytes)
      return nil
    } catch {
      return error.reason
    }
  }

  static let transparent = "testsrc=size=67x45,format=rgba,geq=r='r(X,Y)':g='g(X,Y)':b='b(X,Y)':a='3*X'"

  @Test(
    "The pixels are the same as in ffmpeg, but premultiplied",
    arguments: [
      ("420.jpg", "testsrc=size=67x45", ["-pix_fmt", "yuvj420p"]),
      ("444.jpg", "testsrc=size=67x45", ["-pix_fmt", "yuvj444p", "-q:v", "2"]),
      ("gray.jpg", "testsrc=size=67x45", ["-pix_fmt", "gray"]),
      ("lossy.webp", "testsrc=size=67x45", ["-pix_fmt", "yuv420p"]),
      ("alpha.webp", transparent, ["-pix_fmt", "yuva420p"]),
      ("lossless.webp", transparent, ["-pix_fmt", "bgra", "-lossless", "1"]),
      ("a.bmp", "testsrc=size=67x45", []), ("gray.bmp", "testsrc=size=67x45", ["-pix_fmt", "gray"]),
      ("a.tiff", "testsrc=size=67x45", ["-pix_fmt", "rgb24"]),
      ("gray.tiff", "testsrc=size=67x45", ["-pix_fmt", "gray"]),
      ("gray16.tiff", "testsrc=size=67x45", ["-pix_fmt", "gray16le"]),
      ("alpha.tiff", transparent, ["-pix_fmt", "rgba"]), ("a.gif", "testsrc=size=67x45", []),
    ])
  func equalsFFmpeg(name: String, filter: String, arguments: [String]) throws {
    let bytes = try image(name, arguments, of: filter)
    let expected = try decoded(name)
    let pixels = try Image(data: bytes).pixels
    #expect(pixels.format.size == PixelSize(67, 45) && pixels.format.pixelFormat == .bgraPremultiplied)
    let greatest = pixels.withUnsafeBytes { zip($0, expected).reduce(0) { max($0, abs(Int($1.0) - Int($1.1))) } }
    #expect(expected.count == pixels.byteCount && greatest <= 1)
    if filter == Self.transparent { #expect(pixels.withUnsafeBytes { $0[3] < 8 && $0[4 * 66 + 3] > 190 }) }
  }

  @Test("Colors of a TIFF file with associated alpha are multiplied by alpha already")
  func associatedAlpha() throws {
    // ffmpeg writes the kind of alpha last: 2 for straight alpha.
    var bytes = try image("a.tiff", ["-pix_fmt", "rgba"], of: Self.transparent)
    let entry = try #require(Data(bytes).range(of: Data([0x52, 1, 3, 0, 1, 0, 0, 0, 2]), options: .backwards))
    let straight = try Image(data: bytes).pixels.withUnsafeBytes { Array($0) }
    bytes[entry.upperBound - 1] = 1
    let associated = try Image(data: bytes).pixels.withUnsafeBytes { Array($0) }
    let stored = try Array(
      TestTool.ffmpeg.output(["-v", "error", "-i", folder("a.tiff"), "-f", "rawvideo", "-pix_fmt", "bgra", "-"]))
    // The colors of this file are greater than alpha at some places, which is not possible.
    #expect(associated == stored.indices.map { min(stored[$0], stored[$0 / 4 * 4 + 3]) })
    #expect(associated != straight)
  }

  @Test("The four inks of a photo for print become colors")
  func printColors() throws {
    // One block of four components, each with its first coefficient only: 255, 128, 128 and 255. As Adobe's programs
    // write it, zero is full ink.
    let segments: [[UInt8]] = [
      [0xFF, 0xD8, 0xFF, 0xEE, 0, 14] + Array("Adobe".utf8) + [0, 100, 0, 0, 0, 0, 0],
      [0xFF, 0xDB, 0, 67, 0] + [UInt8](repeating: 1, count: 64),
      [0xFF, 0xC0, 0, 20, 8, 0, 8, 0, 8, 4, 1, 0x11, 0, 2, 0x11, 0, 3, 0x11, 0, 4, 0x11, 0],
      [0xFF, 0xC4, 0, 21, 0, 1, 1] + [UInt8](repeating: 0, count: 14) + [0, 10],
      [0xFF, 0xC4, 0, 20, 0x10, 1] + [UInt8](repeating: 0, count: 15) + [0],
      [0xFF, 0xDA, 0, 14, 4, 1, 0, 2, 0, 3, 0, 4, 0, 0, 63, 0, 0xBF, 0x80, 0x5F, 0xC3, 0xFF, 0xD9],
    ]
    let pixels = try Image(data: segments.joined()).pixels.withUnsafeBytes { Array($0) }
    #expect(pixels.count == 256 && zip(pixels, [128, 128, 255, 255]).allSatisfy { abs(Int($0) - Int($1)) <= 1 })
  }

  @Test("A file that others rewrite may have any of the formats")
  func followedFile() throws {
    _ = try image("a.jpg", ["-pix_fmt", "yuvj420p"])
    let configuration = RenderConfiguration(size: PixelSize(67, 45))
    func picture(_ view: some View) throws -> [UInt8]? {
      try Renderer(view, configuration: configuration, clock: ManualClock()).render(at: .zero).pixelBuffer?
        .withUnsafeBytes { Array($0) }
    }
    let expected = try picture(Image(file: folder("a.jpg")))
    #expect(try picture(ImageFile(path: folder("a.jpg"))) == expected && expected?.contains { $0 > 0 } == true)
  }

  /// Four quarters: red and green above blue and white.
  private static let quarters =
    "color=red:size=32x16,drawbox=x=16:c=lime:t=fill,drawbox=y=8:w=16:c=blue:t=fill,drawbox=x=16:y=8:c=white:t=fill"

  /// The names of the colors in the corners: top left, top right, bottom left, bottom right.
  private func corners(_ image: Image) -> String {
    let (size, bytes) = (image.naturalSize, image.pixels.withUnsafeBytes { Array($0) })
    return [(2, 2), (size.width - 3, 2), (2, size.height - 3), (size.width - 3, size.height - 3)].map { x, y in
      let pixel = bytes[(4 * (y * size.width + x))...].prefix(3).map { $0 > 128 }
      return pixel == [true, true, true]
        ? "W" : pixel == [true, false, false] ? "B" : pixel[1 + pixel.startIndex] ? "G" : "R"
    }.joined()
  }

  /// Exif data with an orientation.
  private func exif(_ orientation: UInt8, isBigEndian: Bool) -> [UInt8] {
    isBigEndian
      ? Array("MM\0*".utf8) + [0, 0, 0, 8, 0, 1, 1, 18, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0, 0, 0, 0, 0]
      : Array("II*\0".utf8) + [8, 0, 0, 0, 1, 0, 18, 1, 3, 0, 1, 0, 0, 0, orientation, 0, 0, 0, 0, 0, 0, 0]
  }

  @Test(
    "The orientation of a photo comes from its Exif data",
    arguments: zip(1...8, ["RGBW", "GRWB", "WBGR", "BWRG", "RBGW", "BRWG", "WGBR", "GWRB"]))
  func orientation(number: Int, expected: String) throws {
    let plain = try image("a.jpg", ["-pix_fmt", "yuvj444p", "-q:v", "2"], of: Self.quarters)
    for isBigEndian in [false, true] {
      let data = Array("Exif\0\0".utf8) + exif(UInt8(number), isBigEndian: isBigEndian)
      let photo = plain.prefix(2) + [0xFF, 0xE1, 0, UInt8(data.count + 2)] + data + plain.dropFirst(2)
      let shown = try Image(data: photo)
      #expect(corners(shown) == expected)
      #expect(shown.naturalSize == (number < 5 ? PixelSize(32, 16) : PixelSize(16, 32)))
    }
    var webP = try image("a.webp", ["-pix_fmt", "bgra", "-lossless", "1"], of: Self.quarters)
    let data = exif(UInt8(number), isBigEndian: false)
    webP += Array("EXIF".utf8) + [UInt8(data.count), 0, 0, 0] + data
    webP[4] += UInt8(data.count + 8)
    #expect(try corners(Image(data: webP)) == expected)
    // ffmpeg writes no orientation. It takes the place of the resolution, but entries are in the order of their tags.
    var tiff = try image("a.tiff", ["-pix_fmt", "rgb24"], of: Self.quarters)
    let samples = try #require(Data(tiff).firstRange(of: Data([0x15, 1, 3, 0, 1, 0, 0, 0]))).lowerBound
    let resolution = try #require(Data(tiff).firstRange(of: Data([0x1A, 1, 5, 0, 1, 0, 0, 0]))).lowerBound
    tiff.replaceSubrange(
      samples..<(resolution + 12), with: [18, 1, 3, 0, 1, 0, 0, 0, UInt8(number), 0, 0, 0] + tiff[samples..<resolution])
    #expect(try corners(Image(data: tiff)) == expected)
  }

  @Test("Of an animation, the first picture is shown")
  func animations() throws {
    func number(_ value: Int, _ count: Int) -> [UInt8] { (0..<count).map { UInt8(value >> (8 * $0) & 0xFF) } }
    func chunk(_ name: String, _ content: [UInt8]) -> [UInt8] { Array(name.utf8) + number(content.count, 4) + content }
    let still = try image("a.webp", ["-pix_fmt", "bgra", "-lossless", "1"], of: Self.quarters)
    let picture = Array(still.dropFirst(12))
    func frame(_ x: Int, _ y: Int) -> [UInt8] {
      let numbers: [[UInt8]] = [x / 2, y / 2, 31, 15, 100].map { number($0, 3) }
      return chunk("ANMF", numbers.joined() + [0] + picture)
    }
    func animation(_ frame: [UInt8]) -> [UInt8] {
      let chunks = chunk("VP8X", [0x12, 0, 0, 0] + number(39, 3) + number(19, 3)) + chunk("ANIM", number(0, 6)) + frame
      return Array("RIFF".utf8) + number(chunks.count + 4, 4) + Array("WEBP".utf8) + chunks
    }
    let placed = try Image(data: animation(frame(8, 4)))
    #expect(placed.naturalSize == PixelSize(40, 20))
    let pixels = placed.pixels.withUnsafeBytes { Array($0.bindMemory(to: UInt32.self)) }
    let whole = try Image(data: still).pixels.withUnsafeBytes { Array($0.bindMemory(to: UInt32.self)) }
    for y in 0..<20 {
      let row = pixels[(40 * y)...].prefix(40)
      #expect(Array(row.prefix(8)) == Array(repeating: 0, count: 8))
      #expect(
        Array(row.dropFirst(8)) == (y < 4 ? Array(repeating: 0, count: 32) : Array(whole[(32 * (y - 4))...].prefix(32)))
      )
    }
    #expect(error(animation(frame(10, 4))) == .damaged)
    let moving = try image(
      "b.webp", ["-frames:v", "3", "-c:v", "libwebp_anim", "-lossless", "1", "-pix_fmt", "bgra"],
      of: "testsrc2=size=64x48:rate=5")
    let first = try image("b.bmp", ["-pix_fmt", "bgra"], of: "testsrc2=size=64x48:rate=5")
    #expect(Data(moving).firstRange(of: Data("ANMF".utf8)) != nil)
    let (shown, expected) = try (Image(data: moving).pixels, Image(data: first).pixels)
    #expect(shown.withUnsafeBytes { Array($0) } == expected.withUnsafeBytes { Array($0) })
  }

  @Test("Sides of 60000 pixels are refused before the picture is decoded")
  func hostileSizes() throws {
    func patched(
      _ name: String, _ arguments: [String] = [], of filter: String = "testsrc=size=67x45", after mark: [UInt8],
      skipping: Int, with sides: [UInt8]
    ) throws -> [UInt8] {
      var file = try image(name, arguments, of: filter)
      let start = try #require(Data(file).firstRange(of: Data(mark))).upperBound + skipping
      file.replaceSubrange(start..<(start + sides.count), with: sides)
      return file
    }
    let files = [
      try patched(
        "a.jpg", ["-pix_fmt", "yuvj420p"], after: [0xFF, 0xC0], skipping: 3, with: [0xEA, 0x60, 0xEA, 0x60]),
      try patched("a.bmp", after: Array("BM".utf8), skipping: 16, with: [0x60, 0xEA, 0, 0, 0x60, 0xEA, 0, 0]),
      try patched("a.gif", after: Array("GIF89a".utf8), skipping: 0, with: [0x60, 0xEA, 0x60, 0xEA]),
      try patched(
        "a.webp", ["-pix_fmt", "yuva420p"], of: Self.transparent, after: Array("VP8X".utf8), skipping: 8,
        with: [0x5F, 0xEA, 0, 0x5F, 0xEA, 0]),
    ]
    for file in files { #expect(error(file) == .sizeOutOfRange(width: 60_000, height: 60_000)) }
    // More than 64 megapixels, with possible sides.
    let large = try patched(
      "a.jpg", ["-pix_fmt", "yuvj420p"], after: [0xFF, 0xC0], skipping: 3, with: [0x7F, 0xFF, 0x7F, 0xFF])
    #expect(error(large) == .sizeOutOfRange(width: 32_767, height: 32_767))
  }

  @Test("A file that is cut or damaged is a picture or a reason, in bounded time")
  func damagedFiles() throws {
    var random = SeededGenerator(seed: 5)
    for (name, arguments) in [
      ("a.jpg", ["-pix_fmt", "yuvj420p"]), ("a.webp", ["-pix_fmt", "yuva420p"]), ("a.gif", []), ("a.bmp", []),
      ("a.tiff", ["-pix_fmt", "rgb24"]),
    ] {
      let whole = try image(name, arguments)
      for length in [3, 8, 12, 16, 26, 40, whole.count / 2, whole.count - 10] {
        let reason = error(Array(whole.prefix(length)))
        if name != "a.gif" && name != "a.tiff" { #expect(reason != nil, "\(name) \(length)") }
        #expect(reason?.description.contains("\n") != true)
      }
      for _ in 0..<50 {
        var file = whole
        for _ in 0..<8 {
          file[Int.random(in: 4..<file.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
        }
        #expect(error(file)?.description.contains("\n") != true)
      }
    }
    #expect(try error(Array(image("a.jpg", ["-pix_fmt", "yuvj420p"]).dropLast(300))) == .truncated)
    #expect(try error(Array(image("a.webp", ["-pix_fmt", "yuv420p"]).dropLast(300))) == .truncated)
    // Phones add a movie after the picture.
    let jpeg = try Array(image("a.jpg", ["-pix_fmt", "yuvj420p"]))
    #expect(error(jpeg + [0xFF, 0xDA] + [UInt8](repeating: 0, count: 5000)) == nil)
  }

  @Test("A PNG does not load FFmpeg, and the first file in another format does")
  func loading() async {
    await #expect(processExitsWith: .success) {
      func hasFFmpeg() throws -> Bool {
        let maps = try FileHandle(forReadingFrom: URL(fileURLWithPath: "/proc/self/maps")).readToEnd() ?? Data()
        return String(decoding: maps, as: UTF8.self).contains("/libavcodec.so")
      }
      let picture = try PixelBufferDraft(format: VideoFormat(size: PixelSize(2, 2), pixelFormat: .bgraPremultiplied))
        .freeze()
      _ = try Image(data: PNGEncoder.encode(picture))
      let isLoaded = try hasFFmpeg()
      precondition(!isLoaded)
      let bmp: [UInt8] =
        Array("BM".utf8) + [58, 0, 0, 0, 0, 0, 0, 0, 54, 0, 0, 0, 40, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 24, 0]
        + [UInt8](repeating: 0, count: 24) + [1, 2, 3, 0]
      let pixels = try Image(data: bmp).pixels.withUnsafeBytes { Array($0) }
      let isLoadedThen = try hasFFmpeg()
      precondition(pixels == [1, 2, 3, 255] && isLoadedThen)
    }
  }
}
