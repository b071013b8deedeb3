import CCairo
import TestTools
import Testing

@testable import OverlayRender

@Suite("Annotations (ruby)")
struct AnnotationTests {
  private let engine: TextEngine

  init() throws {
    engine = try TextEngine(FixtureFonts.configuration)
  }

  private func content(_ text: Text, _ change: (inout TextShape) -> Void = { _ in }) throws -> TextContent {
    var content = try #require(Resolved.nodes(of: text.font(family: "Noto Sans", size: 40)).first?.textContent)
    change(&content.shape)
    return content
  }

  private func shaped(
    _ text: Text, width: Double? = nil, _ change: (inout TextShape) -> Void = { _ in }
  ) throws -> ShapedText {
    engine.shaped(try content(text, change).shape, width: width)
  }

  /// Returns the visible annotation glyphs.
  private func annotationGlyphs(_ shaped: ShapedText) -> ArraySlice<GlyphRecording.Glyph> {
    shaped.recording.glyphs.dropFirst(GlyphRecording(shaped.layout).glyphs.count)
  }

  private static let sentence =
    Text("日本語").ruby("にほんご") + Text("の") + Text("漢字").ruby("かんじ") + Text("を") + Text("読").ruby("よむよむよ") + Text("む")
  private static let words =
    Text("VAV words and ") + Text("word").ruby("an annotated word") + Text(" more ") + Text("fjord").ruby("f")
    + Text(" around") + Text("日本").ruby("にほんにほんにほん")
  private static let arabic =
    Text("مرحبا ") + Text("بالعالم").ruby("of all the world") + Text(" السلام ") + Text("عليكم").ruby("on")

  @Test("An annotation has half the size of its base text, is centered above it, and does not touch it")
  func placed() throws {
    let shaped = try shaped(Text("の") + Text("日本").ruby("かん") + Text("語"))
    let plain = try self.shaped(Text("の日本語"))
    let (base, all) = (GlyphRecording(shaped.layout).glyphs, shaped.recording.glyphs)
    try #require(base.count == 4 && all.count == 6)
    #expect(base == plain.recording.glyphs)
    let extents = all.map(\.placedExtents)
    let heights = (all[4].extents.height, try self.shaped(Text("か")).recording.glyphs[0].extents.height)
    #expect(abs(2 * heights.0 - heights.1) < 2000)
    let annotation = try #require(shaped.annotations.first)
    let middle = annotation.x + Int(lineWidth(annotation.line)) / 2
    #expect(abs(middle - (base[1].x + base[3].x) / 2) <= 1)
    for glyph in extents[4...] {
      for other in extents[..<4] { #expect(!glyph.intersects(other) && glyph.maxY < other.minY) }
    }
  }

  @Test("A text with annotations has its first line lower, and all lines have equal distances")
  func lines() throws {
    let plain = try shaped(Text("日本語\n日本語\n日本語"))
    #expect(plain.top == 0)
    let text = try shaped(Text("日本語\n") + Text("日本語").ruby("にほんご") + Text("\n日本語"))
    #expect(text.top > 0 && text.top <= 20)
    let (old, new) = (plain.metrics, text.metrics)
    let room = Double(text.top)
    #expect(new.firstBaseline == old.firstBaseline + room && new.lastBaseline == old.lastBaseline + 3 * room)
    #expect(new.size.height == old.size.height + 3 * room && new.size.width == old.size.width)
    // The top of the ink is within the box of the text.
    let first = try shaped(Text("日本語").ruby("にほんご"))
    #expect(first.metrics.ink.minY >= -2 && first.metrics.firstBaseline == new.firstBaseline)
    let spaced = try shaped(Text("日本語").ruby("にほんご") + Text("\n日本語")) { $0.lineSpacing = 10 }
    #expect(
      spaced.metrics.lastBaseline - spaced.metrics.firstBaseline == plain.metrics.lastBaseline / 2 + room + 10
        - plain.metrics.firstBaseline / 2)
  }

