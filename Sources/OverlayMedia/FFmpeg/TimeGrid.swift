import CFFmpeg
import OverlayRender

/// The grid of the times of a movie's pictures: whole numbers of ticks since presentation time zero.
///
/// A tick is a frame of the rate, or one of the clock of another movie whose pictures keep their times.
struct TimeGrid: Sendable {
  /// The duration of a tick in seconds.
  let tick: AVRational

  /// Creates the grid of the frames of a rate.
  init(_ rate: FrameRate) {
    tick = rate.tick
  }

  /// Creates a grid with the times of a clock, and with the frames of a rate after each of them.
  ///
  /// If no clock of 32 bits has both, the frames are at the nearest times of the clock.
  init(timeBase: AVRational, rate: FrameRate) {
    // The greatest common divisor of a/b and c/d is gcd(a d, c b) / (b d).
    let (a, b) = (Int64(timeBase.num), Int64(timeBase.den))
    let (c, d) = (Int64(rate.denominator), Int64(rate.numerator))
    let (numerator, denominator) = (Int64(greatestCommonDivisor(a * d, c * b)), b * d)
    let factor = Int64(greatestCommonDivisor(numerator, denominator))
    if let num = Int32(exactly: numerator / factor), let den = Int32(exactly: denominator / factor) {
      tick = AVRational(num: num, den: den)
    } else {
      tick = timeBase
    }
  }

  /// Returns the last tick at or before a time, which must be numeric.
  func tick(atOrBefore time: MediaTime) -> Int64 { ticks(of: time, .towardNegativeInfinity) }

  /// Returns the first tick at or after a time, which must be numeric.
  func tick(atOrAfter time: MediaTime) -> Int64 { ticks(of: time, .towardPositiveInfinity) }

  /// Returns the tick that is nearest to a time, which must be numeric.
  func tick(nearestTo time: MediaTime) -> Int64 { ticks(of: time, .halfAwayFromZero) }

  /// Returns the time of a tick in the nearest unit of a timescale.
  func time(of tick: Int64, timescale: Int32) -> Int64 {
    MediaTimeRounding.halfAwayFromZero.quotient(
      of: Int128(tick) * Int128(self.tick.num) * Int128(timescale), dividedBy: Int128(self.tick.den))
  }

  private func ticks(of time: MediaTime, _ rounding: MediaTimeRounding) -> Int64 {
    rounding.quotient(of: Int128(time.value) * Int128(tick.den), dividedBy: Int128(time.timescale) * Int128(tick.num))
  }
}
