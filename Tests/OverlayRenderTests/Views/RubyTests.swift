import Testing

@testable import OverlayRender

@Suite("Ruby")
struct RubyTests {
  private func shape(_ text: Text) throws -> TextShape {
    try #require(Resolved.nodes(of: text).first?.textContent).shape
  }

  @Test("An annotation is above the whole text, and stays when texts are joined")
  func joined() throws {
    let shape = try shape(Text("漢字").ruby("かんじ") + Text("を") + Text("読").ruby("よ").bold() + Text("む"))
    #expect(shape.string == "漢字を読む")
    #expect(shape.annotations.map(\.range) == [0..<6, 9..<12] && shape.annotations.map(\.text) == ["かんじ", "よ"])
  }

  @Test("An annotation replaces those inside it, and an empty one adds nothing")
  func replaced() throws {
    let text = Text("a").ruby("x") + Text("b")
    #expect(try shape(text.ruby("y")).annotations == [TextAnnotation(range: 0..<2, text: "y")])
    #expect(try shape(text.ruby("")).annotations.isEmpty)
    #expect(try shape(Text("").ruby("x")).annotations.isEmpty)
  }

  @Test("An annotation is one line without control characters")
  func printable() throws {
    #expect(try shape(Text("a").ruby("b\r\nc\u{7}\td\u{2028}e")).annotations.map(\.text) == ["b c d e"])
  }

  @Test("Removed characters move annotations and runs")
  func moved() throws {
    let red = TextStyle(color: .red)
    // There are 3 control characters and a line end of two bytes before the base, and one in it.
    let string = "a\u{7}\r\n\u{1}\u{85}日\u{7}本z"
    let text = Text(
      string, runs: [TextRun(range: 10..<14, style: red)], annotations: [TextAnnotation(range: 7..<14, text: "x")])
    let shape = try shape(text)
    #expect(shape.string == "a\n日本z")
    #expect(shape.annotations.map(\.range) == [2..<8] && shape.runs.map(\.range) == [5..<8])
    let gone = Text("a\u{7}b", runs: [], annotations: [TextAnnotation(range: 1..<2, text: "x")])
    #expect(try self.shape(gone).annotations.isEmpty)
  }

  @Test("A text that is too long loses annotations that are incomplete")
  func long() throws {
    let half = Text(String(repeating: "a", count: 40_000)).ruby("x")
    let shape = try shape(half + half + Text("b").ruby("y"))
    #expect(shape.string.utf8.count <= 64 << 10 && shape.annotations.map(\.range) == [0..<40_000])
    let string = String(repeating: "a", count: 70_000)
    let annotations = [10..<20, 65_530..<65_535, 65_600..<65_700].map { TextAnnotation(range: $0, text: "x") }
    #expect(try self.shape(Text(string, runs: [], annotations: annotations)).annotations.map(\.range) == [10..<20])
  }

  @Test("A transparent text with a colored annotation is visible")
  func visible() throws {
    let text = Text("a").ruby("x", style: TextStyle(color: .red)).foregroundColor(.clear)
    let content = try #require(Resolved.nodes(of: text).first?.textContent)
    #expect(content.isVisible)
    #expect(Resolved.nodes(of: Text("a").ruby("x").foregroundColor(.clear)).first?.textContent?.isVisible == false)
  }
}
