import Testing

@testable import OverlayBase

@Suite("Text in messages")
struct QuotedTextTests {
  /// The characters of UAX #9 that change the direction of the text around them.
  static let codes = [0x061C, 0x200E, 0x200F] + Array(0x202A...0x202E) + Array(0x2066...0x2069)

  @Test("Characters that change the direction of a line are escaped", arguments: codes)
  func direction(code: Int) throws {
    let scalar = try #require(Unicode.Scalar(code))
    let name = "a\(scalar)gpj.exe"
    let digits = String(code, radix: 16, uppercase: true)
    let escaped = "a\\u{\(digits.count < 4 ? "0" : "")\(digits)}gpj.exe"
    #expect(name.quoted == "'\(escaped)'" && name.quotedWhole == "'\(escaped)'")
    #expect(name.escapedOnOneLine == escaped)
  }

  @Test("Control characters and line ends are escaped, other text is not")
  func controls() {
    #expect("a\tb\u{1B}\u{85}\u{2028}\u{2029}\n".escapedOnOneLine == "a\\tb\\u{1B}\\u{0085}\\u{2028}\\u{2029}\\n")
    for text in ["שלום", "é日本 👩‍👩‍👧", "it's \\ \"so\""] { #expect(text.escapedOnOneLine == text) }
    #expect(String(repeating: "é", count: 61).quoted == "'" + String(repeating: "é", count: 60) + "…'")
  }
}
