import Glibc
import OverlayRender

/// Generates a tick each second: a tone of 1 kHz that fades out within 20 ms.
struct TickGenerator {
  /// The number of samples per second.
  let sampleRate: Int
  /// The position of the first tick in samples.
  private let first: Int64
  /// The samples of one tick.
  private let tick: [Float]

  /// Creates a generator.
  ///
  /// - Parameters:
  ///   - first: The time of the first tick. Ticks before zero are not heard; a time that is not numeric gives none.
  ///   - sampleRate: The number of samples per second.
  init(first: MediaTime, sampleRate: Int) {
    self.sampleRate = sampleRate
    let start = first.converted(toTimescale: Int32(sampleRate))
    // A time that does not fit at this timescale is too late for any movie.
    let hasTicks = start.isNumeric && start.timescale == sampleRate
    self.first = hasTicks ? max(start.value, start.value % Int64(sampleRate)) : .max
    let rate = Double(sampleRate)
    tick = (0..<sampleRate / 50).map { index in
      let time = Double(index) / rate
      return Float(0.5 * exp(-time / 0.004) * sin(2 * .pi * 1000 * time))
    }
  }

  /// Returns the sample at an index, which counts from the beginning of the movie.
  func sample(at index: Int64) -> Float {
    guard index >= first else { return 0 }
    let phase = Int((index - first) % Int64(sampleRate))
    return phase < tick.count ? tick[phase] : 0
  }
}
