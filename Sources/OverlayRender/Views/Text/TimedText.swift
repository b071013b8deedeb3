import Foundation

/// A text that is different at other times: SwiftUI's `Text(_:style:)` and `Text(timerInterval:)`.
indirect enum TimedText: Sendable {
  /// One moment in a style.
  case date(WallTime, style: Text.DateStyle)
  /// What is left, or has passed, of the time between two moments.
  case timer(from: WallTime, to: WallTime, countsDown: Bool, showsHours: Bool)
  /// Several texts, some of which are timed, one after the other.
  case joined([Text])
}

extension Text {
  /// What a text shows of a date.
  public enum DateStyle: Sendable, Hashable, CaseIterable {
    /// The time of day: hours and minutes, as ``ClockText`` writes `HH:mm`.
    case time
    /// The day, as ``ClockText`` writes `d MMMM yyyy`.
    case date
    /// The time until the date, and then the time since, in whole seconds: `2:32`, `36:59:01`.
    case timer
  }

  /// Makes a text of a date, which follows the wall clock where the style does.
  ///
  /// The zone and the language are those of the surroundings, or else of the system. Digits have cells of equal width. For
  /// patterns of your own, and for what happens at zero, use ``ClockText`` and ``CountdownText``. SwiftUI's `.relative`
  /// and `.offset` are not there.
  public init(_ date: Date, style: DateStyle) {
    self.init(.date(WallTime(date), style: style))
  }

  /// Makes a text that counts the whole seconds of a stretch of wall time: `2:32`, `1:02:32`.
  ///
  /// Before the stretch and after it the text stands still.
  ///
  /// - Parameters:
  ///   - interval: The stretch.
  ///   - countsDown: Whether what is left is shown, rounded up, and not what has passed, rounded down.
  ///   - showsHours: Whether an hour is written `1:00:00` and not `60:00`.
  public init(timerInterval interval: ClosedRange<Date>, countsDown: Bool = true, showsHours: Bool = true) {
    self.init(
      .timer(
        from: WallTime(interval.lowerBound), to: WallTime(interval.upperBound), countsDown: countsDown,
        showsHours: showsHours))
  }

  init(_ timed: TimedText) {
    self.init(printable: "", timed: timed)
  }

  /// The texts that this one joins, each in its whole style: itself unless it is timed.
  var pieces: [Text] {
    if case .joined(let pieces)? = timed { pieces.map { $0.style(style) } } else { [self] }
  }
}

extension TimedText {
  /// What the text is at the moment of a scope, in a style; the scope changes when that does.
  func text(style: TextStyle, in builder: inout SceneBuilder) -> Text {
    switch self {
    case .joined(let pieces):
      var whole = Text(verbatim: "")
      for piece in pieces {
        whole = whole + (piece.timed?.text(style: piece.style, in: &builder) ?? piece)
      }
      return whole.style(style)
    case .date(let date, .time): return Text(printable: clock("HH:mm", at: date, in: builder), style: style)
    case .date(let date, .date): return Text(printable: clock("d MMMM yyyy", at: date, in: builder), style: style)
    case .date(let date, .timer):
      let rule = CountdownRule(atZero: .countUp(signed: false), pattern: Self.minutes)
      let remaining = date - builder.time.wall
      return Text(printable: countdown(to: date, remaining: remaining, rule: rule, in: &builder), style: style)
    case .timer(let start, let end, true, let showsHours):
      let rule = CountdownRule(atZero: .hold, pattern: Self.minutes)
      let remaining = min(end - builder.time.wall, end - start)
      let text = countdown(to: end, remaining: remaining, rule: rule, showsHours: showsHours, in: &builder)
      return Text(printable: text, style: style)
    case .timer(let start, let end, false, let showsHours):
      let passed = min(max(builder.time.wall - start, 0), end - start)
      let next = start.advanced(byNanoseconds: (passed / Self.second + 1) * Self.second)
      if next <= end { builder.changes(at: builder.time.presentation(of: next)) }
      return Text(printable: span(passed, showsHours: showsHours, in: builder), style: style)
    }
  }

  private static let minutes: SpanPattern = "m:ss"
  private static let hours: SpanPattern = "H:mm:ss"
  private static let second: Int64 = 1_000_000_000

  private func clock(_ pattern: ClockPattern, at date: WallTime, in builder: SceneBuilder) -> String {
    ClockFormatter.cached(
      pattern: pattern, timeZone: builder.environment.timeZone ?? SystemTimeZone.current.timeZone,
      locale: builder.environment.locale ?? LocaleName.system
    ).text(at: date)
  }

  private func countdown(
    to target: WallTime, remaining: Int64, rule: CountdownRule, showsHours: Bool = true,
    in builder: inout SceneBuilder
  ) -> String {
    if let next = rule.nextChange(remaining: remaining) {
      builder.changes(at: builder.time.presentation(of: target.advanced(byNanoseconds: -next)))
    }
    guard case .span(let nanoseconds, _) = rule.state(remaining: remaining).shown else { return "" }
    return span(nanoseconds, showsHours: showsHours, in: builder)
  }

  private func span(_ nanoseconds: Int64, showsHours: Bool, in builder: SceneBuilder) -> String {
    let pattern = showsHours && nanoseconds >= 3600 * Self.second ? Self.hours : Self.minutes
    return pattern.text(nanoseconds: nanoseconds, rounding: .down, digits: builder.environment.digits)
  }
}
