/// The fonts that are available.
public struct FontConfiguration: Sendable, Hashable {
  /// Paths of additional font files. They hide installed fonts of the same family, as `@font-face` does (CSS Fonts
  /// Level 4, section 4.2).
  public var files: [String]
  /// Whether the fonts that fontconfig finds on this system are available. Without them a picture depends on ``files``
  /// alone, so that it can be compared across machines.
  public var includesSystemFonts: Bool

  /// Creates a configuration.
  public init(files: [String] = [], includesSystemFonts: Bool = true) {
    self.files = files
    self.includesSystemFonts = includesSystemFonts
  }

  /// The fonts of this system.
  public static let system = FontConfiguration()
}
