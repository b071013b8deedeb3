/// What text is set in: a family, a size in pixels, a weight, a slant.
public struct Font: Sendable, Hashable {
  /// The thickness of the strokes, as CSS counts it.
  public struct Weight: RawRepresentable, Sendable, Hashable {
    /// 100 (thin) to 1000 (ultra heavy).
    public let rawValue: Int

    /// Makes a weight; values outside 100 to 1000 are brought inside.
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

  /// The sizes that text can have, in pixels. Above it, Cairo no longer draws glyphs the same way under every clip.
  public static let sizes: ClosedRange<Double> = 1...2048

  /// A family's name, or several by commas in order of preference; generic ones are `sans`, `serif`, `monospace`.
  public var family: String
  /// Pixels to the em, within ``sizes``.
  public var size: Double {
    didSet { size = size.limited(to: Font.sizes) }
  }
  /// The thickness of the strokes.
  public var weight: Weight
  /// Whether the italic or oblique face is taken.
  public var isItalic: Bool

  /// Makes a font. A size that is no number becomes the smallest; others are brought within ``sizes``.
  public init(family: String = "sans", size: Double, weight: Weight = .regular, isItalic: Bool = false) {
    self.family = family
    self.size = size.limited(to: Font.sizes)
    self.weight = weight
    self.isItalic = isItalic
  }
}

/// Which fonts there are to choose from.
public struct FontConfiguration: Sendable, Hashable {
  /// Font files to choose from besides, by path. They hide installed fonts of the same family, as CSS's `@font-face` does (CSS
  /// Fonts Level 4, section 4.2).
  public var files: [String]
  /// Whether the fonts that fontconfig knows on this system are there too. Without them a picture depends on
  /// ``files`` alone, which is how pictures are compared across machines.
  public var includesSystemFonts: Bool

  /// Makes a choice of fonts.
  public init(files: [String] = [], includesSystemFonts: Bool = true) {
    self.files = files
    self.includesSystemFonts = includesSystemFonts
  }

  /// What fontconfig knows on this system.
  public static let system = FontConfiguration()
}
