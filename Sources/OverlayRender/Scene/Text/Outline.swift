/// A line around the glyphs of a text, drawn beneath them.
public struct Outline: Sendable, Hashable {
  /// The distance that the line extends beyond the glyphs, 0 to 64 pixels.
  public let width: Double
  /// The color of the line.
  public let color: Color

  /// Creates an outline. The width is limited to 0...64 pixels, and `NaN` becomes 0.
  public init(width: Double, color: Color) {
    self.width = width.limited(to: 0...64)
    self.color = color
  }
}

extension Outline {
  /// The number of pixels that the outline extends beyond the ink of the glyphs. One is added for the antialiased edge
  /// and the fractional position of the glyph.
  var reach: Int { Int(width.rounded(.up)) + 1 }
}
