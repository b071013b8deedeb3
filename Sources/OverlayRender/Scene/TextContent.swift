/// How the lines of a text of several lines stand.
public enum TextAlignment: Sendable, Hashable {
  /// Where the script begins its lines.
  case leading
  /// In the middle.
  case center
  /// Where the script ends its lines.
  case trailing
}

/// A line drawn around the glyphs, beneath them.
public struct Outline: Sendable, Hashable {
  /// How far it reaches beyond the glyphs, in pixels: 0 to 64.
  public var width: Double
  /// Its colour.
  public var color: Color

  /// Makes an outline; a width that is no number becomes 0, others are brought within 0 to 64 pixels.
  public init(width: Double, color: Color) {
    self.width = width.isNaN ? 0 : min(max(width, 0), 64)
    self.color = color
  }
}

/// All that decides where the glyphs of a text stand.
struct TextShape: Sendable, Hashable {
  var string: String
  var font: Font
  var alignment: TextAlignment = .leading
  /// A BCP 47 language, which decides among other things which Han glyphs are taken.
  var language: String?
  /// Whether every digit takes a cell of the same width, and nothing is kerned, so that no value moves another.
  var hasEqualDigits = false
  /// Whether lines are broken at the proposed width.
  var wraps = true
}

/// A text as it is drawn: its shape and its paint.
struct TextContent: Sendable, Hashable {
  var shape: TextShape
  var color: Color
  var outline: Outline?
}

/// What is known of a shaped text before it is drawn.
struct TextMetrics: Sendable, Hashable {
  /// The logical extents, rounded up to whole pixels.
  var size: Size
  /// From the top to the baseline of the first line, in pixels.
  var firstBaseline: Double
  /// What the glyphs may touch when the top left corner stands on a whole pixel, without an outline.
  var ink: PixelRect
}

/// Shapes texts: the one thing that layout needs from a text engine.
protocol TextMeasurer {
  /// Measures a text whose lines are broken at `width` pixels, or nowhere but at line ends when it is `nil`.
  func metrics(of shape: TextShape, width: Double?) -> TextMetrics

  /// Where two texts differ that stand at the same place: the ink of every glyph that is not the same in both, relative to
  /// the top left corner. `nil` when the glyphs cannot be told one from another.
  func changedInk(from old: TextShape, to new: TextShape, width: Double?) -> Damage?
}
