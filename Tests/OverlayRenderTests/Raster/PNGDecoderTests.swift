import Foundation
import RenderTestTools
import TestTools
import Testing

@testable import OverlayRender

@Suite("PNG and image files")
struct PNGDecoderTests {
  @Test(
    "Every kind of PNG becomes premultiplied color",
    arguments: [
      (
        "rgb", [0, 128, 255, 255, 255, 0, 0, 255],
        "iVBORw0KGgoAAAANSUhEUgAAAAIAAAABCAIAAAB7QOjdAAAAD0lEQVR42mP438DAwPAfAAmAAn+u+nUMAAAA"
          + "AElFTkSuQmCC"
      ),
      (
        "rgba", [0, 128, 255, 255, 128, 0, 0, 128],
        "iVBORw0KGgoAAAANSUhEUgAAAAIAAAABCAYAAAD0In+KAAAAEUlEQVR42mP438Dwn4HhfwMAEvoD/mzdAJcA"
          + "AAAASUVORK5CYII="
      ),
      (
        "gray", [64, 64, 64, 255, 200, 200, 200, 255],
        "iVBORw0KGgoAAAANSUhEUgAAAAIAAAABCAAAAADRSSBWAAAAC0lEQVR42mNwOAEAAUsBCV0hCrQAAAAASUVO"
          + "RK5CYII="
      ),
      (
        "bits", [255, 255, 255, 255, 0, 0, 0, 255],
        "iVBORw0KGgoAAAANSUhEUgAAAAIAAAABAQAAAADcWUInAAAACklEQVR42mNoAAAAggCB2kUIOwAAAABJRU5E"
          + "rkJggg=="
      ),
      (
        "palette", [0, 128, 255, 255, 128, 0, 0, 128],
        "iVBORw0KGgoAAAANSUhEUgAAAAIAAAABCAMAAADD/I+4AAAABlBMVEX/gAAAAP/dR00cAAAAAnRSTlP/gAgP"
          + "s2oAAAALSURBVHjaY2BgBAAABAACLN5IrQAAAABJRU5ErkJggg=="
      ),
      (
        "rgba16", [0, 128, 255, 255, 128, 0, 0, 128],
        "iVBORw0KGgoAAAANSUhEUgAAAAIAAAABEAYAAACksqPJAAAAF0lEQVR42mP4/7+hgYHh/38GBhDZ0AAAR9gH"
          + "+zY/9R8AAAAASUVORK5CYII="
      ),
      (
        "interlaced", [0, 128, 255, 255, 255, 0, 0, 255],
        "iVBORw0KGgoAAAANSUhEUgAAAAIAAAABCAIAAAEMR9hLAAAADklEQVR42mP438AABP8BCwACf7fWGu4AAAAA"
          + "SUVORK5CYII="
      ),
    ])
  func kinds(kind: String, expected: [UInt8], base64: String) throws {
    let file = try #require(Data(base64Encoded: base64))
    #expect(try PNGDecoder.decode(Array(file)).contents == expected, "\(kind)")
  }

  private static func file() throws -> [UInt8] {
    try PNGEncoder.encode(.picture(20, 10) { x, y in [UInt8(x), UInt8(y), 0, 200] })
  }

  @Test("Only premultiplied pixels are encoded", arguments: [PixelFormat.gray, .yuv420p, .bgra])
  func encodedFormats(format: PixelFormat) throws {
    let format = try VideoFormat(size: PixelSize(64, 64), pixelFormat: format)
    let picture = try PixelBufferDraft(format: format).freeze(stamp: 0)
    #expect(throws: RasterError.unsupportedPixelFormat(format.pixelFormat)) { try PNGEncoder.encode(picture) }
  }

  @Test("An encoded picture can be decoded")
  func roundTrip() throws {
    let picture = try PixelBuffer.picture(7, 5) { x, y in [UInt8(x * 3), 0, UInt8(y * 9), UInt8(200 + x + y)] }
    let read = try Image(data: PNGEncoder.encode(picture))
    #expect(read.naturalSize == PixelSize(7, 5))
    #expect(try PNGDecoder.decode(PNGEncoder.encode(picture)).contents == picture.contents)
  }

  @Test("A truncated file is refused at any length")
  func cut() throws {
    let file = try Self.file()
    for count in 0..<file.count {
      let reason = #expect(throws: ImageError.Reason.self) { try PNGDecoder.decode(Array(file.prefix(count))) }
      #expect(reason == (count == 0 ? .empty : .truncated), "\(count) of \(file.count) bytes")
    }
  }

  @Test("A file with one changed byte is refused or decoded, and never traps")
  func changedBytes() throws {
    let file = try Self.file()
    var refused = 0
    for index in file.indices {
      var changed = file
      changed[index] ^= 0x55
      do { _ = try PNGDecoder.decode(changed) } catch { refused += 1 }
    }
    #expect(refused > file.count * 9 / 10, "\(refused) of \(file.count)")
  }

