import Foundation
import TestTools
import Testing

@testable import OverlayRender

@Suite("Font catalog")
struct FontCatalogTests {
  @Test("It lists the families and finds similar names")
  func families() throws {
    let catalog = try FontCatalog(FixtureFonts.configuration)
    #expect(catalog.familyNames.contains("Noto Sans"))
    #expect(catalog.families(near: "Noto Sanss").first == "Noto Sans")
  }

  @Test("A request resolves to its family, or to another one, which is reported")
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

  @Test("All families in a list are checked, and generic names always exist")
  func missingFamilies() throws {
    let catalog = try FontCatalog(FixtureFonts.configuration)
    #expect(catalog.missingFamilies(of: "Noto Sans, None,sans, , Neither") == ["None", "Neither"])
    #expect(catalog.missingFamilies(of: "noto sans").isEmpty)
  }

  @Test("A font file reports its font, and a path that is not a regular file is not opened")
  func faces() throws {
    let bold = try #require(FixtureFonts.files.first { $0.contains("NotoSans-Bold") })
    let face = try #require(FontCatalog.face(inFile: bold))
    #expect(face.family == "Noto Sans" && face.weight == .bold && !face.isItalic)
    let folder = try TemporaryFolder()
    // Opening it would wait for a writer without end.
    let fifo = folder.makeFIFO("font.ttf")
    for path in [fifo, folder.path, "/dev/zero"] {
      #expect(FontCatalog.face(inFile: path) == nil)
      #expect(throws: FontError.notAFont(file: path)) { try FontCatalog(FontConfiguration(files: [path])) }
    }
    let missing = folder("none.ttf")
    #expect(FontCatalog.face(inFile: missing) == nil)
    #expect(throws: FontError.unreadable(file: missing, .missing)) {
      try FontCatalog(FontConfiguration(files: [missing]))
    }
  }

  @Test("A font file hides installed fonts of its family, whatever their styles")
  func hidesInstalled() throws {
    let folder = try TemporaryFolder()
    let installed = try #require(FontCatalog().resolve(Font(family: "sans", size: 32)))
    let copy = folder("copy & one.ttf")
    try FileManager.default.copyItem(atPath: installed.file, toPath: copy)
    let catalog = try FontCatalog(FontConfiguration(files: [copy]))
    for font in [Font(family: installed.family, size: 32), Font(family: installed.family, size: 32, weight: .bold)] {
      #expect(catalog.resolve(font)?.file == copy)
    }
    // Other families are still available.
    #expect(Set(catalog.familyNames) == Set(try FontCatalog().familyNames))
  }

  @Test("A configuration without fonts is an error")
  func noFonts() {
    #expect(throws: FontError.noFonts) {
      try FontCatalog(FontConfiguration(files: [], includesSystemFonts: false))
    }
  }
}
