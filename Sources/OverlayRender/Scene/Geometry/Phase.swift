/// How far beyond whole pixels something in motion stands, in eighths of a pixel.
///
/// What stands still stands on whole pixels, and has no phase. What moves is drawn at one of eight places within a pixel:
/// the eye sees no steps, and each of the eight is drawn once and kept.
struct Phase: Sendable, Hashable {
  /// Steps to the pixel.
  static let steps = 8
  /// On the pixel itself.
  static let zero = Phase(x: 0, y: 0)

  /// To the right: 0 to 7.
  let x: UInt8
  /// Downwards: 0 to 7.
  let y: UInt8

  /// Makes a phase; of each number only what is less than a whole pixel is taken.
  init(x: Int, y: Int) {
    self.x = UInt8(truncatingIfNeeded: x & 7)
    self.y = UInt8(truncatingIfNeeded: y & 7)
  }

  /// In pixels.
  var offset: Point { Point(x: Double(x) / Double(Phase.steps), y: Double(y) / Double(Phase.steps)) }
}

/// A coordinate as a whole number; what is far outside any picture is brought near enough for the arithmetic of
/// ``PixelRect``.
func wholePixel(_ coordinate: Double) -> Int {
  Int(coordinate.limited(to: -16e6...16e6).rounded())
}
