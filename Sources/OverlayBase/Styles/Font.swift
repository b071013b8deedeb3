/// A font: a family, a size in pixels, a weight, and whether it is italic.
public struct Font: Sendable, Hashable {
  /// A font weight, with the numbers of CSS.
  public struct Weight: RawRepresentable, Sendable, Hashable {
    /// The number, from 100 (thin) to 1000 (extra black).
    public let rawValue: Int

    /// Creates a weight. The number is limited to 100...1000.
    public init(rawValue: Int) {
      self.rawValue = min(max(rawValue, 100), 1000)
    }

    /// 100.
    public static let thin = Weight(rawValue: 100)
    /// 300.
    public static let light = Weight(rawValue: 300)
    /// 400.
    public static let regular = Weight(rawValue: 400)
    /// 500.
    public static let medium = Weight(rawValue: 500)
    /// 600.
    public static let semibold = Weight(rawValue: 600)
    /// 700.
    public static let bold = Weight(rawValue: 700)
    /// 900.
    public static let heavy = Weight(rawValue: 900)
  }

  /// The range of font sizes, in pixels. Above it, Cairo's drawing of glyphs depends on the clip.
  public static let sizes: ClosedRange<Double> = 1...2048

  /// The name of a family, or several names separated by commas in order of preference. The generic families are
  /// `sans`, `serif` and `monospace`.
  public var family: String
  /// The size of an em in pixels, within ``sizes``.
  public var size: Double {
    didSet { size = size.limited(to: Font.sizes) }
  }
  /// The weight.
  public var weight: Weight
  /// Whether the italic or oblique face is used.
  public var isItalic: Bool

  /// Creates a font. The size is limited to ``sizes``, and `NaN` becomes the smallest size.
  public init(family: String = "sans", size: Double, weight: Weight = .regular, isItalic: Bool = false) {
    self.family = family
    self.size = size.limited(to: Font.sizes)
    self.weight = weight
    self.isItalic = isItalic
  }
}

// Written out for the reason in `TextStyle`.

extension Font {
  /// Whether two fonts are the same.
  @inlinable
  public static func == (first: Font, second: Font) -> Bool {
    first.size == second.size && first.weight.rawValue == second.weight.rawValue
      && first.isItalic == second.isItalic && first.family == second.family
  }

  /// Hashes the properties of the font.
  @inlinable
  public func hash(into hasher: inout Hasher) {
    hasher.combine(family)
    hasher.combine(size)
    hasher.combine(weight.rawValue)
    hasher.combine(isItalic)
  }
}
