import Testing

@testable import OverlayCaptions

@Suite("Scanning JSON")
struct JSONScannerTests {
  @Test(
    "Escapes of RFC 8259, section 7",
    arguments: [
      (#""a\"\\\/\b\f\n\r\t""#, "a\"\\/\u{8}\u{C}\n\r\t"), (#""\u00e9\u4F60""#, "é你"), (#""\ud83d\ude00""#, "😀"),
      (#""\ud83d""#, "\u{FFFD}"), (#""\ude00x""#, "\u{FFFD}x"), (#""\ud83d\u0041""#, "\u{FFFD}A"), ("\"日本\"", "日本"),
      ("\"\u{7F}\"", "\u{7F}"),
    ])
  func strings(text: String, expected: String) throws {
    var scanner = JSONScanner(Array(text.utf8))
    #expect(try scanner.string() == expected)
    try scanner.finish()
  }

  @Test(
    "Malformed strings are errors",
    arguments: ["\"a", "\"\\", "\"\\x\"", "\"\\u12\"", "\"\\u12G4\"", "\"\\u+123\"", "\"\n\""])
  func brokenStrings(text: String) {
    var scanner = JSONScanner(Array(text.utf8))
    #expect(throws: CaptionJSONError.self) { try scanner.string() }
  }

  @Test(
    "Malformed values are errors",
    arguments: [
      "", " ", "{", "[", "[1", "[1,", "[1,]", "{\"a\"}", "{\"a\":}", "{\"a\":1,}", "{1:2}", "nul", "tru", "-", "+1",
      "x", "]",
    ])
  func brokenValues(text: String) {
    var scanner = JSONScanner(Array(text.utf8))
    #expect(throws: CaptionJSONError.self) {
      try scanner.skipValue()
      try scanner.finish()
    }
  }

  @Test("Values of any kind are skipped, and deep nesting does not overflow the stack")
  func skipping() throws {
    func nested(_ depth: Int) -> [UInt8] {
      Array((String(repeating: "[", count: depth) + String(repeating: "]", count: depth)).utf8)
    }
    for text in ["{}", "[]", "[{\"a\": [1, -2.5e3, \"x\"], \"b\": {}}, null, true, false]"] {
      var scanner = JSONScanner(Array(text.utf8))
      try scanner.skipValue()
      try scanner.finish()
    }
    var deep = JSONScanner(nested(JSONScanner.maximumDepth))
    try deep.skipValue()
    var deeper = JSONScanner(nested(100_000))
    let error = #expect(throws: CaptionJSONError.self) { try deeper.skipValue() }
    #expect(error?.reason == .tooDeep)
  }
}
