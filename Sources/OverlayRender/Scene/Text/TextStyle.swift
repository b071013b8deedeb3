/// What a piece of text changes of the style around it; what is `nil` stays as it is around.
public struct TextStyle: Sendable, Hashable {
  /// A line beneath the glyphs.
  public enum Underline: Sendable, Hashable {
    /// No line, whatever is around.
    case none
    /// One line.
    case single
    /// Two lines.
    case double
  }

  /// Where glyphs stand in their line.
  public enum Position: Sendable, Hashable {
    /// On the baseline, in full size.
    case normal
    /// Raised and small, as the font has it.
    case superscript
    /// Lowered and small, as the font has it.
    case `subscript`
  }

  /// The furthest that a length may be from zero, in pixels.
  static let lengths: ClosedRange<Double> = -2048...2048

  /// A family's name, or several by commas in order of preference.
  public internal(set) var family: String?
  /// Pixels to the em, within `Font.sizes`.
  public internal(set) var size: Double?
  /// How many times as large as ``size``, or as what is around; 0.01 to 100.
  public internal(set) var scale: Double?
  /// The thickness of the strokes.
  public internal(set) var weight: Font.Weight?
  /// Whether the italic or oblique face is taken.
  public internal(set) var isItalic: Bool?
  /// The colour of the glyphs and of the lines at them.
  public internal(set) var color: Color?
  /// The colour of the rectangle behind the glyphs, as high as the line.
  public internal(set) var backgroundColor: Color?
  /// The line beneath the glyphs.
  public internal(set) var underline: Underline?
  /// Whether there is a line through the glyphs.
  public internal(set) var isStruckThrough: Bool?
  /// Pixels added between two characters, -2048 to 2048.
  public internal(set) var letterSpacing: Double?
  /// OpenType features as CSS writes them: `ss01, tnum=1`. What a font does not have changes nothing.
  public internal(set) var features: String?
  /// How far the glyphs stand above their baseline in pixels, -2048 to 2048.
  public internal(set) var rise: Double?
  /// Whether glyphs stand on the line, above or below.
  public internal(set) var position: Position?
  /// A BCP 47 language, which decides among other things which Han glyphs are taken.
  public internal(set) var language: String?

  /// Makes a style of the changes given. Numbers are brought within their limits; one that is no number changes nothing.
  public init(
    family: String? = nil, size: Double? = nil, scale: Double? = nil, weight: Font.Weight? = nil,
    isItalic: Bool? = nil, color: Color? = nil, backgroundColor: Color? = nil, underline: Underline? = nil,
    isStruckThrough: Bool? = nil, letterSpacing: Double? = nil, features: String? = nil, rise: Double? = nil,
    position: Position? = nil, language: String? = nil
  ) {
    self.family = family
    self.size = size?.limitedUnlessNaN(to: Font.sizes)
    self.scale = scale?.limitedUnlessNaN(to: 0.01...100)
    self.weight = weight
    self.isItalic = isItalic
    self.color = color
    self.backgroundColor = backgroundColor
    self.underline = underline
    self.isStruckThrough = isStruckThrough
    self.letterSpacing = letterSpacing?.limitedUnlessNaN(to: TextStyle.lengths)
    self.features = features
    self.rise = rise?.limitedUnlessNaN(to: TextStyle.lengths)
    self.position = position
    self.language = language
  }
}

extension TextStyle {
  /// Whether it changes nothing.
  var isEmpty: Bool { self == TextStyle() }

  /// This style within another: what it does not change itself is as the outer one has it.
  func within(_ outer: TextStyle) -> TextStyle {
    TextStyle(
      family: family ?? outer.family, size: size ?? outer.size,
      scale: size == nil ? product(scale, outer.scale) : scale,
      weight: weight ?? outer.weight, isItalic: isItalic ?? outer.isItalic, color: color ?? outer.color,
      backgroundColor: backgroundColor ?? outer.backgroundColor, underline: underline ?? outer.underline,
      isStruckThrough: isStruckThrough ?? outer.isStruckThrough,
      letterSpacing: letterSpacing ?? outer.letterSpacing, features: features ?? outer.features,
      rise: rise ?? outer.rise, position: position ?? outer.position, language: language ?? outer.language)
  }

  /// The font that this style makes of the one around.
  func font(within font: Font) -> Font {
    Font(
      family: family ?? font.family, size: (size ?? font.size) * (scale ?? 1), weight: weight ?? font.weight,
      isItalic: isItalic ?? font.isItalic)
  }

  /// What no text has as a whole, only pieces of it: what is drawn at the glyphs, and where they stand in the line.
  var decoration: TextStyle {
    TextStyle(
      backgroundColor: backgroundColor, underline: underline, isStruckThrough: isStruckThrough, rise: rise,
      position: position)
  }

  /// Whether rectangles are drawn at the glyphs, which reach beyond their ink.
  var isDecorated: Bool {
    backgroundColor != nil || isStruckThrough == true || (underline ?? .none) != .none
  }

  /// The style with every length multiplied.
  func scaled(by factor: Double) -> TextStyle {
    var scaled = self
    scaled.size = size.flatMap { ($0 * factor).limitedUnlessNaN(to: Font.sizes) }
    scaled.letterSpacing = letterSpacing.map { $0 * factor }
    scaled.rise = rise.map { $0 * factor }
    return scaled
  }

  private func product(_ a: Double?, _ b: Double?) -> Double? {
    guard let a, let b else { return a ?? b }
    return a * b
  }
}
