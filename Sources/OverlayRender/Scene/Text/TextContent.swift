/// Which way lines run, and which way they follow each other (CSS Writing Modes).
enum WritingMode: Sendable, Hashable {
  /// Lines run across and follow each other downwards.
  case horizontal
  /// Lines are columns that follow each other to the left.
  case verticalRightToLeft
  /// Lines are columns that follow each other to the right.
  case verticalLeftToRight
}

/// How a text fits the extent that it is offered across its lines: the height, or the width of columns.
struct HeightFit: Sendable, Hashable {
  /// The share of the offered extent that it shrinks to fit.
  var share = 1.0
  /// The least size that it shrinks to, as a share of its size.
  var minimumScale = 1.0
  /// The pixels around it in its box; the share includes them.
  var padding = 0.0
  /// The pixels of the extent that are kept free beside it.
  var distance = 0.0

  /// The extent of the text itself that fits when `offered` pixels are offered.
  func extent(within offered: Double) -> Double {
    share * max(offered + padding - distance, 0) - padding
  }
}

/// All that decides where the glyphs of a text stand, and what colours pieces of it have.
///
/// Runs that differ in their colours and lines only (``TextStyle/isDecorated``) keep every glyph in its place.
struct TextShape: Sendable, Hashable {
  var string: String
  /// Pieces in styles of their own: disjoint, in order, at whole characters (``TextRun/disjoint(_:in:)``).
  var runs: [TextRun] = []
  /// Small texts beside pieces: their bases are disjoint, in order, of whole characters, and end no line
  /// (``TextAnnotation/disjoint(_:in:)``).
  var annotations: [TextAnnotation] = []
  var font: Font
  var alignment: TextAlignment = .leading
  /// A BCP 47 language, which decides among other things which Han glyphs are taken.
  var language: String?
  /// Pixels added between two characters.
  var letterSpacing = 0.0
  /// Pixels added between two lines.
  var lineSpacing = 0.0
  /// OpenType features as CSS writes them.
  var features: String?
  /// Whether every digit takes a cell of the same width, and nothing is kerned, so that no value moves another.
  var hasEqualDigits = false
  /// Whether lines are broken at the proposed width.
  var wraps = true
  /// How many lines there are at most, at least 1; what is left out is marked by an ellipsis.
  var lineLimit: Int?
  /// How it shrinks to fit the extent offered across its lines; `nil` for a text that does not. Horizontal text is also cut
  /// after the last line that fits the offered height, but never before the first.
  var heightFit: HeightFit?
  /// Where the ellipsis stands in the line that it ends.
  var truncation = TruncationMode.tail
  /// How far the text may shrink so that it fits, as a share of its size.
  var minimumScale = 1.0
  /// Whether lines are broken so that they are of like length.
  var isBalanced = false
  /// Which way lines run and follow each other.
  var writingMode = WritingMode.horizontal
}

extension TextShape {
  /// Whether lines are columns: the glyphs of the layout are drawn a quarter turn clockwise.
  var isVertical: Bool { writingMode != .horizontal }

  /// The direction that lines run in.
  var lineAxis: Axis { isVertical ? .vertical : .horizontal }

  /// The size of the largest font in it, in pixels.
  var largestFontSize: Double {
    let size = runs.reduce(font.size) { max($0, $1.style.font(within: font).size) }
    let half = Font(size: size / 2)
    return annotations.reduce(size) { max($0, $1.style.font(within: half).size) }
  }

  /// The same text in another size: every length multiplied.
  func scaled(by factor: Double) -> TextShape {
    var scaled = self
    scaled.font = Font(
      family: font.family, size: font.size * factor, weight: font.weight, isItalic: font.isItalic)
    scaled.letterSpacing *= factor
    scaled.lineSpacing *= factor
    scaled.runs = runs.map { TextRun(range: $0.range, style: $0.style.scaled(by: factor)) }
    scaled.annotations = annotations.map {
      TextAnnotation(range: $0.range, text: $0.text, style: $0.style.scaled(by: factor))
    }
    return scaled
  }
}

/// A text as it is drawn: its shape and its paint.
struct TextContent: Sendable, Hashable {
  var shape: TextShape
  var color: Color
  /// Lines around the glyphs, the first deepest.
  var outlines: [Outline] = []
}

extension TextContent {
  /// Whether anything of it can be seen.
  var isVisible: Bool {
    guard !shape.string.isEmpty else { return false }
    return color.alpha > 0 || !outlines.isEmpty
      || shape.runs.contains(where: \.style.isVisible) || shape.annotations.contains(where: \.style.isVisible)
  }

  /// How many pixels the outlines reach beyond the ink of the glyphs.
  var outlineReach: Int { outlines.map(\.reach).max() ?? 0 }
}

extension TextStyle {
  /// Whether it has a colour of its own that can be seen.
  fileprivate var isVisible: Bool { (color?.alpha ?? 0) > 0 || (backgroundColor?.alpha ?? 0) > 0 }
}

/// What is known of a shaped text before it is drawn.
struct TextMetrics: Sendable, Hashable {
  /// The logical extents, rounded up to whole pixels.
  var size: Size
  /// From the top to the baseline of the first line, in pixels. A vertical text stands on it with its bottom edge.
  var firstBaseline: Double
  /// From the top to the baseline of the last line, in pixels.
  var lastBaseline: Double
  /// How many lines there are.
  var lineCount: Int
  /// What the glyphs may touch when the top left corner stands on a whole pixel, without an outline.
  var ink: PixelRect
}

/// Shapes texts: the one thing that layout needs from a text engine.
protocol TextMeasurer {
  /// Measures a text whose lines are broken at `width` pixels, or nowhere but at line ends when it is `nil`. The lines of
  /// a vertical text are columns, and `width` is their height.
  func metrics(of shape: TextShape, width: Double?) -> TextMetrics

  /// Where two texts differ that stand at the same place: the ink of every glyph that is not the same in both, relative to
  /// the top left corner. `nil` when the glyphs cannot be told one from another.
  func changedInk(from old: TextShape, to new: TextShape, width: Double?) -> Damage?
}