  @Test(
    "On lines of any width, annotations are above whole base texts, within the text, without overlap",
    arguments: [TextAlignment.leading, .center, .trailing, .justified])
  func wrapped(alignment: TextAlignment) throws {
    for text in [Self.sentence, Self.words, Self.arabic] {
      for width in stride(from: 30.0, through: 700, by: 7) {
        for (limit, isBalanced) in [(nil, false), (nil, true), (2, false), (1, false)] as [(Int?, Bool)] {
          let shaped = try shaped(text, width: width) {
            $0.alignment = alignment
            $0.lineLimit = limit
            $0.isBalanced = isBalanced
          }
          let boxes = shaped.annotations.map {
            PixelRect(x: $0.x, y: $0.baseline, width: Int(lineWidth($0.line)), height: 1)
          }
          let (left, right) = (shaped.inset << 10, (shaped.inset + Int(shaped.metrics.size.width)) << 10)
          for (index, box) in boxes.enumerated() {
            #expect(box.minX >= left - 1 && box.maxX <= right + 1, "\(box) in \(left)...\(right) at \(width)")
            for other in boxes[..<index] { #expect(!box.intersects(other), "at \(width)") }
          }
          if limit == nil { #expect(shaped.annotations.count == (try content(text).shape.annotations.count)) }
          // A base text may be wider than the line, but everything else fits.
          if width >= 250 { #expect(shaped.metrics.size.width <= width.rounded(.down), "at \(width)") }
        }
      }
    }
  }

  @Test("A base text under a wider annotation is as wide: Han characters are spread, and words are not")
  func widened() throws {
    func walk(_ text: Text) throws -> [GlyphRecording.Glyph] { GlyphRecording(try shaped(text).layout).glyphs }
    let apart = try walk(Text("日本").ruby("にほんごにほんご"))
    let together = try walk(Text("日本"))
    // Eight kana of 20 pixels are as wide as four Han characters of 40: half a character at each end, one between.
    #expect(apart.map { $0.x >> 10 } == [20, 100] && together.map { $0.x >> 10 } == [0, 40])
    for (word, annotation) in [
      ("VAV", "something long"), ("عليكم", "something long"), ("नमस्ते", "something long indeed"),
    ] {
      let (plain, widened) = (try walk(Text(word)), try walk(Text(word).ruby(annotation)))
      try #require(plain.count == widened.count)
      #expect(widened[0].x > plain[0].x)
      for (a, b) in zip(plain, widened) { #expect(b.x - a.x == widened[0].x - plain[0].x, "\(word)") }
    }
  }

  @Test("Digits under a wider annotation keep their equal widths")
  func digits() throws {
    // The digits of this font have different widths.
    func places(_ string: String) throws -> [Int] {
      let shaped = try shaped(Text(string).ruby("a long annotation")) { $0.hasEqualDigits = true }
      return GlyphRecording(shaped.layout).glyphs.map { glyph in
        glyph.x + Int(glyph.extents.x) + Int(glyph.extents.width) / 2
      }
    }
    let (narrow, wide) = (try places("١١١١"), try places("٣٣٣٣"))
    let steps = [narrow, wide].map { places in zip(places.dropFirst(), places).map { $0 - $1 } }
    for (a, b) in zip(steps[0], steps[1]) { #expect(abs(a - b) < 1024) }
    #expect(steps[0].count == 3)
  }

  @Test("Adjacent glosses have a space between them")
  func gap() throws {
    let shaped = try shaped(Text("a").ruby("wide gloss") + Text("b").ruby("wide gloss"))
    let (first, second) = (shaped.annotations[0], shaped.annotations[1])
    #expect(second.x - first.x - Int(lineWidth(first.line)) >= 5 << 10)
    let kana = try self.shaped(Text("日").ruby("かん") + Text("本").ruby("かん"))
    #expect(kana.metrics.size.width == 80)
  }

  @Test("An annotation is not visible if its base text is omitted or truncated")
  func ellipsis() throws {
    let counts = try stride(from: 60.0, through: 480, by: 4).map { width in
      try shaped(Self.sentence, width: width) { $0.lineLimit = 1 }.annotations.count
    }
    #expect(counts.first == 0 && counts.last == 3 && Set(counts) == [0, 1, 2, 3])
    #expect(counts == counts.sorted())
    let head = try shaped(Self.sentence, width: 200) {
      $0.lineLimit = 1
      $0.truncation = .head
    }
    #expect(head.annotations.count == 1)
    let second = try shaped(Text("a").ruby("x") + Text("\n") + Text("b").ruby("y")) { $0.lineLimit = 1 }
    #expect(second.annotations.count == 1)
  }

  @Test("Annotations shrink with their text")
  func shrunk() throws {
    let shaped = try shaped(Self.words, width: 400) {
      $0.lineLimit = 1
      $0.minimumScale = 0.1
    }
    #expect(shaped.metrics.size.width <= 400 && shaped.annotations.count == 3)
    let full = try self.shaped(Self.words)
    #expect(shaped.top < full.top)
  }

  @Test("An annotation does not touch text above its em box")
  func tall() throws {
    let shaped = try shaped(Text("A\u{302}\u{300}").style(TextStyle(rise: 12)).ruby("g"))
    let extents = shaped.recording.glyphs.map(\.placedExtents)
    let gloss = try #require(extents.last)
    for other in extents.dropLast() where other.height > 0 { #expect(gloss.maxY <= other.minY) }
  }

  @Test(
    "In columns, an annotation is to the right of its base text, in both column orders",
    arguments: [WritingMode.verticalRightToLeft, .verticalLeftToRight])
  func columns(mode: WritingMode) throws {
    let text = Text("日本語").ruby("にほん")
    let upright = try shaped(text)
    let vertical = try shaped(text) { $0.writingMode = mode }
    #expect(vertical.metrics.size.height == upright.metrics.size.width && vertical.top > 0)
    let plain = try shaped(Text("日本語")) { $0.writingMode = mode }
    #expect(vertical.metrics.size.width == plain.metrics.size.width + Double(vertical.top))
    let canvas = try TextCanvas(PixelSize(120, 160))
    let drawing = TextDrawing(engine: engine, masks: CoverageMasks())
    func ink(_ text: Text) throws -> PixelRect {
      try canvas.clear(canvas.bounds)
      let content = try content(text) { $0.writingMode = mode }
      try canvas.draw { try drawing.drawFree(content, width: nil, x: 10, y: 10, on: $0) }
      #expect(vertical.metrics.ink.offsetBy(dx: 10, dy: 10).insetBy(dx: -1, dy: -1).contains(canvas.ink))
      return canvas.ink
    }
    let (all, base) = (try ink(text), try ink(Text("日本語").ruby(" ")))
    #expect(all.minX == base.minX && all.maxX >= base.maxX + 15)
    // Each of two columns has its annotation on its right.
    let both = try shaped(Text("日").ruby("に") + Text("\n") + Text("本").ruby("ほん")) { $0.writingMode = mode }
    let gaps = zip(both.annotations, both.recording.glyphs).map { $1.baseline - $0.baseline }
    #expect(gaps.count == 2 && gaps[0] == gaps[1] && gaps[0] > 0)
  }

  @Test("An annotation has the color of its base text, or its own")
  func colors() throws {
    func paints(_ text: Text) throws -> [Color?] {
      let shaped = try shaped(text)
      return shaped.recording.steps.dropFirst(GlyphRecording(shaped.layout).steps.count).map { $0.paint?.color }
    }
    let base = Text("日本").ruby("に")
    #expect(try paints(base) == [nil])
    #expect(try paints(Text("の") + base.foregroundColor(.red)) == [.red])
    #expect(
      try paints(Text("の") + Text("日本").ruby("に", style: TextStyle(color: .blue)).foregroundColor(.red)) == [.blue])
    let lit = Text(
      "の日本", runs: [TextRun(range: 3..<9, style: TextStyle(color: .lime))],
      annotations: [TextAnnotation(range: 3..<9, text: "に")])
    #expect(try paints(lit) == [.lime])
  }

  @Test("A change of color damages the word and its annotation, or only the annotation")
  func damage() throws {
    func text(_ style: TextStyle, _ annotation: TextStyle = TextStyle()) throws -> ShapedText {
      try shaped(Text("日本語の") + Text("漢字").ruby("かんじ", style: annotation).style(style) + Text("を読む").ruby("よむ"))
    }
    let old = try text(TextStyle(color: .white))
    let lit = try text(TextStyle(color: .yellow))
    let damage = try #require(lit.recording.changedInk(since: old.recording, dx: 0))
    let column = PixelRect(x: 157, y: 0, width: 86, height: 100)
    #expect(column.contains(damage.bounds) && damage.bounds.minY < old.top && damage.bounds.height > 50, "\(damage)")
    let alone = try text(TextStyle(color: .white), TextStyle(color: .yellow))
    let above = try #require(alone.recording.changedInk(since: old.recording, dx: 0))
    #expect(!above.isEmpty && column.contains(above.bounds) && above.bounds.height < 25, "\(above)")
    #expect(above.bounds.minY < 20)
  }

  @Test("All ways of drawing draw annotations at the same position and within the ink", arguments: 0..<3)
  func ways(way: Int) throws {
    let drawing = TextDrawing(engine: engine, masks: CoverageMasks())
    for (width, text) in [(nil, Self.sentence), (300, Self.words), (300, Self.arabic), (nil, Text("😀").ruby("😀🎉"))]
      as [(Double?, Text)]
    {
      var content = try content(text)
      content.outlines = [Outline(width: 1.5, color: .blue)]
      let canvas = try TextCanvas(PixelSize(640, 460))
      func draw(_ content: TextContent, _ way: Int) throws -> Point {
        try canvas.clear(canvas.bounds)
        try canvas.draw { context in
          switch way {
          case 0:
            try drawing.drawStill(
              content, width: width, x: 20, y: 20, clip: canvas.bounds, on: context)
          case 1:
            try drawing.drawMoving(
              content, width: width, x: 20, y: 20, phase: .zero, clip: canvas.bounds, on: context)
          default: try drawing.drawFree(content, width: width, x: 20, y: 20, on: context)
          }
        }
        return canvas.centroid
      }
      let (still, other) = (try draw(content, 0), try draw(content, way))
      #expect(abs(still.x - other.x) < 0.5 && abs(still.y - other.y) < 0.6)
      let shaped = engine.shaped(content.shape, width: width)
      let reach = content.outlineReach + (way == 0 ? 0 : TextDrawing.margin)
      #expect(shaped.metrics.ink.offsetBy(dx: 20, dy: 20).insetBy(dx: -reach, dy: -reach).contains(canvas.ink))
      // Annotations are drawn: the ink begins in the space above the first line, if there is any.
      let first = annotationGlyphs(shaped).map(\.ink).filter { !$0.isEmpty }.map(\.minY).min() ?? 0
      if first < shaped.top { #expect(canvas.ink.minY < 20 + shaped.top) }
    }
  }

  @Test("Without its first lines, a text has the pixels of the others, in all ways of drawing", arguments: 0..<3)
  func hiddenLines(way: Int) throws {
    let drawing = TextDrawing(engine: engine, masks: CoverageMasks())
    let lines = Text("ABC\n") + Text("日本").ruby("にほん") + Text("\nDEF ") + Text("漢字").ruby("かんじ")
    for text in [lines, Text("AAAA BBBB CCCC DDDD"), lines.underline(), Text("AAAA BBBB CCCC DDDD").strikethrough()] {
      let content = try content(text)
      let whole = engine.shaped(content.shape, width: 130).metrics
      for count in 1..<whole.lineCount {
        var shown = content
        shown.shape.hiddenLineCount = count
        let metrics = engine.shaped(shown.shape, width: 130).metrics
        #expect(metrics.lineCount == whole.lineCount - count && metrics.size.width == whole.size.width)
        let hidden = whole.size.height - metrics.size.height
        #expect(metrics.lastBaseline == whole.lastBaseline - hidden)
        let canvases = try [(content, -Int(hidden)), (shown, 0)].map { content, y in
          let canvas = try TextCanvas(PixelSize(160, 240))
          try canvas.draw(in: PixelRect(x: 0, y: 0, width: 160, height: 240)) { context in
            switch way {
            case 0: try drawing.drawStill(content, width: 130, x: 5, y: y, clip: canvas.bounds, on: context)
            case 1:
              try drawing.drawMoving(content, width: 130, x: 5, y: y, phase: .zero, clip: canvas.bounds, on: context)
            default: try drawing.drawFree(content, width: 130, x: 5, y: Double(y), on: context)
            }
          }
          return canvas
        }
        #expect(canvases[0].bytes == canvases[1].bytes, "\(content.shape.string), \(count)")
        #expect(metrics.ink.offsetBy(dx: 5, dy: 0).insetBy(dx: -1, dy: -1).contains(canvases[1].ink))
      }
    }
  }

  @Test("Cached annotations count toward the cache")
  func kept() throws {
    let annotated = try TextEngine(FixtureFonts.configuration)
    _ = annotated.shaped(try content(Self.sentence).shape, width: nil)
    var plain = try content(Self.sentence).shape
    plain.annotations = []
    let other = try TextEngine(FixtureFonts.configuration)
    _ = other.shaped(plain, width: nil)
    #expect(annotated.cachedByteCount >= other.cachedByteCount + 3 * 2048)
  }

  @Test("Breaks are forbidden only within the bases of lines that are too long: each of them costs time on every line")
  func forbiddenBreaks() throws {
    let line = Text("日本").ruby("にほん") + Text(" x\n")
    let text = (0..<50).reduce(line) { text, _ in text + line } + Text(String(repeating: "long ", count: 9)) + line
    func count(width: Double?) throws -> Int {
      let shaped = try shaped(text, width: width)
      let attributes = try #require(pango_layout_get_attributes(shaped.layout))
      return pango_attr_list_get_attributes(attributes).elements(of: PangoAttribute.self).count {
        $0.pointee.klass.pointee.type == PANGO_ATTR_ALLOW_BREAKS
      }
    }
    #expect(try count(width: nil) == 0)
    #expect(try count(width: 300) == 1)
    #expect(try count(width: 90) == 52)
  }

  @Test("The maximum number of annotations is laid out in linear time")
  func many() throws {
    let text = (0..<TextAnnotation.maximumCount).map { TextAnnotation(range: 8 * $0..<8 * $0 + 4, text: "gloss") }
    let content = try content(
      Text(String(repeating: "word. x ", count: TextAnnotation.maximumCount), runs: [], annotations: text))
    #expect(engine.shaped(content.shape, width: 600).annotations.count == TextAnnotation.maximumCount)
  }
}

/// Returns the width of a line, in Pango units.
private func lineWidth(_ line: UnsafeMutablePointer<PangoLayoutLine>) -> Int32 {
  var logical = PangoRectangle()
  pango_layout_line_get_extents(line, nil, &logical)
  return logical.width
}
