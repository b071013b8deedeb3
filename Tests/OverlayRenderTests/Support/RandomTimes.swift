import OverlayRender

extension SeededGenerator {
  /// Usual time scales as often as any.
  mutating func timescale() -> Int32 {
    let usual: [Int32] = [1, 2, 24, 25, 600, 30_000, 48_000, 60_000, 90_000, 1_000_000_000, .max]
    return Bool.random(using: &self) ? usual.randomElement(using: &self) ?? 1 : .random(in: 1...(.max), using: &self)
  }

  mutating func value() -> Int64 {
    let magnitudes: [Int64] = [3, 1000, 1 << 20, 1 << 40, .max]
    let magnitude = magnitudes.randomElement(using: &self) ?? 1
    return .random(in: -magnitude...magnitude, using: &self)
  }

  mutating func time() -> MediaTime {
    MediaTime(value: value(), timescale: timescale())
  }
}
