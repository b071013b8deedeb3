import Foundation
import TestTools
import Testing

@testable import OverlayRender

@Suite("Damaged color fonts", .timeLimit(.minutes(10)))
struct DamagedFontTests {
  private static let emoji = FixtureFonts.files.first { $0.hasSuffix("NotoColorEmoji.subset.ttf") }

  /// Returns the picture of an emoji in a copy of the font, in which `change` has changed a table.
  private func picture(_ table: String, _ change: (inout Data) -> Void) throws -> Picture {
    var font = try Data(contentsOf: URL(fileURLWithPath: #require(Self.emoji)))
    let count = Int(font[4]) << 8 | Int(font[5])
    let records = (0..<count).map { 12 + 16 * $0 }
    let record = try #require(records.first { font[$0..<$0 + 4].elementsEqual(table.utf8) })
    func number(_ offset: Int) -> Int {
      font[offset..<offset + 4].reduce(0) { (value: Int, byte: UInt8) in value << 8 | Int(byte) }
    }
    let (start, length) = (number(record + 8), number(record + 12))
    let range = start..<start + length
    var bytes = Data(font[range])
    change(&bytes)
    font.replaceSubrange(range, with: bytes)
    let folder = try TemporaryFolder()
    let file = folder("font.ttf")
    try font.write(to: URL(fileURLWithPath: file))
    var configuration = RenderConfiguration(size: PixelSize(96, 96), frameRate: .fps(30))
    configuration.fonts = FontConfiguration(files: [file], includesSystemFonts: false)
    let renderer = try Renderer(Text("\u{1F600}").font(size: 64), configuration: configuration)
    return try #require(Picture(renderer.render(at: .zero)))
  }

  private func isEmpty(_ picture: Picture) -> Bool { picture.bytes.allSatisfy { $0 == 0 } }

  @Test("A sound font draws its pictures")
  func sound() throws {
    #expect(try !isEmpty(picture("CBLC") { _ in }))
  }

  @Test("A picture much larger than its text is left out, instead of being scaled for minutes")
  func strike() throws {
    // The size of text of the strike, in pixels, at the end of its record.
    for size: UInt8 in [1, 2, 3, 20] {
      #expect(
        try isEmpty(
          picture("CBLC") {
            $0[8 + 44] = size; $0[8 + 45] = size
          }), "\(size)")
    }
    // Half or twice the size is possible.
    for size: UInt8 in [55, 218] {
      #expect(
        try !isEmpty(
          picture("CBLC") {
            $0[8 + 44] = size; $0[8 + 45] = size
          }), "\(size)")
    }
  }

  @Test("Offsets and counts outside of their tables are found, here or by fontconfig")
  func offsets() throws {
    func isLeftOut(_ table: String, _ change: (inout Data) -> Void) throws -> Bool {
      do { return try isEmpty(picture(table, change)) } catch RenderError.font(.notAFont) { return true }
    }
    #expect(try isLeftOut("CBLC") { $0[4] = 0x7F }, "the number of strikes")
    #expect(try isLeftOut("CBLC") { $0[8] = 0x7F }, "the offset of the subtables")
    #expect(try isLeftOut("CBLC") { $0[8 + 48 + 4] = 0x7F }, "the offset of the first subtable")
    #expect(try isLeftOut("CBDT") { $0.replaceSubrange(4..<$0.count, with: Data(count: $0.count - 4)) })
  }

  @Test("A picture that cannot be decoded is left out, whether its checksum is wrong or right")
  func pictures() throws {
    // Bytes in the first PNG of the table: its header, and its pixels.
    func isLeftOut(_ change: (inout Data, PNGChunks) -> Void) throws -> Bool {
      try isEmpty(picture("CBDT") { data in PNGChunks.all(in: data).forEach { change(&data, $0) } })
    }
    #expect(try !isLeftOut { _, _ in })
    #expect(try isLeftOut { data, png in data[png.header + 4 + 8] = 99 }, "the depth, with a wrong checksum")
    #expect(
      try isLeftOut { data, png in
        data[png.header + 4 + 8] = 99
        png.correctChecksum(ofChunkAt: png.header, in: &data)
      }, "the depth")
    #expect(
      try isLeftOut { data, png in
        for index in 4..<24 { data[png.pixels + 4 + index] ^= 0xFF }
        png.correctChecksum(ofChunkAt: png.pixels, in: &data)
      }, "the pixels")
  }

  @Test("Damage anywhere in the pictures does not make drawing take long", arguments: 0..<40 as Range<UInt64>)
  func randomBytes(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    _ = try? picture("CBDT") { data in
      for _ in 0...Int.random(in: 0..<4, using: &generator) {
        data[.random(in: data.indices, using: &generator)] = .random(in: .min ... .max, using: &generator)
      }
    }
  }

  @Test("No byte of the table of strikes makes a picture take long")
  func everyByte() throws {
    for offset in 0..<164 {
      for value: UInt8 in [0, 1, 0xFF] { _ = try? picture("CBLC") { $0[offset] = value } }
    }
  }
}

/// The places of chunks of a PNG in a table: the type of a chunk, which follows its length.
private struct PNGChunks {
  let header: Int
  let pixels: Int

  /// Finds the pictures of a table.
  static func all(in data: Data) -> [PNGChunks] {
    func places(_ type: String) -> [Int] {
      (data.startIndex..<data.endIndex - 4).filter { data[$0..<$0 + 4].elementsEqual(type.utf8) }
    }
    return zip(places("IHDR"), places("IDAT")).map(PNGChunks.init)
  }

  /// Writes the checksum of a chunk (PNG, annex D).
  func correctChecksum(ofChunkAt type: Int, in data: inout Data) {
    let length = data[type - 4..<type].reduce(0) { (value: Int, byte: UInt8) in value << 8 | Int(byte) }
    let end = type + 4 + length
    let checksum = ~data[type..<end].reduce(~UInt32(0)) { checksum, byte in
      (0..<8).reduce(checksum ^ UInt32(byte)) { value, _ in value >> 1 ^ (value & 1 == 1 ? 0xEDB8_8320 : 0) }
    }
    for index in 0..<4 { data[end + index] = UInt8(truncatingIfNeeded: checksum >> (24 - 8 * UInt32(index))) }
  }
}
