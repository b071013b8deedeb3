/// A line drawn around the glyphs, beneath them.
public struct Outline: Sendable, Hashable {
  /// How far it reaches beyond the glyphs, in pixels: 0 to 64.
  public let width: Double
  /// Its colour.
  public let color: Color

  /// Makes an outline; a width that is no number becomes 0, others are brought within 0 to 64 pixels.
  public init(width: Double, color: Color) {
    self.width = width.limited(to: 0...64)
    self.color = color
  }
}

extension Outline {
  /// How many pixels it reaches beyond the ink of the glyphs: one more than the line itself is wide, for its antialiased
  /// edge and the glyph's own fraction.
  var reach: Int { Int(width.rounded(.up)) + 1 }
}
