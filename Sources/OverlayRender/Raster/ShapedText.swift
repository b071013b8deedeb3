import CCairo
import Foundation

/// A text with its glyphs chosen and placed.
final class ShapedText {
  private let text: TextLayout
  let metrics: TextMetrics
  /// From the left edge of the layout's own coordinates to that of the text, in whole pixels: lines that are centred or
  /// trailing stand somewhere within the width at which they were broken. Of a vertical text, from the top edge.
  let inset: Int
  /// From the top edge of the text to that of the layout, in whole pixels: the room that annotations need. Of a vertical
  /// text, from the right edge.
  let top: Int
  /// The annotations that are shown; they are not part of the layout.
  let annotations: [PlacedAnnotation]
  /// What Pango draws of the layout; read when it is first asked for.
  private(set) lazy var walk = GlyphWalk(layout, top: top, lines: text.placedLines, annotations: annotations)
  /// How far the glyphs of the walk reach; measured when it is first asked for.
  private(set) lazy var reaches = walk.reaches

  /// The Pango layout. That of a vertical text is to be drawn a quarter turn clockwise: its left edge is at the top, its
  /// top edge on the right.
  var layout: OpaquePointer { text.pointer }

  /// Held while a text is shaped, by one thread of the process at a time.
  ///
  /// Pango shapes in a buffer that all threads share, and in a fresh one while another thread has that; with the two,
  /// version 1.50 breaks the same narrow text at different places.
  private static let shaping = NSLock()

  /// Shapes a text in a context; lines are broken at `width` pixels.
  init(_ shape: TextShape, width: Double?, context: OpaquePointer, digits: DigitCells) {
    Self.shaping.lock()
    defer { Self.shaping.unlock() }
    text = TextFitting(context: context, digits: digits).layout(shape, width: width)
    let (ink, logical) = text.extents
    inset = wholePixels(floor: Int(logical.x))
    top = text.annotations?.room ?? 0
    annotations = text.annotations?.placed(on: text) ?? []
    let size = Size(
      Double(max(wholePixels(ceiling: Int(logical.x) + Int(logical.width)) - inset, 0)),
      Double(max(wholePixels(ceiling: Int(logical.height)), 0) + top))
    let drawn = shape.runs.contains { $0.style.isDecorated } ? text.decoratedInk : ink
    let pixels = annotations.reduce(ShapedText.pixels(of: drawn).offsetBy(dx: 0, dy: top)) {
      $0.union(ShapedText.pixels(of: $1.ink))
    }.offsetBy(dx: -inset, dy: 0)
    let baselines = text.baselines
    metrics =
      shape.isVertical
      ? TextMetrics(
        size: Size(size.height, size.width), firstBaseline: size.width, lastBaseline: size.width,
        lineCount: text.lineCount, ink: pixels.turnedClockwise(withinHeight: Int(size.height)))
      : TextMetrics(
        size: size, firstBaseline: baselines.first + Double(top), lastBaseline: baselines.last + Double(top),
        lineCount: text.lineCount, ink: pixels)
  }

  /// The pixels that glyphs with an ink in Pango units may touch.
  private static func pixels(of ink: PangoRectangle) -> PixelRect {
    guard ink.width > 0, ink.height > 0 else { return .zero }
    // A glyph may be drawn up to half a pixel from where it was placed (Cairo 1.16 puts glyphs on whole pixels), and
    // antialiasing reaches into the next: two pixels on each side cover both.
    let left = wholePixels(floor: Int(ink.x)) - 2
    let top = wholePixels(floor: Int(ink.y)) - 2
    let right = wholePixels(ceiling: Int(ink.x) + Int(ink.width)) + 2
    let bottom = wholePixels(ceiling: Int(ink.y) + Int(ink.height)) + 2
    return PixelRect(x: left, y: top, width: right - left, height: bottom - top)
  }
}

extension TextLayout {
  /// From the top to the baselines of the first and the last line, in pixels.
  fileprivate var baselines: (first: Double, last: Double) {
    let first = Int(pango_layout_get_baseline(pointer))
    var last = first
    if lineCount > 1, let iterator = pango_layout_get_iter(pointer) {
      defer { pango_layout_iter_free(iterator) }
      while pango_layout_iter_next_line(iterator) != 0 {}
      last = Int(pango_layout_iter_get_baseline(iterator))
    }
    return (Double(first) / Double(PANGO_SCALE), Double(last) / Double(PANGO_SCALE))
  }

  /// The ink together with the boxes of all lines: backgrounds fill them, and lines at the glyphs run as far as they do.
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
  /// The smallest rectangle that holds both.
  func union(_ other: PangoRectangle) -> PangoRectangle {
    let (left, top) = (min(x, other.x), min(y, other.y))
    let right = max(x &+ width, other.x &+ other.width)
    let bottom = max(y &+ height, other.y &+ other.height)
    return PangoRectangle(x: left, y: top, width: right &- left, height: bottom &- top)
  }
}

extension PixelRect {
  /// The rectangle after what it lies in, `height` pixels high, was turned clockwise.
  fileprivate func turnedClockwise(withinHeight height: Int) -> PixelRect {
    isEmpty ? self : PixelRect(x: height - maxY, y: x, width: self.height, height: width)
  }
}

/// Pango units to whole pixels, downwards (`PANGO_PIXELS_FLOOR` with room for more than 32 bits).
func wholePixels(floor units: Int) -> Int {
  units >> 10
}

/// Pango units to whole pixels, upwards (`PANGO_PIXELS_CEIL`).
func wholePixels(ceiling units: Int) -> Int {
  (units + 1023) >> 10
}
