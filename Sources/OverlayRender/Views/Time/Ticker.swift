/// Content that moves at a steady speed, such as news along the bottom or credits.
///
///     Ticker(speed: 120, gap: 80) { Text(news) }
///
/// The content has its ideal length; several views follow each other with the gap between them. The ticker takes the
/// length that it is offered and the height (or width) of its content. It moves in steps of an eighth of a pixel and is
/// clipped to its frame. The position is computed exactly from the frame's time, so it is the same in every part of a
/// stream, even after days.
public struct Ticker<Content: View>: View {
  private let speed: TickerSpeed
  private let direction: TickerDirection
  private let gap: Double
  private let repeats: Bool
  private let since: MediaTime?
  private let content: Content

  /// Creates a ticker.
  ///
  /// - Parameters:
  ///   - speed: The speed in pixels per second, 0...1 000 000, rounded to thousandths. If it is 0, negative or `NaN`,
  ///     the content is not shown.
  ///   - direction: The direction of motion.
  ///   - gap: The distance between two copies of the content, in pixels, 0...1 000 000.
  ///   - repeats: Whether the content is shown repeatedly, or only once.
  ///   - since: The presentation time at which the content starts to enter; `nil` for the start of the stream.
  ///   - content: The content.
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

  /// The content, which changes whenever it has moved by an eighth of a pixel. Without content there is no node.
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

  /// Returns the distance in eighths of a pixel.
  private func distance(from start: MediaTime, to time: MediaTime) -> Int64 {
    let travel = speed.travel(from: start, to: time)
    // The frame and the content have at most a million pixels each, so content that is shown once has left by then.
    return repeats ? travel : min(travel, Int64(Phase.steps) * 3_000_000)
  }

  private func nextChange(after travel: Int64, from start: MediaTime, at time: RenderTime) -> MediaTime {
    guard !speed.isZero, start.isNumeric, distance(from: start, to: .nanoseconds(.max)) > travel else {
      return .positiveInfinity
    }
    return time.nextFrame { distance(from: start, to: $0) != travel }
  }
}

/// The speed of a ticker, in whole thousandths of a pixel per second, so that distances are exact at any time.
struct TickerSpeed: Sendable, Hashable {
  private let thousandths: Int32

  /// Creates a speed in pixels per second. It is limited to 0...1 000 000, and `NaN` becomes 0.
  init(_ speed: Double) {
    thousandths = Int32((speed.limited(to: 0...1e6) * 1000).rounded())
  }

  var isZero: Bool { thousandths == 0 }

  /// Returns the distance from `start` to `time` in eighths of a pixel, rounded down. Before the start it is 0.
  func travel(from start: MediaTime, to time: MediaTime) -> Int64 {
    guard time > start, time.isNumeric, start.isNumeric else { return 0 }
    let elapsed = Int128(time.value) * Int128(start.timescale) - Int128(start.value) * Int128(time.timescale)
    // 1000 thousandths divided by 8 eighths are 125.
    let share = ExactRatio(numerator: elapsed, denominator: Int128(time.timescale) * Int128(start.timescale) * 125)
    return share.ticks(atTimescale: thousandths, rounding: .towardNegativeInfinity)?.value ?? .max
  }
}
