import CCairo
import Foundation
import Testing

@testable import OverlayRender

@Suite("Languages of texts")
struct TextLanguageTests {
  @Test(
    "Fonts are chosen for the Chinese of a region, which follows from the script",
    arguments: [
      ("zh", "zh-cn"), ("zh-Hans", "zh-cn"), ("zh-Hant", "zh-tw"), ("zh-HK", "zh-hk"), ("zh-Hant-HK", "zh-hk"),
      ("ja", "ja"), ("en-US", "en-US"),
    ])
  func fontLanguages(language: String, expected: String) {
    #expect(LanguageTag.fontLanguage(language) == expected)
  }

  @Test("Characters are shaped in the language of their run, or of the text")
  func shaping() throws {
    let engine = try TextEngine(FixtureFonts.configuration)
    let text = Text("日本").style(TextStyle(language: "zh-Hant")) + Text(" வணக்கம்") + Text("語")
    let nodes = Resolved.nodes(of: text.typesettingLanguage(Locale.Language(identifier: "ja")))
    let shaped = engine.shaped(try #require(nodes.first?.textContent).shape, width: nil)
    let line = try #require(pango_layout_get_line_readonly(shaped.layout, 0))
    let languages = line.pointee.runs.elements(of: PangoGlyphItem.self).compactMap { run in
      run.pointee.item?.pointee.analysis.language.map { String(cString: pango_language_to_string($0)) }
    }
    #expect(Set(languages) == ["zh-tw", "ja", "ta"], "\(languages)")
    #expect(languages.first == "zh-tw" && languages.last == "ja")
  }

  /// Returns the languages of the visible texts, in order.
  private func languages(_ view: some View) -> [String?] {
    Resolved.nodes(of: view, at: .at(.zero)).compactMap { node in
      node.textContent.flatMap { $0.isVisible ? .some($0.shape.language) : nil }
    }
  }

  @Test("Captions are shaped in the language of their track, and others in the language of their surroundings")
  func captions() {
    let inside = CaptionPlacement(region: "r")
    let cues = [
      CaptionCue(start: .zero, end: .seconds(9), text: "a"),
      CaptionCue(start: .zero, end: .seconds(9), placement: inside, lines: [CaptionLine("b")]),
    ]
    let track = CaptionTrack(cues, regions: [CaptionRegion(identifier: "r")]).inLanguage("jpn")
    let other = CaptionTrack([cues[0]])
    let german = Locale.Language(identifier: "de")
    let captions = Captions(track, second: other, look: .plain).typesettingLanguage(german)
    #expect(languages(captions) == ["ja", "ja", "de"])
    #expect(languages(Captions(other, look: .plain)) == [nil])
    let listening = ListeningText(track, second: other, look: .plain, showsNeighbors: false)
    #expect(languages(listening.typesettingLanguage(german)).prefix(2) == ["ja", "de"])
  }

  @Test("The language of a track is a tag, which can be replaced")
  func tracks() {
    let track = CaptionTrack(
      [], tags: [CaptionTag(name: "ti", value: "x"), CaptionTag(name: "la", value: "English")])
    #expect(track.language == nil)
    #expect(track.inLanguage("fr").language == "fr")
    #expect(track.inLanguage("fr").tags == [track.tags[0], CaptionTag(name: "la", value: "fr")])
    #expect(track.inLanguage(nil).tags == [track.tags[0]])
  }

  @Test("WebVTT has the language in its header")
  func webVTT() throws {
    func read(_ header: String) throws -> CaptionTrack {
      try CaptionDocument(Array("WEBVTT\(header)\n\n00:01.000 --> 00:02.000\nx\n".utf8)).track
    }
    let track = try read(" a title\nKind: captions\nLanguage:  zh-Hant \nX: y")
    #expect(track.language == "zh-Hant" && track.cues.count == 1)
    #expect(try read("\nlanguage: fr").language == "fr")
    for header in ["", "\nLanguage", "\nLanguage:", "\n\nLanguage: fr", "\nLanguage: --> fr"] {
      #expect(try read(header).tags.isEmpty, "\(header)")
    }
    let written = track.written(as: .webVTT)
    #expect(written.losses.isEmpty && written.text.hasPrefix("WEBVTT\nLanguage: zh-Hant\n\n"))
    #expect(try CaptionDocument(Array(written.text.utf8)).track == track)
    let unnamed = track.inLanguage("a\n\nb").written(as: .webVTT)
    #expect(unnamed.losses.map(\.kind) == [.tags] && unnamed.text.hasPrefix("WEBVTT\n\n00"))
  }
}
