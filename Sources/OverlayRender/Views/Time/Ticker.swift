/// Content that passes by at a steady speed: news along the bottom, credits.
///
///     Ticker(speed: 120, gap: 80) { Text(news) }
///
/// The content is laid out at its ideal length, several views one after another with the gap between them. The ticker
/// takes the length that it is offered and is as high (or wide) as the content. It moves by eighths of a pixel, and what
/// is outside its frame is cut off. The place at any time is computed from that time alone, in whole numbers: it is the
/// same in every stretch of a stream, and after days.
public struct Ticker<Content: View>: View {
  private let speed: TickerSpeed
  private let direction: TickerDirection
  private let gap: Double
  private let repeats: Bool
  private let since: MediaTime?
  private let content: Content

  /// Makes a ticker.
  ///
  /// - Parameters:
  ///   - speed: Pixels a second, 0 to 1 000 000, rounded to thousandths. At 0, below it, and at what is no number the
  ///     content never comes.
  ///   - direction: Which way it goes.
  ///   - gap: Pixels between the end of the content and its next beginning, 0 to 1 000 000.
  ///   - repeats: Whether it comes again and again, or once.
  ///   - since: The presentation time at which it begins to come in at the far edge; `nil` for the beginning of the
  ///     stream.
  ///   - content: What passes by.
  public init(
    speed: Double, direction: TickerDirection = .left, gap: Double = 64, repeats: Bool = true,
    since: MediaTime? = nil, @ViewBuilder content: () -> Content
  ) {
    self.speed = TickerSpeed(speed)
    self.direction = direction
    self.gap = gap.limited(to: 0...1e6)
    self.repeats = repeats
    self.since = since
    self.content = content()
  }

  /// The content at a place that changes whenever it has come an eighth of a pixel farther; nothing stays nothing.
  public var body: some View {
    ChangingView("Ticker") { builder in
      let start = since ?? builder.time.streamStart
      let travel = distance(from: start, to: builder.time.animationTime)
      builder.changes(at: nextChange(after: travel, from: start, at: builder.time))
      let ticker = TickerArrangement(
        direction: direction, gap: Int((gap * Double(Phase.steps)).rounded()), repeats: repeats, travel: travel)
      let stack = StackArrangement(
        axis: direction.axis, alignment: direction.axis == .horizontal ? .vertical(.center) : .horizontal(.center),
        spacing: gap)
      return ArrangedView(.ticker(ticker), keepsEmpty: false) {
        ArrangedView(.stack(stack), keepsEmpty: false) { content }
      }
    }
  }

  /// In eighths of a pixel.
  private func distance(from start: MediaTime, to time: MediaTime) -> Int64 {
    let travel = speed.travel(from: start, to: time)
    // No layout is longer than a million pixels each for the window and the content: what comes once is gone by then.
    return repeats ? travel : min(travel, Int64(Phase.steps) * 3_000_000)
  }

  private func nextChange(after travel: Int64, from start: MediaTime, at time: RenderTime) -> MediaTime {
    guard !speed.isZero, start.isNumeric, distance(from: start, to: .nanoseconds(.max)) > travel else {
      return .positiveInfinity
    }
    return time.nextFrame { distance(from: start, to: $0) != travel }
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
