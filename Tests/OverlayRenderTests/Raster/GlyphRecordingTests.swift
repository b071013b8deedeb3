import CCairo
import TestTools
import Testing

@testable import OverlayRender

@Suite("Damage between two texts")
struct GlyphRecordingTests {
  /// A line of lyrics with a number of highlighted words.
  private static func lyrics(_ words: [String], lit: Int, style: String) -> String {
    words.enumerated().map { $0 < lit ? "<span \(style)>\($1)</span>" : $1 }.joined(separator: " ")
  }

  private static let line =
    "We all live in a yellow submarine, a yellow submarine, and our friends are all aboard, many".split(separator: " ")
    .map(String.init)

  @Test("Highlighting one word after another damages only the word", arguments: [0, 3, 5, 12])
  func word(index: Int) throws {
    let old = try MarkedText(Self.lyrics(Self.line, lit: index, style: "foreground='yellow'"), size: 40)
    let new = try MarkedText(Self.lyrics(Self.line, lit: index + 1, style: "foreground='yellow'"), size: 40, after: old)
    let damage = try #require(new.shaped.recording.changedInk(since: old.shaped.recording, dx: 0))
    let start = Self.line[..<index].map(\.count).reduce(index, +)
    var word = PangoRectangle()
    var last = PangoRectangle()
    pango_layout_index_to_pos(new.shaped.layout, Int32(start), &word)
    pango_layout_index_to_pos(new.shaped.layout, Int32(start + Self.line[index].count), &last)
    let allowed = Int(word.x) >> 10 - 3...Int(last.x) >> 10 + 3
    #expect(!damage.isEmpty)
    #expect(allowed.contains(damage.bounds.minX) && allowed.contains(damage.bounds.maxX), "\(damage) in \(allowed)")
  }

  @Test("Glyphs that are equal in both texts, including their runs, are not damaged")
  func same() throws {
    let markup = "<u>a</u> <span foreground='red'>b</span>"
    let text = try MarkedText(markup)
    let again = try MarkedText(markup, after: text)
    #expect(again.shaped.recording.changedInk(since: text.shaped.recording, dx: 0) == .nothing)
  }

  @Test("Redrawing a text inside the damage equals drawing it from scratch", arguments: 0..<200)
  func law(seed: Int) throws {
    var generator = SeededGenerator(seed: UInt64(seed))
    let strings = [
      "We all live in a yellow", "VAV To. fjord/Wafer", "مرحبا بالعالم وسهلا", "नमस्ते क्षत्रिय दुनिया", "日本語 字幕 です",
      "a\u{301}e\u{302} g\u{308} x\u{323}", "12:34:56 11:11",
    ]
    let styles = [
      "foreground='yellow'", "foreground='red' alpha='50%'", "background='blue'", "underline='single'",
      "strikethrough='true' foreground='lime'", "underline='double' background='#400' bgalpha='60%'", "weight='bold'",
    ]
    let words = generator.pick(strings).split(separator: " ").map(String.init)
    let style = generator.pick(styles)
    let size = Double.random(in: 8...36, using: &generator)
    let italic = generator.chance(2)
    func markup(lit: Int) -> String {
      let inner = Self.lyrics(words, lit: lit, style: style)
      return italic ? "<i>\(inner)</i>" : inner
    }
    let color = Color(white: 0.9, alpha: generator.chance(2) ? 1 : 0.6)
    let outlines = generator.chance(2) ? [] : [Outline(width: 1.7, color: Color(white: 0, alpha: 0.5))]
    func text(after old: MarkedText? = nil) throws -> MarkedText {
      let markup = markup(lit: .random(in: 0...words.count, using: &generator))
      return try MarkedText(markup, size: size, color: color, outlines: outlines, after: old)
    }
    let old = try text()
    let new = try text(after: old)
    guard let damage = new.shaped.recording.changedInk(since: old.shaped.recording, dx: 10) else { return }
    let reach = new.content.outlineReach
    let canvas = try TextCanvas(PixelSize(500, 70))
    let scratch = try TextCanvas(canvas.size)
    try canvas.draw(in: canvas.bounds) { try old.drawStill(x: 10, y: 8, on: $0) }
    try scratch.draw(in: canvas.bounds) { try new.drawStill(x: 10, y: 8, on: $0) }
    var grown = Damage()
    damage.forEach { grown.insert($0.offsetBy(dx: 0, dy: 8).insetBy(dx: -reach, dy: -reach)) }
    grown.clip(to: canvas.bounds)
    for rectangle in grown.rectangles {
      try canvas.clear(rectangle)
      try canvas.draw(in: rectangle) { try new.drawStill(x: 10, y: 8, clip: rectangle, on: $0) }
    }
    let isSame = canvas.bytes == scratch.bytes
    #expect(isSame, "seed \(seed): \(markup(lit: words.count)) at \(size)")
  }
}
