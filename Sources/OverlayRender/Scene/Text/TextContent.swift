/// The direction of lines (CSS Writing Modes).
enum WritingMode: Sendable, Hashable {
  /// Horizontal lines, from top to bottom.
  case horizontal
  /// Vertical lines, from right to left.
  case verticalRightToLeft
  /// Vertical lines, from left to right.
  case verticalLeftToRight
}

/// The fitting of a text across its lines: into a height, or into the width of vertical text.
struct HeightFit: Sendable, Hashable {
  /// The share of the proposed length that the text is fitted to.
  var share = 1.0
  /// The smallest size, as a share of the full size.
  var minimumScale = 1.0
  /// The padding around the text in pixels. It is part of the share.
  var padding = 0.0
  /// The length in pixels that is kept free beside the text.
  var distance = 0.0
  /// Whether text that does not fit loses lines at its start. Otherwise it loses lines at its end.
  var hidesFirstLines = false
  /// Whether it is reported if the text is cut.
  var mustShowAll = false

  /// Returns the length for the text itself when `offered` pixels are proposed.
  func extent(within offered: Double) -> Double {
    share * max(offered + padding - distance, 0) - padding
  }
}

/// The content and style of a text, as far as they decide the positions of glyphs and the colors of pieces.
///
/// Runs that differ only in colors and lines (`TextStyle.isDecorated`) do not move any glyph.
struct TextShape: Sendable, Hashable {
  var string: String
  /// The styled pieces: disjoint, in order, and of whole characters (``TextRun/disjoint(_:in:)``).
  var runs: [TextRun] = []
  /// The annotations: disjoint, in order, of whole characters and on one line each
  /// (``TextAnnotation/disjoint(_:in:)``).
  var annotations: [TextAnnotation] = []
  var font: Font
  var alignment: TextAlignment = .leading
  /// A BCP 47 language, on which the choice of Han glyphs depends among other things.
  var language: String?
  /// The space added between two characters, in pixels.
  var letterSpacing = 0.0
  /// The space added between two lines, in pixels.
  var lineSpacing = 0.0
  /// OpenType features in CSS notation.
  var features: String?
  /// Whether all digits have the same width and nothing is kerned, so that a value does not move when it changes.
  var hasEqualDigits = false
  /// Whether lines are broken at the proposed width.
  var wraps = true
  /// The greatest number of lines, at least 1. Text that is left out is replaced by an ellipsis.
  var lineLimit: Int?
  /// The number of lines at the start that are not shown, for horizontal text. The others are broken and placed as if
  /// they followed them.
  var hiddenLineCount = 0
  /// The fitting across the lines; `nil` if the text is neither shrunk nor cut. Horizontal text that does not fit the
  /// proposed height in the smallest size is cut, but always shows a line.
  var heightFit: HeightFit?
  /// The position of the ellipsis in a truncated line.
  var truncation = TruncationMode.tail
  /// The smallest size to which the text shrinks to fit, as a share of the full size.
  var minimumScale = 1.0
  /// Whether lines are broken at similar lengths.
  var isBalanced = false
  /// The direction of lines.
  var writingMode = WritingMode.horizontal

  /// Hashes only what often differs; `==` compares everything.
  func hash(into hasher: inout Hasher) {
    hasher.combine(string)
    hasher.combine(runs)
    hasher.combine(annotations)
    hasher.combine(font.size)
    hasher.combine(font.weight)
    hasher.combine(letterSpacing)
    hasher.combine(lineSpacing)
    hasher.combine(hiddenLineCount)
    hasher.combine(heightFit)
    hasher.combine(minimumScale)
  }
}

extension TextShape {
  /// Whether lines are vertical. The glyphs of the layout are then drawn rotated clockwise by 90 degrees.
  var isVertical: Bool { writingMode != .horizontal }

  /// The axis along which lines run.
  var lineAxis: Axis { isVertical ? .vertical : .horizontal }

  /// The size of the largest font in the text, in pixels.
  var largestFontSize: Double {
    let size = runs.reduce(font.size) { max($0, $1.style.font(within: font).size) }
    let half = Font(size: size / 2)
    return annotations.reduce(size) { max($0, $1.style.font(within: half).size) }
  }

  /// Returns the text with every length multiplied by a factor.
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

/// A text to draw: its shape and its paint.
struct TextContent: Sendable, Hashable {
  var shape: TextShape
  var color: Color
  /// The outlines of the glyphs, the deepest first.
  var outlines: [Outline] = []
  /// The number of lines whose height the text takes at least.
  var leastLineCount = 0
}

extension TextContent {
  /// Whether anything is visible.
  var isVisible: Bool {
    guard !shape.string.isEmpty else { return false }
    return color.alpha > 0 || !outlines.isEmpty
      || shape.runs.contains(where: \.style.isVisible) || shape.annotations.contains(where: \.style.isVisible)
  }

  /// The number of pixels that the outlines extend beyond the ink of the glyphs.
  var outlineReach: Int { outlines.map(\.reach).max() ?? 0 }
}

extension TextStyle {
  /// Whether the style has a visible color of its own.
  fileprivate var isVisible: Bool { (color?.alpha ?? 0) > 0 || (backgroundColor?.alpha ?? 0) > 0 }
}

/// The measurements of a shaped text.
struct TextMetrics: Sendable, Hashable {
  /// The logical size, rounded up to whole pixels.
  var size: Size
  /// The distance from the top to the first baseline, in pixels. For vertical text this is the bottom edge.
  var firstBaseline: Double
  /// The distance from the top to the last baseline, in pixels.
  var lastBaseline: Double
  /// The number of lines.
  var lineCount: Int
  /// The pixels that the glyphs may touch, without outlines, if the top left corner is at a whole pixel.
  var ink: PixelRect
  /// Whether the line limit leaves out text.
  var isTruncated = false
}

/// A text engine, as far as layout needs one.
protocol TextMeasurer {
  /// Measures a text with lines at most `width` pixels long, or broken only at line ends if `width` is `nil`. For
  /// vertical text, `width` is the height of its lines.
  func metrics(of shape: TextShape, width: Double?) -> TextMetrics

  /// Returns the ink of the glyphs that differ between two texts at the same position, relative to the top left corner.
  /// Returns `nil` if glyphs cannot be compared.
  func changedInk(from old: TextShape, to new: TextShape, width: Double?) -> Damage?
}
