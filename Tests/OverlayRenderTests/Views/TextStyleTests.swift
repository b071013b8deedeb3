import Testing

@testable import OverlayRender

@Suite("Styled texts")
struct TextStyleTests {
  private func content(_ view: some View) throws -> TextContent {
    try #require(Resolved.nodes(of: view).first?.textContent)
  }

  @Test("Joined texts keep their styles")
  func joined() throws {
    let text = Text("é ") + Text("bold").bold() + (Text(" red").foregroundColor(.red) + Text("!").italic()).underline()
    let content = try content(text.foregroundColor(.yellow))
    #expect(content.shape.string == "é bold red!")
    #expect(content.color == .yellow)
    #expect(
      content.shape.runs == [
        TextRun(range: 3..<7, style: TextStyle(weight: .bold)),
        TextRun(range: 7..<11, style: TextStyle(color: .red, underline: .single)),
        TextRun(range: 11..<12, style: TextStyle(isItalic: true, underline: .single)),
      ])
  }

  @Test("A style of the whole text needs no runs, except for decorations")
  func whole() throws {
    let plain = try content(Text("x").bold().italic().foregroundColor(.red).letterSpacing(3).font(size: 50))
    #expect(plain.shape.runs.isEmpty && plain.color == .red && plain.shape.letterSpacing == 3)
    #expect(plain.shape.font == Font(size: 50, weight: .bold, isItalic: true))
    let underlined = try content(Text("xy").underline().bold().strikethrough().baselineOffset(2))
    #expect(underlined.shape.font.weight == .bold)
    #expect(
      underlined.shape.runs == [
        TextRun(range: 0..<2, style: TextStyle(underline: .single, isStruckThrough: true, rise: 2))
      ])
  }

  @Test("The inner style takes precedence over the outer one, and both over the environment")
  func inner() throws {
    let text = Text("x").foregroundColor(.red).foregroundColor(.blue)
    #expect(try content(text.outline(width: 1).foregroundColor(.lime)).color == .red)
    #expect(try content(Text("x").letterSpacing(2).lineLimit(1).letterSpacing(9)).shape.letterSpacing == 2)
  }

  @Test("Runs are limited to the text, and move with removed characters")
  func runs() throws {
    let red = TextStyle(color: .red)
    #expect(Text("abc", runs: [TextRun(range: -3..<99, style: red)]).runs == [TextRun(range: 0..<3, style: red)])
    let text = Text("a\u{7}\r\nbc\u{7}d", runs: [TextRun(range: 4..<6, style: red), TextRun(range: 7..<8, style: red)])
    #expect(text.string == "a\nbcd")
    #expect(text.runs == [TextRun(range: 2..<4, style: red), TextRun(range: 4..<5, style: red)])
  }

  @Test("A text that is too long is cut between two characters, with an ellipsis")
  func tooLong() throws {
    for unit in ["a", "é", "日", "👩‍👩‍👧‍👦", "e\u{301}"] {
      let text = Text(String(repeating: unit, count: 10_000_000 / unit.utf8.count))
      #expect(text.string.utf8.count <= Text.maximumByteCount && text.string.utf8.count > Text.maximumByteCount - 30)
      #expect(text.string.hasSuffix("…"))
      #expect(Set(text.string.dropLast()) == [Character(unit)])
    }
    let exact = String(repeating: "a", count: Text.maximumByteCount)
    #expect(Text(exact).string == exact)
    let joined = Text(exact).bold() + Text("b").italic()
    #expect(joined.string.hasSuffix("a…") && joined.string.utf8.count == Text.maximumByteCount)
    #expect(joined.runs.map(\.range) == [0..<joined.string.utf8.count])
  }

  @Test("The environment applies to texts and values")
  func surroundings() throws {
    let view = HStack {
      Text("x")
      StopwatchText()
    }
    .lineLimit(-2).truncationMode(.middle).letterSpacing(.nan).lineSpacing(4).fontFeatures("ss01")
    .minimumScaleFactor(.nan).balancedLines().verticalText()
    .outlines([Outline(width: 6, color: .black), Outline(width: 0, color: .blue), Outline(width: 2, color: .red)])
    let texts = Resolved.nodes(of: view).compactMap(\.textContent)
    try #require(texts.count == 2)
    #expect(texts[0].shape.lineLimit == 1 && texts[0].shape.truncation == .middle && texts[0].shape.isBalanced)
    #expect(texts[0].shape.lineSpacing == 4)
    #expect(texts[1].shape.lineLimit == nil && !texts[1].shape.wraps && !texts[1].shape.isBalanced)
    for text in texts {
      #expect(text.shape.features == "ss01" && text.shape.minimumScale == 1 && text.shape.letterSpacing == 0)
      #expect(text.shape.isVertical)
      #expect(text.outlines.map(\.width) == [6, 2] && text.outlineReach == 7)
    }
  }

  @Test("A transparent text is visible if a run has a color")
  func visible() throws {
    #expect(try !content(Text("x").foregroundColor(.clear)).isVisible)
    #expect(try content((Text("x").foregroundColor(.red) + Text("y")).foregroundColor(.clear)).isVisible)
    #expect(try !content(Text("").bold()).isVisible)
  }
}
