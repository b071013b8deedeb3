import FoundationEssentials

/// The remaining time until a moment, or of a duration.
///
///     CountdownText(to: opens, format: "mm:ss")
///     CountdownText(for: .seconds(90), format: "m:ss.S", atZero: .countUp(signed: true))
///
/// The time is rounded up to the smallest unit shown, so the label shows zero on the first frame at or after zero.
/// Digits have equal width, so the text does not move.
public struct CountdownText: View {
  private enum Target: Sendable {
    case moment(WallTime)
    case span(nanoseconds: Int64)
  }

  private let target: Target
  private let format: SpanPattern
  private let rule: CountdownRule
  private let timeZone: (any CivilTimeZone)?

  /// Creates a countdown to a moment of the wall clock.
  ///
  /// - Parameters:
  ///   - moment: The moment at which the countdown reaches zero.
  ///   - format: The format. The largest unit includes all larger ones.
  ///   - atZero: The behavior at zero. A loop continues to the same time on the next day.
  ///   - timeZone: The time zone in which a loop counts days; `nil` for the inherited one, or else
  ///     `SystemTimeZone.current`.
  public init(
    to moment: WallTime, format: SpanPattern = "HH:mm:ss", atZero: CountdownRule.AtZero = .hold,
    timeZone: (any CivilTimeZone)? = nil
  ) {
    target = .moment(moment)
    self.format = format
    rule = CountdownRule(atZero: atZero, pattern: format)
    self.timeZone = timeZone
  }

  /// Creates a countdown to a date of the wall clock.
  public init(
    to moment: Date, format: SpanPattern = "HH:mm:ss", atZero: CountdownRule.AtZero = .hold,
    timeZone: (any CivilTimeZone)? = nil
  ) {
    self.init(to: WallTime(moment), format: format, atZero: atZero, timeZone: timeZone)
  }

  /// Creates a countdown of a duration from the start of the stream. A duration that is not a positive number counts as
  /// zero.
  public init(
    for span: MediaTime, format: SpanPattern = "HH:mm:ss", atZero: CountdownRule.AtZero = .hold
  ) {
    target = .span(nanoseconds: max(span.flooredNanoseconds ?? 0, 0))
    self.format = format
    rule = CountdownRule(atZero: atZero, pattern: format)
    timeZone = nil
  }

  /// Creates a countdown of a duration of the standard library from the start of the stream.
  @_disfavoredOverload
  @_documentation(visibility: internal)
  public init(
    for span: Duration, format: SpanPattern = "HH:mm:ss", atZero: CountdownRule.AtZero = .hold
  ) {
    self.init(for: MediaTime(span), format: format, atZero: atZero)
  }

  /// A label that changes with the smallest unit shown.
  public var body: some View {
    EnvironmentReader { environment in
      let timeZone = timeZone ?? environment.timeZone ?? SystemTimeZone.current.timeZone
      let digits = environment.digits
      ChangingLabel("CountdownText") { time in
        let remaining = remaining(at: time, timeZone: timeZone)
        return ChangingLabel.Reading(
          text: text(remaining: remaining, digits: digits),
          next: rule.nextChange(remaining: remaining).map { change(after: remaining - $0, at: time) })
      }
    }
  }

  /// Returns the text for a remaining number of nanoseconds; `nil` for none.
  private func text(remaining: Int64, digits: LocaleDigits) -> String? {
    switch rule.state(remaining: remaining).shown {
    case .span(let nanoseconds, let isNegative):
      format.text(
        nanoseconds: isNegative ? -nanoseconds : nanoseconds, rounding: .down, sign: .minusWhenNegative, digits: digits)
    case .text(let text): text.isEmpty ? nil : text
    case .hidden: nil
    }
  }

  /// Returns the remaining time in nanoseconds.
  private func remaining(at time: RenderTime, timeZone: any CivilTimeZone) -> Int64 {
    switch target {
    case .moment(let moment):
      let effective = rule.atZero == .loop ? rule.dailyTarget(from: moment, at: time.wall, in: timeZone) : moment
      return effective - time.wall
    case .span(let span):
      let left = span - time.elapsedNanoseconds
      return rule.atZero == .loop ? rule.remaining(left, repeatedEvery: span) : left
    }
  }

  /// Returns the presentation time a number of nanoseconds after the frame's time, as it was rounded.
  private func change(after nanoseconds: Int64, at time: RenderTime) -> MediaTime {
    switch target {
    case .moment: time.presentation(of: time.wall.advanced(byNanoseconds: nanoseconds))
    case .span: time.presentation(ofElapsedNanoseconds: time.elapsedNanoseconds + nanoseconds)
    }
  }
}
