import CCairo

/// A text with glyphs and their positions. It does not change, so several threads can draw it.
final class ShapedText {
  /// The layout, which keeps the fonts of the glyphs alive. Texts that differ only in digits share one.
  private let text: TextLayout
  let metrics: TextMetrics
  /// The distance from the left edge of the layout's coordinates to the left edge of the text, in whole pixels:
  /// centered and trailing lines begin somewhere within the width at which they are broken. For vertical text, the
  /// distance from the top edge.
  let inset: Int
  /// The distance from the top edge of the text to the top edge of the layout, in whole pixels: the space for
  /// annotations. For vertical text, the distance from the right edge.
  let top: Int
  /// The visible annotations, which are not part of the layout.
  let annotations: [PlacedAnnotation]
  /// What Pango draws of the layout.
  let recording: GlyphRecording
  /// The extents of the recorded glyphs.
  let glyphExtents: GlyphExtents
  /// Whether there are only glyphs with outlines, which Cairo draws at the recorded positions as Pango would.
  let isPlain: Bool

  /// The Pango layout. For vertical text, it is drawn with a quarter turn clockwise: its left edge is at the top, and
  /// its top edge on the right.
  var layout: OpaquePointer { text.pointer }

  /// The lines of the layout that are shown, or `nil` if all are where Pango puts them.
  var placedLines: [PlacedLine]? { text.placedLines }

  /// Locked while Pango is used, so that only one thread of the process shapes at a time.
  ///
  /// Pango shapes with a buffer that all threads share, or with a new buffer while another thread uses that one. With
  /// the two buffers, version 1.50 breaks the same narrow text at different places. Font maps and fonts, which all
  /// renderers with the same fonts share, are not made for several threads.
  static let shaping = ThreadLock()

  /// Shapes a text in a context. Lines are broken at `width` pixels.
  init(_ shape: TextShape, width: Double?, context: OpaquePointer, digits: DigitCells) {
    Self.shaping.lock()
    defer { Self.shaping.unlock() }
    text = TextFitting(context: context, digits: digits).layout(shape, width: width)
    let (ink, logical) = text.extents
    inset = wholePixels(floor: Int(logical.x))
    top = text.annotations?.spaceAbove ?? 0
    annotations = text.annotations?.placed(on: text) ?? []
    let size = Size(
      Double(max(wholePixels(ceiling: Int(logical.x) + Int(logical.width)) - inset, 0)),
      Double(max(wholePixels(ceiling: Int(logical.height)), 0) + top))
    recording = GlyphRecording(text.pointer, top: top, lines: text.placedLines, annotations: annotations)
    glyphExtents = recording.glyphExtents
    isPlain = annotations.isEmpty && !text.stacksUpward && recording.isPlain
    // The first request creates what Cairo draws with.
    for font in Set(recording.glyphs.map(\.font)) { pango_cairo_font_get_scaled_font(overlay_pango_cairo_font(font)) }
    let drawn = shape.runs.contains { $0.style.isDecorated } ? text.decoratedInk : ink
    let pixels = annotations.reduce(ShapedText.pixels(of: drawn).offsetBy(dx: 0, dy: top)) {
      $0.union(ShapedText.pixels(of: $1.ink))
    }.offsetBy(dx: -inset, dy: 0)
    let baselines = text.baselines
    metrics =
      shape.isVertical
      ? TextMetrics(
        size: Size(size.height, size.width), firstBaseline: size.width, lastBaseline: size.width,
        lineCount: text.shownLineCount, ink: pixels.turnedClockwise(withinHeight: Int(size.height)),
        isTruncated: text.isTruncated)
      : TextMetrics(
        size: size, firstBaseline: baselines.first + Double(top), lastBaseline: baselines.last + Double(top),
        lineCount: text.shownLineCount, ink: pixels, isTruncated: text.isTruncated)
  }

  /// Creates a text with the glyphs of another one, some of which are replaced by others with the same advances.
  init(replacingGlyphsOf other: ShapedText, by glyphs: [GlyphRecording.Glyph]) {
    text = other.text
    inset = other.inset
    top = other.top
    annotations = []
    recording = GlyphRecording(glyphs: glyphs, steps: other.recording.steps)
    glyphExtents = recording.glyphExtents
    isPlain = other.isPlain
    var metrics = other.metrics
    metrics.ink = ShapedText.pixels(of: recording.ink).offsetBy(dx: -inset, dy: 0)
    self.metrics = metrics
  }

  /// Returns the pixels that glyphs with an ink in Pango units may touch.
  private static func pixels(of ink: PangoRectangle) -> PixelRect {
    guard ink.width > 0, ink.height > 0 else { return .zero }
    let left = wholePixels(floor: Int(ink.x))
    let top = wholePixels(floor: Int(ink.y))
    let right = wholePixels(ceiling: Int(ink.x) + Int(ink.width))
    let bottom = wholePixels(ceiling: Int(ink.y) + Int(ink.height))
    return PixelRect(x: left, y: top, width: right - left, height: bottom - top).insetBy(dx: -margin, dy: -margin)
  }

  /// The pixels on each side of the ink that glyphs rarely touch. A glyph may be drawn up to half a pixel from its
  /// position (Cairo 1.16 draws glyphs at whole pixels), and antialiasing extends to the next pixel. Two pixels cover
  /// both.
  static let margin = 2
}

extension TextLayout {
  /// The distances from the top to the baselines of the first and the last line, in pixels.
  fileprivate var baselines: (first: Double, last: Double) {
    var all: [Int] = []
    if lineCount == 1 {
      all = [Int(pango_layout_get_baseline(pointer))]
    } else {
      forEachLine { line, _, _ in all.append(Int(pango_layout_iter_get_baseline(line)) + shift(ofLineAt: line)) }
    }
    return (Double(all.first ?? 0) / Double(PANGO_SCALE), Double(all.last ?? 0) / Double(PANGO_SCALE))
  }

  /// The ink and the boxes of all lines: backgrounds fill the boxes, and underlines are as long as they are.
  fileprivate var decoratedInk: PangoRectangle {
    var all = extents.ink
    forEachLine { iterator, _, logical in
      var line = logical
      line.y &+= Int32(clamping: shift(ofLineAt: iterator))
      all = all.union(line)
    }
    return all
  }
}

extension PangoRectangle {
  /// Returns the smallest rectangle that contains both.
  func union(_ other: PangoRectangle) -> PangoRectangle {
    let (left, top) = (min(x, other.x), min(y, other.y))
    let right = max(x &+ width, other.x &+ other.width)
    let bottom = max(y &+ height, other.y &+ other.height)
    return PangoRectangle(x: left, y: top, width: right &- left, height: bottom &- top)
  }
}

extension PixelRect {
  /// Returns the rectangle after a clockwise turn of its container, which is `height` pixels high.
  fileprivate func turnedClockwise(withinHeight height: Int) -> PixelRect {
    isEmpty ? self : PixelRect(x: height - maxY, y: x, width: self.height, height: width)
  }
}

/// Converts Pango units to whole pixels, rounding down (`PANGO_PIXELS_FLOOR` for more than 32 bits).
func wholePixels(floor units: Int) -> Int {
  units >> 10
}

/// Converts Pango units to whole pixels, rounding up (`PANGO_PIXELS_CEIL`).
func wholePixels(ceiling units: Int) -> Int {
  (units + 1023) >> 10
}
