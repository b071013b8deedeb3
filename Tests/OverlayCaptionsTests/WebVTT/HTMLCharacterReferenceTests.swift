import Testing

@testable import OverlayCaptions

/// Tests of the HTML Standard, sections 13.2.5.72 to 13.2.5.80 and 13.5.
@Suite("HTML character references")
struct HTMLCharacterReferenceTests {
  /// Returns a text with its references replaced, as in the text of a cue.
  private func resolved(_ text: String) -> String {
    var resolved = ""
    var tokenizer = WebVTTTokenizer(Array(text.utf8)[...])
    while let token = tokenizer.next() {
      if case .text(let text) = token { resolved += String(decoding: text, as: UTF8.self) }
    }
    return resolved
  }

  @Test(
    "Names",
    arguments: [
      ("&amp;", "&"), ("&lt;&gt;&quot;&apos;", "<>\"'"), ("&nbsp;", "\u{A0}"), ("&lrm;&rlm;", "\u{200E}\u{200F}"),
      ("a&AMP;b", "a&b"), ("&eacute;&Eacute;", "éÉ"), ("&NotEqualTilde;", "\u{2242}\u{338}"), ("&Zopf;", "\u{2124}"),
      ("&CounterClockwiseContourIntegral;", "\u{2233}"), ("&frac12;", "½"), ("&there4;", "∴"), ("&bne;", "=\u{20E5}"),
      ("&Afr;", "\u{1D504}"), ("&NewLine;", "\n"), ("&Tab;", "\t"), ("&zwnj;", "\u{200C}"), ("&amp;amp;", "&amp;"),
    ])
  func names(text: String, expected: String) {
    #expect(resolved(text).unicodeScalars.elementsEqual(expected.unicodeScalars))
  }

  @Test(
    "Old names need no semicolon, and the longest match is used",
    arguments: [
      ("&amp", "&"), ("&ampx", "&x"), ("&lt3", "<3"), ("&copy 2024", "© 2024"), ("&notit;", "¬it;"), ("&notin;", "∉"),
      ("&notin", "¬in"), ("&times", "×"), ("&timesb;", "⊠"), ("&timesbx;", "×bx;"), ("&frac123;", "½3;"),
      ("&yacuteyacute", "ýyacute"), ("&ampamp;", "&amp;"), ("&sup1;&sup1&sup", "¹¹&sup"), ("&sup;", "⊃"),
    ])
  func namesWithoutSemicolon(text: String, expected: String) {
    #expect(resolved(text) == expected)
  }

  @Test(
    "Anything that is not a reference stays unchanged",
    arguments: [
      "&", "&&", "&;", "& amp;", "&1", "&1;", "&x", "&xyz;", "&apos", "&hellip", "&LRM;", "&Amp;", "&am", "&#", "&#;",
      "&#x", "&#x;", "&#xg", "&#a", "&#X", "&-amp;", "&é;", "&\u{0}",
      "&CounterClockwiseContourIntegralCounterClockwiseContourIntegral;",
    ])
  func noReferences(text: String) {
    #expect(resolved(text) == text)
    #expect(resolved(text + "&amp;") == text + "&")
  }

  @Test(
    "Numbers",
    arguments: [
      ("&#65;", "A"), ("&#65", "A"), ("&#65B", "AB"), ("&#x41;", "A"), ("&#X41", "A"), ("&#x4a;&#x4A;", "JJ"),
      ("&#000065;", "A"), ("&#x1F600;", "😀"), ("&#128512;", "😀"), ("&#10;", "\n"), ("&#13;", "\r"), ("&#1;", "\u{1}"),
      // Not characters.
      ("&#0;", "\u{FFFD}"), ("&#xD800;&#xDFFF;", "\u{FFFD}\u{FFFD}"), ("&#x110000;", "\u{FFFD}"),
      ("&#x10FFFF;", "\u{10FFFF}"), ("&#xFFFE;", "\u{FFFE}"), ("&#99999999999999999999;", "\u{FFFD}"),
      ("&#x100000041;", "\u{FFFD}"), ("&#4294967361;", "\u{FFFD}"),
      // Windows-1252.
      ("&#128;", "€"), ("&#x85;", "…"), ("&#145;&#146;", "‘’"), ("&#x9F;", "Ÿ"), ("&#x81;&#x8D;", "\u{81}\u{8D}"),
      ("&#x7F;&#xA0;", "\u{7F}\u{A0}"),
    ])
  func numbers(text: String, expected: String) {
    #expect(resolved(text).unicodeScalars.elementsEqual(expected.unicodeScalars))
  }

  @Test("The table contains every name of HTML once")
  func table() {
    let entries = HTMLCharacterReference.table.split(whereSeparator: \.isWhitespace)
    let names = Set(entries.map { $0.prefix { $0 != "=" && $0 != "*" } })
    #expect(entries.count == 2125)
    #expect(names.count == 2125)
    #expect(entries.count { $0.contains("*") } == 106)
    for name in names {
      let text = resolved("&\(name);")
      #expect((1...2).contains(text.unicodeScalars.count), "\(name)")
      #expect(!text.hasPrefix("&\(name)"), "\(name)")
    }
  }
}
