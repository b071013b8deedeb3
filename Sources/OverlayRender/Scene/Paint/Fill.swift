/// A color in a rectangle whose corners may be round.
struct Fill: Sendable, Hashable {
  var color: Color
  /// Pixels; brought down to half the shorter side, and to ``largestCornerRadius``, when drawn.
  var cornerRadius: Double = 0

  /// A corner is drawn once and kept, a byte a pixel.
  static let largestCornerRadius = 2048.0
}
