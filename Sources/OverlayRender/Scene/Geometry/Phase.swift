/// A fraction of a pixel, in eighths, at which moving content is drawn.
///
/// Content that does not move is drawn at whole pixels and has no phase. Eight steps are fine enough to look smooth,
/// and each of them is rasterized only once.
struct Phase: Sendable, Hashable {
  /// The number of steps in a pixel.
  static let steps = 8
  /// The position at a whole pixel.
  static let zero = Phase(x: 0, y: 0)

  /// The horizontal fraction, 0 to 7.
  let x: UInt8
  /// The vertical fraction, 0 to 7.
  let y: UInt8

  /// Creates a phase from the fractional part of two coordinates in eighths of a pixel.
  init(x: Int, y: Int) {
    self.x = UInt8(truncatingIfNeeded: x & 7)
    self.y = UInt8(truncatingIfNeeded: y & 7)
  }

  /// The fraction in pixels.
  var offset: Point { Point(x: Double(x) / Double(Phase.steps), y: Double(y) / Double(Phase.steps)) }
}

/// Returns a coordinate rounded to a whole number. It is limited, so that ``PixelRect`` can compute with it.
func wholePixel(_ coordinate: Double) -> Int {
  Int(coordinate.limited(to: -16e6...16e6).rounded())
}
