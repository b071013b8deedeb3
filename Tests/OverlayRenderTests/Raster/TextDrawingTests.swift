import CCairo
import TestTools
import Testing

@testable import OverlayRender

@Suite("Drawing text: still, moving and free")
struct TextDrawingTests {
  static let markups = [
    "Hamburgefonstiv VAV To. fi", "<i>fjord</i> <b>WAVE</b> jÄÅ", "مرحبا بالعالم ١٢٣", "नमस्ते क्षत्रिय", "日本語字幕",
    "שלום abc 12", "a\u{301}\u{323}e\u{302}\u{300} g\u{308}", "😀 🎉 x 👍🏽", "two\nlines of it", "\u{2603} unknown",
    "<span foreground='red'>Red</span> and <span foreground='#00ff00' alpha='40%'>green</span>",
    "<span background='blue'>on blue</span><span background='#ff0' bgalpha='50%'>yellow</span>",
    "<u>under</u> <s>struck</s> <span underline='double' foreground='red'>gypsy</span>",
    "H<sub>2</sub>O <span rise='8pt' underline='low'>up</span>",
  ]

  private static func color(_ generator: inout SeededGenerator) -> Color {
    Color(
      red: .random(in: 0...1, using: &generator), green: .random(in: 0...1, using: &generator), blue: 0.5,
      alpha: generator.chance(2) ? 1 : generator.chance(4) ? 0.75 : .random(in: 0...1, using: &generator))
  }

  private static func text(_ generator: inout SeededGenerator) throws -> MarkedText {
    let outlines = (0..<Int.random(in: 0...2, using: &generator)).map { _ in
      Outline(width: .random(in: 0.3...5, using: &generator), color: color(&generator))
    }
    return try MarkedText(
      generator.pick(markups), size: .random(in: 6...40, using: &generator), color: color(&generator),
      outlines: outlines)
  }

  @Test("A text is the same under any clip (the law)", arguments: 0..<150)
  func law(seed: Int) throws {
    var generator = SeededGenerator(seed: UInt64(seed))
    let text = try Self.text(&generator)
    let x = Int.random(in: -60...30, using: &generator)
    let y = Int.random(in: -20...30, using: &generator)
    let isMoving = generator.chance(2)
    let phase = Phase(x: .random(in: 0...7, using: &generator), y: .random(in: 0...7, using: &generator))
    func draw(in clip: PixelRect, on canvas: TextCanvas) throws {
      try canvas.draw(in: clip) { context in
        context.setSource(Color(red: 0.1, green: 0.4, blue: 0.6, alpha: 0.7))
        cairo_paint(context)
        if isMoving {
          try text.drawMoving(x: x, y: y, phase: phase, clip: clip, on: context)
        } else {
          try text.drawStill(x: x, y: y, clip: clip, on: context)
        }
      }
    }
    let whole = try TextCanvas(PixelSize(200, 70))
    try draw(in: whole.bounds, on: whole)
    let tiled = try TextCanvas(whole.size)
    for tile in TextCanvas.tiles(of: tiled.bounds, &generator) { try draw(in: tile, on: tiled) }
    let isSame = tiled.bytes == whole.bytes
    #expect(isSame, "seed \(seed), \(text.content.shape.string), moving: \(isMoving)")
  }

  @Test("A text at rest has the pixels that Pango draws", arguments: 0..<200)
  func pango(seed: Int) throws {
    var generator = SeededGenerator(seed: UInt64(seed))
    var text = try Self.text(&generator)
    text.content.outlines = []
    text.content.shape.font.isItalic = generator.chance(2)
    if generator.chance(2) { text.content.shape.font.weight = .bold }
    // Large glyphs are drawn in another way.
    let isLarge = seed % 20 == 0
    if isLarge { text.content.shape.font.size = 400 }
    let shaped = text.shaped
    let canvases = try (0..<2).map { way in
      let canvas = try TextCanvas(isLarge ? PixelSize(900, 500) : PixelSize(260, 90))
      try canvas.draw { context in
        context.setSource(Color(red: 0.1, green: 0.4, blue: 0.6, alpha: 0.7))
        cairo_paint(context)
        if way == 0 { return try text.drawStill(x: 10, y: 8, on: context) }
        context.setSource(text.content.color)
        cairo_move_to(context, Double(10 - shaped.inset), Double(8 + shaped.top))
        pango_cairo_show_layout(context, shaped.layout)
      }
      return canvas.bytes
    }
    let isSame = canvases[0] == canvases[1]
    #expect(isSame, "seed \(seed), \(text.content.shape.string)")
  }

