import FoundationEssentials

/// A text that changes with time: `Text(_:style:)` and `Text(timerInterval:)` of SwiftUI.
indirect enum TimedText: Sendable {
  /// A date in a style.
  case date(WallTime, style: Text.DateStyle)
  /// The remaining or elapsed time in a range.
  case timer(from: WallTime, to: WallTime, countsDown: Bool, showsHours: Bool)
  /// Several texts in a row, at least one of which changes with time.
  case joined([Text])
}

extension Text {
  /// The way in which a text shows a date.
  public enum DateStyle: Sendable, Hashable, CaseIterable {
    /// The time of day in hours and minutes, as ``ClockText`` with `HH:mm`.
    case time
    /// The day, as ``ClockText`` with `d MMMM yyyy`.
    case date
    /// The time until the date, and then the time since, in whole seconds: `2:32`, `36:59:01`.
    case timer
  }

  /// Creates a text that shows a date.
  ///
  /// The time zone and language are inherited, or else taken from the system. Digits have equal width. For custom
  /// patterns and for the behavior at zero, use ``ClockText`` and ``CountdownText``. SwiftUI's `.relative` and
  /// `.offset` are not supported.
  public init(_ date: Date, style: DateStyle) {
    self.init(.date(WallTime(date), style: style))
  }

  /// Creates a text that counts whole seconds in a range of wall time: `2:32`, `1:02:32`.
  ///
  /// Before and after the range the text does not change.
  ///
  /// - Parameters:
  ///   - interval: The time range.
  ///   - countsDown: Whether the text shows the remaining time, rounded up, instead of the elapsed time, rounded down.
  ///   - showsHours: Whether an hour is shown as `1:00:00` instead of `60:00`.
  public init(timerInterval interval: ClosedRange<Date>, countsDown: Bool = true, showsHours: Bool = true) {
    self.init(
      .timer(
        from: WallTime(interval.lowerBound), to: WallTime(interval.upperBound), countsDown: countsDown,
        showsHours: showsHours))
  }

  init(_ timed: TimedText) {
    self.init(printable: "", timed: timed)
  }

  /// The texts that this one joins, each with its full style; the text itself if it joins none.
  var pieces: [Text] {
    if case .joined(let pieces)? = timed { pieces.map { $0.style(style) } } else { [self] }
  }
}

extension TimedText {
  /// Returns the text at the time of a scope, and announces its next change.
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
