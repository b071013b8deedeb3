import Testing

@testable import OverlayBase

@Suite("Properties of Unicode scalars")
struct UnicodeRangesTests {
  @Test("East Asian letters are wide and half-width forms are not, at the ends of the ranges too")
  func width() {
    let wide: [Unicode.Scalar] = ["\u{1100}", "\u{115F}", "日", "あ", "한", "，", "Ａ", "😀", "𠮷", "\u{A4C6}"]
    let narrow: [Unicode.Scalar] = ["a", "é", "\u{10FF}", "\u{1160}", "ｱ", "न", "ع", "…", "\u{10FFFF}"]
    for scalar in wide { #expect(scalar.isEastAsianWide, "\(scalar)") }
    for scalar in narrow { #expect(!scalar.isEastAsianWide, "\(scalar)") }
  }

  @Test("Letters of Hebrew, Arabic and similar scripts are right-to-left")
  func direction() {
    let rightToLeft: [Unicode.Scalar] = ["א", "ش", "ܐ", "ߐ", "ﷲ", "\u{10900}", "\u{1E900}"]
    let leftToRight: [Unicode.Scalar] = ["a", "ж", "日", "न", "\u{10000}", "\u{10FFFF}"]
    for scalar in rightToLeft { #expect(scalar.isRightToLeftLetter, "\(scalar)") }
    for scalar in leftToRight { #expect(!scalar.isRightToLeftLetter, "\(scalar)") }
  }
}