  @Test("A text moves by the requested eighth of a pixel", arguments: markups)
  func smooth(markup: String) throws {
    let text = try MarkedText(markup, size: 30)
    let canvas = try TextCanvas(PixelSize(600, 140))
    func centroid(_ x: Int, _ y: Int) throws -> Point {
      try canvas.clear(canvas.bounds)
      try canvas.draw { context in
        try text.drawMoving(
          x: 40 + x >> 3, y: 20 + y >> 3, phase: Phase(x: x, y: y), clip: canvas.bounds, on: context)
      }
      return canvas.centroid
    }
    let start = try centroid(0, 0)
    for eighths in 1...10 {
      let distance = Double(eighths) / 8
      // In the other direction, the weights of the glyphs may change slightly.
      let across = try centroid(eighths, 0)
      #expect(abs(across.x - start.x - distance) < 0.03 && abs(across.y - start.y) < 0.15, "x \(eighths): \(across)")
      let down = try centroid(0, eighths)
      #expect(abs(down.y - start.y - distance) < 0.06 && abs(down.x - start.x) < 0.15, "y \(eighths): \(down)")
    }
  }

  @Test("No way of drawing touches a pixel outside of the bounds", arguments: markups)
  func ink(markup: String) throws {
    let canvas = try TextCanvas(PixelSize(520, 200))
    for (size, width) in [(9.0, 0.0), (23.5, 1.4), (40, 6)] {
      let text = try MarkedText(markup, size: size, outlines: width > 0 ? [Outline(width: width, color: .red)] : [])
      let still = text.ink.offsetBy(dx: 50, dy: 50)
        .insetBy(dx: -text.content.outlineReach, dy: -text.content.outlineReach)
      let moving = still.insetBy(dx: -TextDrawing.margin, dy: -TextDrawing.margin)
      try canvas.clear(canvas.bounds)
      try canvas.draw { try text.drawStill(x: 50, y: 50, on: $0) }
      #expect(still.contains(canvas.ink), "still: \(canvas.ink) in \(still)")
      #expect(!canvas.ink.isEmpty)
      for phase in 0..<8 {
        try canvas.clear(canvas.bounds)
        try canvas.draw { context in
          try text.drawMoving(
            x: 50, y: 50, phase: Phase(x: phase, y: 7 - phase), clip: canvas.bounds, on: context)
        }
        #expect(moving.contains(canvas.ink), "moving: \(canvas.ink) in \(moving)")
        try canvas.clear(canvas.bounds)
        try canvas.draw {
          try text.drawFree(x: 50 + Double(phase) / 8, y: 50 + Double(7 - phase) / 8, on: $0)
        }
        #expect(moving.contains(canvas.ink), "free: \(canvas.ink) in \(moving)")
      }
    }
  }

  @Test("A translucent color shows no seams where glyphs, lines and outlines overlap")
  func seams() throws {
    for markup in ["क्षत्रिय नमस्ते", "<u>gjpqy</u>", "<span letter_spacing='-6000'>WAVE</span>"] {
      let color = Color(red: 1, green: 1, blue: 1, alpha: 0.5)
      let text = try MarkedText(markup, color: color)
      let outlined = try MarkedText(
        markup, color: .clear, outlines: [Outline(width: 4, color: color)])
      let canvas = try TextCanvas(PixelSize(300, 80))
      func highest(_ draw: (OpaquePointer) throws -> Void) throws -> UInt8 {
        try canvas.clear(canvas.bounds)
        try canvas.draw { try draw($0) }
        return canvas.bytes.max() ?? 0
      }
      #expect(try highest { try text.drawMoving(x: 5, y: 5, clip: canvas.bounds, on: $0) } == 128, "\(markup)")
      #expect(try highest { try text.drawFree(x: 5, y: 5, on: $0) } == 128, "\(markup)")
      #expect(try highest { try outlined.drawMoving(x: 5, y: 5, clip: canvas.bounds, on: $0) } == 128, "\(markup)")
      #expect(try highest { try outlined.drawFree(x: 5, y: 5, on: $0) } == 128, "\(markup)")
      #expect(try highest { try outlined.drawStill(x: 5, y: 5, on: $0) } == 128, "\(markup)")
    }
  }

