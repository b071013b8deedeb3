// SwiftUI's names for fonts. Sizes are pixels of the picture: SwiftUI's default points for a large phone screen, about
// 1.9 times as large, so that `body` is the size that text has where no font is set.

extension Font {
  /// The general look of a generic family.
  public enum Design: Sendable, Hashable, CaseIterable {
    /// `sans`.
    case `default`
    /// `serif`.
    case serif
    /// `monospace`.
    case monospaced

    /// The generic family of the design, as fontconfig names it.
    var family: String {
      switch self {
      case .default: "sans"
      case .serif: "serif"
      case .monospaced: "monospace"
      }
    }
  }

  /// 64 pixels.
  public static let largeTitle = Font(size: 64)
  /// 52 pixels.
  public static let title = Font(size: 52)
  /// 42 pixels.
  public static let title2 = Font(size: 42)
  /// 38 pixels.
  public static let title3 = Font(size: 38)
  /// 32 pixels, semibold.
  public static let headline = Font(size: 32, weight: .semibold)
  /// 32 pixels: the font that text has where none is set.
  public static let body = Font(size: 32)
  /// 30 pixels.
  public static let callout = Font(size: 30)
  /// 28 pixels.
  public static let subheadline = Font(size: 28)
  /// 24 pixels.
  public static let footnote = Font(size: 24)
  /// 22 pixels.
  public static let caption = Font(size: 22)
  /// 20 pixels.
  public static let caption2 = Font(size: 20)

  /// A font of a generic family; which installed font that is, fontconfig decides.
  ///
  /// - Parameters:
  ///   - size: Pixels to the em; not points.
  ///   - weight: The thickness of the strokes.
  ///   - design: The generic family.
  public static func system(size: Double, weight: Weight = .regular, design: Design = .default) -> Font {
    Font(family: design.family, size: size, weight: weight)
  }

  /// A font of a family by name.
  ///
  /// - Parameters:
  ///   - family: The family's name; not that of a single face, which SwiftUI expects here.
  ///   - size: Pixels to the em; not points.
  public static func custom(_ family: String, size: Double) -> Font {
    Font(family: family, size: size)
  }

  /// The font in another weight.
  public func weight(_ weight: Weight) -> Font {
    Font(family: family, size: size, weight: weight, isItalic: isItalic)
  }

  /// The font in bold strokes.
  public func bold() -> Font {
    weight(.bold)
  }

  /// The font in its italic or oblique face.
  public func italic() -> Font {
    Font(family: family, size: size, weight: weight, isItalic: true)
  }
}
