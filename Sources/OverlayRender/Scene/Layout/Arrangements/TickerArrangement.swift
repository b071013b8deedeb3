/// Which way the content of a ``Ticker`` goes.
public enum TickerDirection: Sendable, Hashable, CaseIterable {
  /// To the left, as lines of Latin text are read.
  case left
  /// To the right, for what is read from right to left.
  case right
  /// Upwards, as credits go.
  case up
  /// Downwards.
  case down

  var axis: Axis { self == .left || self == .right ? .horizontal : .vertical }

  /// Whether it goes towards smaller coordinates.
  var isBackwards: Bool { self == .left || self == .up }
}

/// How far a ticker has come, and what decides where the copies of its content are. Lengths are in eighths of a pixel.
struct TickerLane: Sendable, Hashable {
  /// No window is filled with more copies than this: the content of a very long one repeats less often.
  static let mostCopies = 1024

  let direction: TickerDirection
  /// Between the end of one copy and the beginning of the next.
  let gap: Int
  let repeats: Bool
  /// How far the first copy has come since it began to enter.
  let travel: Int64

  var axis: Axis { direction.axis }

  /// The content is offered no length along the lane.
  func childProposal(for proposal: ProposedSize) -> ProposedSize {
    var inner = proposal
    inner[axis] = nil
    return inner
  }

  /// How far each copy stands from the beginning of the window: as many at any time as fill it at some.
  ///
  /// - Parameters:
  ///   - length: How long the content is, in pixels.
  ///   - window: How long the part of the lane is that is seen, in pixels.
  func places(length: Int, window: Int) -> [Int] {
    guard length > 0, window > 0 else { return [] }
    let (length, window) = (length * Phase.steps, window * Phase.steps)
    let period = max(length + gap, window / (TickerLane.mostCopies - 1) + 1)
    let count = repeats ? (window + period - 1) / period + 1 : 1
    // Copies that have left come no more; the first that may be seen is followed by as many as there is room for.
    let left = repeats ? max((travel - Int64(window)) / Int64(period), 0) : 0
    // Before it begins not even a shadow reaches into the window.
    let first = travel > 0 ? travel - left * Int64(period) : Int64(Phase.steps) * -100_000
    return (0..<count).map { copy in
      // What came once only goes on for ever; it need not be farther than out of sight.
      let way = min(Int(clamping: first) - copy * period, window + length)
      return direction.isBackwards ? window - way : way - length
    }
  }
}

/// The speed of a ticker, in whole thousandths of a pixel a second: the way is exact after any time.
struct TickerSpeed: Sendable, Hashable {
  private let thousandths: Int32

  /// A speed in pixels a second, brought within 0...1 000 000; what is no number is 0.
  init(_ speed: Double) {
    thousandths = Int32((speed.limited(to: 0...1e6) * 1000).rounded())
  }

  var isZero: Bool { thousandths == 0 }

  /// The way from `start` to `time` in eighths of a pixel, rounded down; none before the start.
  func travel(from start: MediaTime, to time: MediaTime) -> Int64 {
    guard time > start, time.isNumeric, start.isNumeric else { return 0 }
    let elapsed = Int128(time.value) * Int128(start.timescale) - Int128(start.value) * Int128(time.timescale)
    // Eight eighths in a pixel over a thousand thousandths: 125.
    let share = ExactRatio(numerator: elapsed, denominator: Int128(time.timescale) * Int128(start.timescale) * 125)
    return share.ticks(atTimescale: thousandths, rounding: .towardNegativeInfinity)?.value ?? .max
  }
}