  @Test(
    "At rest, all ways of drawing are equal except for the fraction of a pixel that moves glyphs", arguments: markups)
  func alike(markup: String) throws {
    let text = try MarkedText(markup, size: 36, outlines: [Outline(width: 1.5, color: .blue)])
    var centroids: [Point] = []
    var sums: [Double] = []
    for way in 0..<3 {
      let canvas = try TextCanvas(PixelSize(640, 160))
      try canvas.draw { context in
        switch way {
        case 0: try text.drawStill(x: 20, y: 20, on: context)
        case 1: try text.drawMoving(x: 20, y: 20, clip: canvas.bounds, on: context)
        default: try text.drawFree(x: 20, y: 20, on: context)
        }
      }
      centroids.append(canvas.centroid)
      sums.append(canvas.bytes.reduce(0) { $0 + Double($1) })
    }
    for way in 1..<3 {
      #expect(abs(centroids[way].x - centroids[0].x) < 0.5 && abs(centroids[way].y - centroids[0].y) < 0.6)
      #expect(abs(sums[way] / sums[0] - 1) < 0.03, "\(sums)")
    }
  }

  @Test("Runs are drawn in their own colors", arguments: 0..<3)
  func runs(way: Int) throws {
    let text = try MarkedText(
      "<span foreground='#ff0000'>II</span>II<span background='#00ff00'> </span>"
        + "<span strikethrough='true' foreground='#0000ff'>x   x</span>")
    let canvas = try TextCanvas(PixelSize(160, 50))
    try canvas.draw { context in
      switch way {
      case 0: try text.drawStill(x: 0, y: 0, on: context)
      case 1: try text.drawMoving(x: 0, y: 0, phase: Phase(x: 3, y: 5), clip: canvas.bounds, on: context)
      default: try text.drawFree(x: 0.4, y: 0.6, on: context)
      }
    }
    let bytes = canvas.bytes
    let colors = Set(stride(from: 0, to: bytes.count, by: 4).map { Array(bytes[$0..<$0 + 4]) })
    #expect(colors.contains([0, 0, 255, 255]) && colors.contains([255, 255, 255, 255]))
    #expect(colors.contains([0, 255, 0, 255]))
    #expect(colors.contains { $0[0] > 100 && $0[1] == 0 && $0[2] == 0 }, "the line is blue")
  }

  @Test("A vertical text is rotated clockwise by a quarter turn")
  func vertical() throws {
    var text = try MarkedText("L_")
    let upright = try TextCanvas(PixelSize(60, 60))
    try upright.draw { try text.drawFree(x: 0, y: 0, on: $0) }
    text.content.shape.writingMode = .verticalRightToLeft
    let turned = try TextCanvas(PixelSize(60, 60))
    try turned.draw { try text.drawFree(x: 0, y: 0, on: $0) }
    let width = Int(text.shaped.metrics.size.width)
    let (a, b) = (upright.bytes, turned.bytes)
    var largest = 0
    for y in 0..<60 {
      for x in 0..<width {
        // Row y of the upright text is column width - 1 - y of the rotated one.
        let row = width - 1 - x
        largest = max(largest, abs(Int(a[4 * (row * 60 + y) + 3]) - Int(b[4 * (y * 60 + x) + 3])))
      }
    }
    #expect(largest < 24 && !turned.ink.isEmpty)
  }

  @Test("Only the glyphs of a long line that are within the clip are drawn")
  func visible() throws {
    let text = try MarkedText(String(repeating: "long ticker ", count: 800))
    let reaches = text.shaped.glyphExtents
    let range = 0..<text.shaped.recording.glyphs.count
    try #require(range.count == 9600)
    let clip = PixelRect(x: 20_000, y: 0, width: 640, height: 40)
    let seen = reaches.glyphs(ofStep: 0, range, in: clip)
    #expect(seen.count < 80)
    for index in range where text.shaped.recording.glyphs[index].ink.intersects(clip) { #expect(seen.contains(index)) }
    #expect(reaches.glyphs(ofStep: 0, range, in: clip.offsetBy(dx: 0, dy: 200)).isEmpty)
  }

  @Test("Masks that exceed the cache are drawn again with the same pixels")
  func smallBudget() throws {
    let text = try MarkedText("Hamburgefonstiv 😀", outlines: [Outline(width: 2, color: .red)])
    let pictures = try [8 << 20, 3000].map { budget in
      let drawing = TextDrawing(engine: text.drawing.engine, masks: CoverageMasks(budget: budget))
      let canvas = try TextCanvas(PixelSize(400, 60))
      for phase in [0, 5, 0, 3] {
        try canvas.draw { context in
          try drawing.drawMoving(
            text.content, width: nil, x: 5, y: 5, phase: Phase(x: phase, y: 0), clip: canvas.bounds, on: context)
        }
      }
      return canvas.bytes
    }
    #expect(pictures[0] == pictures[1])
  }
}

extension GlyphRecording {
  /// The pixels that backgrounds and lines may touch.
  var rectangleInk: PixelRect {
    steps.reduce(.zero) { ink, step in
      if case .rectangle(let rectangle, _) = step { ink.union(rectangle.ink) } else { ink }
    }
  }
}
