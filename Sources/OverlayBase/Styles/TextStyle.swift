/// A style of a piece of text, relative to the style around it. Values that are `nil` are inherited.
public struct TextStyle: Sendable, Hashable {
  /// A line beneath the text.
  public enum Underline: Sendable, Hashable {
    /// No line.
    case none
    /// One line.
    case single
    /// Two lines.
    case double
  }

  /// The vertical position of glyphs in their line.
  public enum Position: Sendable, Hashable {
    /// On the baseline, in full size.
    case normal
    /// Raised and small, as designed in the font.
    case superscript
    /// Lowered and small, as designed in the font.
    case `subscript`
  }

  /// The limits of lengths, in pixels.
  package static let lengths: ClosedRange<Double> = -2048...2048

  /// The name of a family, or several names separated by commas in order of preference.
  public package(set) var family: String?
  /// The size of an em in pixels, within `Font.sizes`.
  public package(set) var size: Double?
  /// A factor of ``size``, or of the inherited size, 0.01...100.
  public package(set) var scale: Double?
  /// The weight.
  public package(set) var weight: Font.Weight?
  /// Whether the italic or oblique face is used.
  public package(set) var isItalic: Bool?
  /// The color of the text and of its lines.
  public package(set) var color: Color?
  /// The color behind the text, as high as the line.
  public package(set) var backgroundColor: Color?
  /// The line beneath the text.
  public package(set) var underline: Underline?
  /// Whether there is a line through the text.
  public package(set) var isStruckThrough: Bool?
  /// The space added between two characters in pixels, -2048...2048.
  public package(set) var letterSpacing: Double?
  /// OpenType features in CSS notation, such as `ss01, tnum=1`. Features that a font does not have are ignored.
  public package(set) var features: String?
  /// The distance above the baseline in pixels, -2048...2048.
  public package(set) var rise: Double?
  /// The vertical position in the line.
  public package(set) var position: Position?
  /// A BCP 47 language, on which the choice of Han glyphs depends among other things.
  public package(set) var language: String?

  /// Creates a style. Numbers are limited to their ranges, and `NaN` is ignored.
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
  /// Whether the style changes nothing.
  package var isEmpty: Bool { self == TextStyle() }

  /// Returns the style combined with the style around it, whose values are used where this style has none.
  package func within(_ outer: TextStyle) -> TextStyle {
    TextStyle(
      family: family ?? outer.family, size: size ?? outer.size,
      scale: size == nil ? product(scale, outer.scale) : scale,
      weight: weight ?? outer.weight, isItalic: isItalic ?? outer.isItalic, color: color ?? outer.color,
      backgroundColor: backgroundColor ?? outer.backgroundColor, underline: underline ?? outer.underline,
      isStruckThrough: isStruckThrough ?? outer.isStruckThrough,
      letterSpacing: letterSpacing ?? outer.letterSpacing, features: features ?? outer.features,
      rise: rise ?? outer.rise, position: position ?? outer.position, language: language ?? outer.language)
  }

  /// Returns the font that results from this style and an inherited font.
  package func font(within font: Font) -> Font {
    Font(
      family: family ?? font.family, size: (size ?? font.size) * (scale ?? 1), weight: weight ?? font.weight,
      isItalic: isItalic ?? font.isItalic)
  }

  /// The part of the style that applies only to pieces of text: what is drawn at the glyphs, and their position in the
  /// line.
  package var decoration: TextStyle {
    TextStyle(
      backgroundColor: backgroundColor, underline: underline, isStruckThrough: isStruckThrough, rise: rise,
      position: position)
  }

  /// Whether rectangles are drawn at the glyphs, which extend beyond their ink.
  package var isDecorated: Bool {
    backgroundColor != nil || isStruckThrough == true || (underline ?? .none) != .none
  }

  /// Returns the style with every length multiplied by a factor.
  package func scaled(by factor: Double) -> TextStyle {
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

// Written out, as in `Font` and `Color`, because keys of shaped texts contain styles: a dictionary copies keys whose
// comparison the optimizer cannot see.

extension TextStyle {
  /// Whether two styles have the same values.
  @inlinable
  public static func == (first: TextStyle, second: TextStyle) -> Bool {
    first.family == second.family
      && first.size == second.size
      && first.scale == second.scale
      && first.weight == second.weight
      && first.isItalic == second.isItalic
      && first.color == second.color
      && first.backgroundColor == second.backgroundColor
      && first.underline == second.underline
      && first.isStruckThrough == second.isStruckThrough
      && first.letterSpacing == second.letterSpacing
      && first.features == second.features
      && first.rise == second.rise
      && first.position == second.position
      && first.language == second.language
  }

  /// Hashes the values.
  @inlinable
  public func hash(into hasher: inout Hasher) {
    hasher.combine(family)
    hasher.combine(size)
    hasher.combine(scale)
    hasher.combine(weight)
    hasher.combine(isItalic)
    hasher.combine(color)
    hasher.combine(backgroundColor)
    hasher.combine(underline)
    hasher.combine(isStruckThrough)
    hasher.combine(letterSpacing)
    hasher.combine(features)
    hasher.combine(rise)
    hasher.combine(position)
    hasher.combine(language)
  }
}
