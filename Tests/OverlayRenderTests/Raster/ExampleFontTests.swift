import Foundation
import OverlayRender
import Testing

@Suite("Fonts of the examples")
struct ExampleFontTests {
  private static let sources = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("Examples/Sources")

  @Test("They contain every character of the examples that fonts for Latin text lack")
  func complete() throws {
    let files = try FileManager.default.subpathsOfDirectory(atPath: Self.sources.path).sorted()
    let fonts = files.filter { $0.contains(".subset.") }.map { Self.sources.appendingPathComponent($0).path }
    let texts = try files.filter { name in ["swift", "vtt", "lrc"].contains { name.hasSuffix("." + $0) } }.map {
      try String(contentsOf: Self.sources.appendingPathComponent($0), encoding: .utf8)
    }
    // Greek is the first block after the Latin letters. The blocks from 0x2000 are punctuation and symbols.
    let characters = Set(texts.joined()).filter {
      $0.unicodeScalars.contains { $0.value >= 0x370 && !(0x2000..<0x2E80).contains($0.value) }
    }
    #expect(characters.count > 20)
    let catalog = try FontCatalog(FontConfiguration(files: fonts, includesSystemFonts: false))
    #expect(catalog.unknownCharacters(among: characters) == [])
    // Alone, an ideographic space gets a font without a glyph for it.
    #expect(catalog.unknownCharacters(among: ["\u{3000}"]) == [])
  }
}
