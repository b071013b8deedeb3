import Foundation
import Testing

@testable import OverlayRender

@Suite("Damaged color fonts", .timeLimit(.minutes(10)))
struct DamagedFontTests {
  private static let emoji = FixtureFonts.files.first { $0.hasSuffix("NotoColorEmoji.subset.ttf") }

  /// Returns the picture of an emoji in a copy of the font, in which `change` has changed a table.
  private func picture(_ table: String, _ change: (inout Data) -> Void) throws -> Picture {
    var font = try Data(contentsOf: URL(fileURLWithPath: #require(Self.emoji)))
    let count = Int(font[4]) << 8 | Int(font[5])
    let record = try #require(
      (0..<count).map { 12 + 16 * $0 }.first { font[$0..<$0 + 4].elementsEqual(table.utf8) })
    func number(_ offset: Int) -> Int { font[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) } }
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

  @Test("No byte of the table of strikes makes a picture take long")
  func everyByte() throws {
    for offset in 0..<164 {
      for value: UInt8 in [0, 1, 0xFF] { _ = try? picture("CBLC") { $0[offset] = value } }
    }
  }
}
