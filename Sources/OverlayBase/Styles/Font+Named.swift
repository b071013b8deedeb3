// SwiftUI's text styles. The sizes are 1.9 times SwiftUI's default sizes in points, so that `body` is the size of text
// if no font is set.

extension Font {
  /// The design of a generic family.
  public enum Design: Sendable, Hashable, CaseIterable {
    /// `sans`.
    case `default`
    /// `serif`.
    case serif
    /// `monospace`.
    case monospaced

    /// The generic family, as fontconfig names it.
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
  /// 32 pixels: the font if none is set.
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

  /// Returns a font of a generic family. Fontconfig chooses the installed font.
  ///
  /// - Parameters:
  ///   - size: The size of an em, in pixels and not in points.
  ///   - weight: The weight.
  ///   - design: The generic family.
  public static func system(size: Double, weight: Weight = .regular, design: Design = .default) -> Font {
    Font(family: design.family, size: size, weight: weight)
  }

  /// Returns a font of a family.
  ///
  /// - Parameters:
  ///   - family: The name of the family. SwiftUI expects the name of a single face here.
  ///   - size: The size of an em, in pixels and not in points.
  public static func custom(_ family: String, size: Double) -> Font {
    Font(family: family, size: size)
  }

  /// Returns the font with another weight.
  public func weight(_ weight: Weight) -> Font {
    Font(family: family, size: size, weight: weight, isItalic: isItalic)
  }

  /// Returns the font in bold.
  public func bold() -> Font {
    weight(.bold)
  }

  /// Returns the font in italic.
  public func italic() -> Font {
    Font(family: family, size: size, weight: weight, isItalic: true)
  }
}
