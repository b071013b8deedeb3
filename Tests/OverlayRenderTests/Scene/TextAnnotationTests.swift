import Testing

@testable import OverlayRender

@Suite("Annotations of text")
struct TextAnnotationTests {
  private func disjoint(_ string: String, _ ranges: [Range<Int>]) -> [Range<Int>] {
    TextAnnotation.disjoint(ranges.map { TextAnnotation(range: $0, text: "x") }, in: string).map(\.range)
  }

  @Test("Bases are whole characters within the text")
  func characters() {
    #expect(disjoint("a日本b", [2..<7]) == [1..<7])
    #expect(disjoint("a日本b", [0..<2, 4..<6]) == [0..<1])
    #expect(disjoint("abc", [-5..<2, Int.min..<Int.min + 1]) == [0..<2])
    #expect(disjoint("abc", [1..<Int.max]) == [1..<3])
    #expect(disjoint("abc", [3..<9, 1..<1]).isEmpty && disjoint("", [0..<9]).isEmpty)
    #expect(TextAnnotation.disjoint([TextAnnotation(range: 0..<1, text: "")], in: "a").isEmpty)
  }

  @Test("Bases are in order, and of two that overlap the first is kept")
  func overlapping() {
    #expect(disjoint("abcdef", [4..<6, 0..<2, 1..<5, 2..<4]) == [0..<2, 2..<4, 4..<6])
    let both = [TextAnnotation(range: 0..<2, text: "first"), TextAnnotation(range: 0..<3, text: "second")]
    #expect(TextAnnotation.disjoint(both, in: "abc").map(\.text) == ["first"])
  }

  @Test("A base ends at the end of its line", arguments: ["\n", "\r\n", "\r", "\u{2028}", "\u{2029}"])
  func lineEnds(end: String) {
    let string = "ab\(end)cd"
    #expect(disjoint(string, [1..<string.utf8.count]) == [1..<2])
    #expect(disjoint(string, [2..<string.utf8.count]).isEmpty)
    #expect(disjoint("a\u{2027}b", [0..<5]) == [0..<5])
  }

  @Test("The number and length of annotations are limited")
  func bounded() {
    let string = String(repeating: "a", count: 3000)
    let many = (0..<3000).map { TextAnnotation(range: $0..<$0 + 1, text: "x") }
    #expect(TextAnnotation.disjoint(many, in: string).count == TextAnnotation.maximumCount)
    let long = many.map { TextAnnotation(range: $0.range, text: String(repeating: "x", count: 1000)) }
    #expect(TextAnnotation.disjoint(long, in: string).count == 65)
  }

  @Test("An annotation inherits half the font size and the color, but not lines or spacing")
  func styles() throws {
    let base = TextStyle(
      family: "serif", size: 60, weight: .bold, color: .red, backgroundColor: .blue, underline: .single,
      letterSpacing: 4, rise: 5, language: "ja")
    var shape = TextShape(string: "abcd", runs: [TextRun(range: 1..<3, style: base)], font: Font(size: 20))
    shape.annotations = [
      TextAnnotation(range: 0..<1, text: "own"), TextAnnotation(range: 1..<2, text: "base"),
      TextAnnotation(range: 2..<4, text: "larger", style: TextStyle(scale: 1.5, color: .lime)),
      TextAnnotation(range: 3..<4, text: "sized", style: TextStyle(size: 14)),
    ]
    let lines = shape.annotationLines
    #expect(lines.string == "own\nbase\nlarger\nsized" && lines.annotations.isEmpty)
    #expect(lines.runs.map(\.range) == [0..<3, 4..<8, 9..<15, 16..<21])
    let half = TextStyle(family: "serif", size: 30, weight: .bold, color: .red, language: "ja")
    #expect(lines.runs.map(\.style)[0...1] == [TextStyle(size: 10), half])
    #expect(lines.runs[2].style.size == 45 && lines.runs[2].style.color == .lime)
    #expect(lines.runs[3].style == TextStyle(size: 14))
    #expect(shape.largestFontSize == 60)
  }

  @Test("Scaling a text scales its annotations")
  func scaled() {
    var shape = TextShape(string: "ab", font: Font(size: 20))
    shape.annotations = [TextAnnotation(range: 0..<2, text: "x", style: TextStyle(size: 12, scale: 2))]
    #expect(shape.scaled(by: 0.5).annotations.map(\.style) == [TextStyle(size: 6, scale: 2)])
  }

  @Test("Cutting a text removes annotations whose bases are incomplete")
  func cut() {
    var shape = TextShape(string: "ab\ncd\nef", font: Font(size: 20))
    shape.annotations = disjoint("ab\ncd\nef", [0..<1, 1..<2, 3..<5, 6..<8]).map {
      TextAnnotation(range: $0, text: "x")
    }
    let cut = shape.cut(afterLineAt: 3)
    #expect(cut.string == "ab\u{2028}cd…")
    #expect(cut.annotations.map(\.range) == [0..<1, 1..<2, 5..<7])
    #expect(shape.cut(afterLineAt: 0).annotations.map(\.range) == [0..<1, 1..<2])
    let shortened = "abcdef".shortened(toBytes: 5)
    #expect(shortened == "ab…")
    let annotations = [0..<2, 2..<4, 4..<5].map { TextAnnotation(range: $0, text: "x") }
    #expect(annotations.onText(shortenedFrom: "abcdef", to: shortened).map(\.range) == [0..<2])
  }

  @Test("Text beyond Pango's limits is left out, including annotations")
  func countable() {
    var shape = TextShape(string: String(repeating: "a", count: 300), font: Font(size: 2048))
    shape.annotations = (0..<300).map { TextAnnotation(range: $0..<$0 + 1, text: String(repeating: "x", count: 9)) }
    let countable = shape.countable
    let bytes = countable.annotations.reduce(countable.string.utf8.count) { $0 + $1.text.utf8.count }
    #expect(countable.string == shape.string && !countable.annotations.isEmpty)
    #expect(bytes * 2048 < 2_000_000)
  }
}
