import Testing

@testable import OverlayRender

@Suite("Runs of text")
struct TextRunTests {
  private let red = TextStyle(color: .red)
  private let blue = TextStyle(color: .blue)
  private let bold = TextStyle(weight: .bold)

  private func disjoint(_ string: String, _ runs: [(Range<Int>, TextStyle)]) -> [TextRun] {
    TextRun.disjoint(runs.map { TextRun(range: $0, style: $1) }, in: string)
  }

  @Test("Ranges are limited to the text")
  func clipped() {
    #expect(disjoint("abc", [(-5..<2, red)]) == [TextRun(range: 0..<2, style: red)])
    #expect(disjoint("abc", [(1..<Int.max, red)]) == [TextRun(range: 1..<3, style: red)])
    #expect(disjoint("abc", [(3..<9, red), (-9..<0, blue), (Int.min..<Int.min + 1, bold)]).isEmpty)
    #expect(disjoint("", [(0..<9, red)]).isEmpty)
  }

  @Test("Edges inside a character move to its start")
  func characters() {
    #expect(disjoint("aé日b", [(2..<5, red)]) == [TextRun(range: 1..<3, style: red)])
    // A family emoji is one character of 25 bytes, and CR LF is one of two.
    #expect(disjoint("👩‍👩‍👧‍👦x", [(4..<26, red)]) == [TextRun(range: 0..<26, style: red)])
    #expect(disjoint("a\r\nb", [(0..<2, red), (2..<4, blue)]).map(\.range) == [0..<1, 1..<4])
  }

  @Test("Where runs overlap, the later one is on top")
  func overlapping() {
    #expect(
      disjoint("abcdef", [(0..<6, red), (2..<4, blue), (3..<5, bold)]) == [
        TextRun(range: 0..<2, style: red), TextRun(range: 2..<3, style: blue),
        TextRun(range: 3..<4, style: TextStyle(weight: .bold, color: .blue)),
        TextRun(range: 4..<5, style: TextStyle(weight: .bold, color: .red)), TextRun(range: 5..<6, style: red),
      ])
    #expect(
      disjoint("abcd", [(2..<4, blue), (0..<3, red)]) == [
        TextRun(range: 0..<2, style: red), TextRun(range: 2..<3, style: red), TextRun(range: 3..<4, style: blue),
      ])
    #expect(disjoint("ab", [(0..<2, TextStyle())]).isEmpty)
  }

  @Test("A style fills a text between and beneath its runs")
  func filled() {
    let runs = disjoint("abcdef", [(1..<2, red), (4..<6, blue)])
    #expect(TextRun.filled(runs, count: 6, with: TextStyle()) == runs)
    let filled = TextRun.filled(runs, count: 6, with: TextStyle(weight: .bold, color: .lime))
    #expect(filled.map(\.range) == [0..<1, 1..<2, 2..<4, 4..<6])
    #expect(filled.map(\.style.color) == [.lime, .red, .lime, .blue])
    #expect(filled.allSatisfy { $0.style.weight == .bold })
  }

  @Test("NaN is ignored, and numbers are limited")
  func numbers() {
    let none = TextStyle(size: .nan, scale: .nan, letterSpacing: .nan, rise: .nan)
    #expect(none.isEmpty)
    let far = TextStyle(size: .infinity, scale: -.infinity, letterSpacing: -.infinity, rise: .infinity)
    #expect(far.size == 2048 && far.scale == 0.01 && far.letterSpacing == -2048 && far.rise == 2048)
  }

  @Test("A scale is relative to the inherited size or to the style's own")
  func scales() {
    let font = Font(size: 20)
    let half = TextStyle(scale: 0.5)
    #expect(half.font(within: font).size == 10)
    #expect(half.within(TextStyle(scale: 0.5)).font(within: font).size == 5)
    #expect(half.within(TextStyle(size: 60)).font(within: font).size == 30)
    #expect(TextStyle(size: 60).within(half).font(within: font).size == 60)
    #expect(TextStyle(scale: 100).font(within: Font(size: 2000)).size == 2048)
  }

  @Test("Scaling a text scales all its lengths")
  func scaledShape() {
    let style = TextStyle(size: 40, scale: 2, letterSpacing: 3, rise: -5)
    var shape = TextShape(string: "ab", runs: disjoint("ab", [(0..<2, style)]), font: Font(size: 20))
    shape.letterSpacing = 6
    shape.lineSpacing = 8
    let half = shape.scaled(by: 0.5)
    #expect(half.font.size == 10 && half.letterSpacing == 3 && half.lineSpacing == 4)
    #expect(half.runs.map(\.style) == [TextStyle(size: 20, scale: 2, letterSpacing: 1.5, rise: -2.5)])
  }
}
