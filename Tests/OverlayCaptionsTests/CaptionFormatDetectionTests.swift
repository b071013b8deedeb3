import TestTools
import Testing

@testable import OverlayCaptions

@Suite("Detecting the format of captions")
struct CaptionFormatDetectionTests {
  private func format(_ text: String, takesPlainLines: Bool = false) throws(CaptionError.Kind) -> CaptionFormat {
    try CaptionFormat(of: Array(text.utf8), takesPlainLines: takesPlainLines)
  }

  @Test(
    "The content determines the format",
    arguments: [
      ("WEBVTT", .webVTT), ("WEBVTT - a title\n\n0:01 --> 0:02\nx", .webVTT), ("WEBVTT\t\n", .webVTT),
      ("1\n00:00:01,000 --> 00:00:02,000\nx", .subRip), ("\n\n 0:01,0 -> 0:02,0", .subRip),
      ("1\n00:00:99,000 --> x", .subRip),
      ("made by someone\n\n1\n00:00:01,000-->00:00:02,000", .subRip), ("WEBVTTX\n0:01 --> 0:02", .subRip),
      ("[00:12.00]la", .lyrics), ("[ti:Song]\n[ar:One]", .lyrics), ("[Length: 3:00]", .lyrics),
      ("\n[123:45:67]x", .lyrics),
      ("comment\n[0:1]x", .lyrics), ("{\"cues\": []}", .json), ("[]", .json), (" \n[ {", .json), ("{}", .json),
      ("{\n\"", .json),
    ] as [(String, CaptionFormat)])
  func known(text: String, format: CaptionFormat) throws {
    #expect(try self.format(text) == format)
    #expect(try self.format(text, takesPlainLines: true) == format)
  }

  @Test(
    "Text of no known format is plain lines if these are accepted, and an error otherwise",
    arguments: [
      "one\ntwo", "a --> b", "10:30 -> 11:00", "[door opens]", "[12] x", "[Note: x]", "[12:] x", "{smile}", "<3", "[",
      "{",
    ])
  func plainLines(text: String) throws {
    #expect(try format(text, takesPlainLines: true) == .lines)
    let beginning = String(text.prefix { $0 != "\n" })
    #expect(throws: CaptionError.Kind.unknownFormat(beginning: beginning)) { try format(text) }
  }

  @Test("A blank file is empty", arguments: ["", "\n", " \r\n\t\n"])
  func nothing(text: String) throws {
    #expect(throws: CaptionError.Kind.empty) { try format(text) }
    #expect(try format(text, takesPlainLines: true) == .lines)
  }

  @Test("Only the start of a long text determines the format")
  func longText() throws {
    let text = String(repeating: "words\n\n", count: 100) + "0:01 --> 0:02\nx"
    #expect(try format(text, takesPlainLines: true) == .lines)
  }

  @Test(
    "Unsupported formats are recognized",
    arguments: [
      ("[Script Info]\nTitle: x", .advancedSubStationAlpha), ("\n[V4+ Styles]", .advancedSubStationAlpha),
      ("[Script Info]\r\nScriptType: v4.00+\r\n", .advancedSubStationAlpha), ("[V4 Styles]", .subStationAlpha),
      ("[Script Info]\nScriptType: v4.00\n", .subStationAlpha),
      ("[Script Info]\nTitle: x\n\n[V4 Styles]\n", .subStationAlpha),
      ("[INFORMATION]\n[TITLE]x\n[END INFORMATION]\n", .subViewer), ("[BEGIN]\n", .subViewer),
      ("[TITLE]\nx\n[BEGIN]\n******** START SCRIPT ********\n[00:00:01]\nHello\n[00:00:03]\n", .subViewer),
      ("00:00:01.00,00:00:02.50\nHello[br]there\n", .subViewer), ("0:00:01.000,0:00:02.500\nHello\n", .sbv),
      ("{1}{25}words", .microDVD),
      ("{1}{}words", .microDVD), ("[12][34]words", .mpl2), ("<?xml version=\"1.0\"?>\n<tt>", .timedText),
      ("<tt xml:lang=\"\">", .timedText),
      ("<SAMI>\n", .sami), ("<!DOCTYPE html>", .webPage), ("<HTML lang=en>", .webPage),
      ("Scenarist_SCC V1.0", .scenarist),
      ("# VobSub index file, v7", .vobSub),
    ] as [(String, UnsupportedCaptionFormat)])
  func foreign(text: String, format: UnsupportedCaptionFormat) {
    #expect(throws: CaptionError.Kind.unsupportedFormat(format)) { try self.format(text, takesPlainLines: true) }
  }

  @Test("Binary files are recognized")
  func binary() {
    var generator = SeededGenerator(seed: 1)
    let noise = (0..<3000).map { _ in UInt8.random(in: 0...255, using: &generator) }
    func kind(_ bytes: [UInt8]) -> CaptionError.Kind? {
      do throws(CaptionError) {
        _ = try CaptionDocument(bytes)
        return nil
      } catch {
        return error.kind
      }
    }
    #expect(kind([0x1A, 0x45, 0xDF, 0xA3] + noise) == .unsupportedFormat(.movie))
    #expect(kind([0, 0, 0, 0x20] + Array("ftypisom".utf8) + noise) == .unsupportedFormat(.movie))
    #expect(kind(Array("PK\u{3}\u{4}".utf8) + noise) == .unsupportedFormat(.archive))
    #expect(kind([0x1F, 0x8B, 8] + noise) == .unsupportedFormat(.archive))
    #expect(kind([0x89] + Array("PNG\r\n\u{1A}\n".utf8) + noise) == .binary)
    #expect(kind([UInt8](repeating: 1, count: 100)) == .binary)
  }
}
