import OverlayRender
import Testing

@Suite("Font catalogue")
struct FontCatalogTests {
  @Test("It knows the families there are, and finds near ones")
  func families() throws {
    let catalog = try FontCatalog(FixtureFonts.configuration)
    #expect(catalog.familyNames.contains("Noto Sans"))
    #expect(catalog.families(near: "Noto Sanss").first == "Noto Sans")
  }

  @Test("A request gets its family, or another one and a word about it")
  func resolve() throws {
    let catalog = try FontCatalog(FixtureFonts.configuration)
    let found = try #require(catalog.resolve(Font(family: "noto sans", size: 32)))
    #expect(found.family == "Noto Sans" && found.style == "Regular" && found.isOfRequestedFamily)
    #expect(found.file.hasSuffix("NotoSans-Regular.subset.ttf"))
    #expect(try #require(catalog.resolve(Font(family: "sans", size: 32))).isOfRequestedFamily)
    #expect(try #require(catalog.resolve(Font(family: "None, Noto Sans", size: 32))).isOfRequestedFamily)
    #expect(try !#require(catalog.resolve(Font(family: "None", size: 32))).isOfRequestedFamily)
  }

  @Test("Characters without a glyph are counted")
  func unknownGlyphs() throws {
    let catalog = try FontCatalog(FixtureFonts.configuration)
    #expect(catalog.unknownGlyphCount(in: "0123") == 0)
    #expect(catalog.unknownGlyphCount(in: "0\u{1D000}1\u{1D001}") == 2)
  }

  @Test("Without any font there is an error")
  func noFonts() {
    #expect(throws: FontError.noFonts) {
      try FontCatalog(FontConfiguration(files: [], includesSystemFonts: false))
    }
  }
}
