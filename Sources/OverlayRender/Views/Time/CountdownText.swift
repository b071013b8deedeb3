import Foundation

/// The time that is left until a moment, or of a span.
///
///     CountdownText(to: opens, format: "mm:ss")
///     CountdownText(for: .seconds(90), format: "m:ss.S", atZero: .countUp(signed: true))
///
/// The span is rounded up to the smallest unit shown: the label reads zero exactly at zero, on the first frame at or past
/// it. Digits have cells of equal width, so none ever moves.
public struct CountdownText: View {
  private enum Target: Sendable {
    case moment(WallTime)
    case span(nanoseconds: Int64)
  }

  private let target: Target
  private let format: SpanPattern
  private let rule: CountdownRule
  private let timeZone: (any CivilTimeZone)?

  /// Counts down to a moment of the wall clock, whatever frames come when.
  ///
  /// - Parameters:
  ///   - moment: When zero is.
  ///   - format: What is shown; the largest unit takes in what is more.
  ///   - atZero: What is shown from then on. A loop goes on to the same time of the next day.
  ///   - timeZone: The zone whose days a loop counts; `nil` takes that of the surroundings, else
  ///     ``SystemTimeZone/current``.
  public init(
    to moment: WallTime, format: SpanPattern = "HH:mm:ss", atZero: CountdownRule.AtZero = .hold,
    timeZone: (any CivilTimeZone)? = nil
  ) {
    target = .moment(moment)
    self.format = format
    rule = CountdownRule(atZero: atZero, pattern: format)
    self.timeZone = timeZone
  }

  /// Counts down to a moment of the wall clock.
  public init(
    to moment: Date, format: SpanPattern = "HH:mm:ss", atZero: CountdownRule.AtZero = .hold,
    timeZone: (any CivilTimeZone)? = nil
  ) {
    self.init(to: WallTime(moment), format: format, atZero: atZero, timeZone: timeZone)
  }

  /// Counts down a span from the beginning of the stream. A span that is not a number above zero counts as zero.
  public init(
    for span: MediaTime, format: SpanPattern = "HH:mm:ss", atZero: CountdownRule.AtZero = .hold
  ) {
    target = .span(nanoseconds: max(span.flooredNanoseconds ?? 0, 0))
    self.format = format
    rule = CountdownRule(atZero: atZero, pattern: format)
    timeZone = nil
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

  /// What is shown with so many nanoseconds left; `nil` for nothing.
  private func text(remaining: Int64, digits: LocaleDigits) -> String? {
    switch rule.state(remaining: remaining).shown {
    case .span(let nanoseconds, let isNegative):
      format.text(
        nanoseconds: isNegative ? -nanoseconds : nanoseconds, rounding: .down, sign: .minusWhenNegative, digits: digits)
    case .text(let text): text.isEmpty ? nil : text
    case .hidden: nil
    }
  }

  /// What is left, in nanoseconds.
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

  /// The presentation time that lies `nanoseconds` after the frame's, counted from where the frame's own time was rounded.
  private func change(after nanoseconds: Int64, at time: RenderTime) -> MediaTime {
    switch target {
    case .moment: time.presentation(of: time.wall.advanced(byNanoseconds: nanoseconds))
    case .span: time.presentation(ofElapsedNanoseconds: time.elapsedNanoseconds + nanoseconds)
    }
  }
}