  @Test("Invalid checksums and sizes are reported")
  func corrupt() throws {
    let file = try Self.file()
    let data = try #require(file.indices.first { file[$0...].starts(with: Array("IDAT".utf8)) })
    var changed = file
    changed[data + 10] ^= 1
    #expect(throws: ImageError.Reason.damaged) { try PNGDecoder.decode(changed) }
    changed = file
    changed.replaceSubrange(12..<16, with: Array("IHDX".utf8))
    #expect(throws: ImageError.Reason.damaged) { try PNGDecoder.decode(changed) }
    func sized(_ width: UInt32, _ height: UInt32) -> [UInt8] {
      var sized = file
      sized.replaceSubrange(
        16..<24,
        with: [width, height].flatMap { side in (0..<4).map { UInt8(truncatingIfNeeded: side >> (24 - 8 * $0)) } })
      return sized
    }
    for (width, height) in [(100_000, 100_000), (0, 10), (10, 0), (30_000, 30_000), (0xFFFF_FFFF, 1), (32_768, 1)] {
      #expect(throws: ImageError.Reason.sizeOutOfRange(width: width, height: height)) {
        try PNGDecoder.decode(sized(UInt32(width), UInt32(height)))
      }
    }
  }

  @Test("Files that are not images are refused immediately with their cause")
  func files() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("images-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    func path(_ name: String) -> String { folder.appendingPathComponent(name).path }
    func write(_ bytes: [UInt8], _ name: String) throws {
      try Data(bytes).write(to: folder.appendingPathComponent(name))
    }
    try write([], "empty")
    try write(Array("hello".utf8), "text")
    try write(Array(Self.file().prefix(50)), "cut.png")
    try write(Self.file(), "good.png")
    mkfifo(path("fifo"), 0o600)
    // A sparse file, which takes no space.
    try write([0], "huge")
    truncate(path("huge"), off_t(ImageError.maximumByteCount) + 1)
    let cases: [(String, ImageError.Reason)] = [
      (path("missing"), .unreadable(errno: ENOENT)), (path("good.png/x"), .unreadable(errno: ENOTDIR)),
      ("", .unreadable(errno: ENOENT)), (path("good.png") + "\0", .unreadable(errno: ENOENT)),
      (folder.path, .notRegularFile), (path("fifo"), .notRegularFile), ("/dev/null", .notRegularFile),
      ("/dev/zero", .notRegularFile), (path("empty"), .empty), (path("text"), .unknownFormat),
      (path("cut.png"), .truncated), (path("huge"), .tooManyBytes(limit: ImageError.maximumByteCount)),
    ]
    for (path, reason) in cases {
      let error = #expect(throws: ImageError.self) { try Image(file: path) }
      #expect(error == ImageError(reason, path: path))
      #expect(error?.description.contains("\n") == false)
      #expect(error?.description.contains(path.quoted) == true)
    }
    #expect(try Image(file: path("good.png")).naturalSize == PixelSize(20, 10))
  }

  @Test("Pixels in another format are refused")
  func otherFormat() throws {
    let format = try VideoFormat(size: PixelSize(2, 2), pixelFormat: .bgra)
    let pixels = try PixelBufferDraft(format: format).freeze()
    #expect(throws: ImageError(.unsupportedPixelFormat(.bgra))) { try Image(pixels: pixels) }
  }

  /// A format for this test: a mark, and the sides of a transparent picture.
  private struct BlankDecoder: ImageDecoder {
    let mark: [UInt8]
    let pixelFormat: PixelFormat

    func recognizes(_ firstBytes: [UInt8]) -> Bool { firstBytes.starts(with: mark) }

    func decode(_ bytes: [UInt8]) throws(ImageError.Reason) -> PixelBuffer {
      guard bytes.count == mark.count + 2 else { throw .other("has no sides: give two bytes more") }
      do {
        let size = PixelSize(Int(bytes[mark.count]), Int(bytes[mark.count + 1]))
        return try PixelBufferDraft(format: VideoFormat(size: size, pixelFormat: pixelFormat)).freeze()
      } catch {
        throw .damaged
      }
    }
  }

  @Test("Registered decoders are tried in order, by the start of a file")
  func registeredDecoders() throws {
    ImageDecoders.register(BlankDecoder(mark: Array("BLANK1".utf8), pixelFormat: .bgraPremultiplied))
    ImageDecoders.register(BlankDecoder(mark: Array("BLANK".utf8), pixelFormat: .bgra))
    #expect(try Image(data: Array("BLANK1".utf8) + [3, 4]).naturalSize == PixelSize(3, 4))
    #expect(throws: ImageError(.unsupportedPixelFormat(.bgra))) { try Image(data: Array("BLANK".utf8) + [3, 4]) }
    let error = #expect(throws: ImageError.self) { try Image(data: Array("BLANK1".utf8)) }
    #expect(error?.description == "the image has no sides: give two bytes more")
  }
}
