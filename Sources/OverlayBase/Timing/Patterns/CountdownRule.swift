/// The text of a countdown and its changes, as a function of the time that remains until the target.
///
/// The remaining time is in nanoseconds: positive before the target, zero at the target, negative after it. Before the
/// target it is rounded up to whole units, so that the text reaches zero at the target and not one unit earlier. After
/// the target it is rounded down.
public struct CountdownRule: Sendable, Hashable {
  /// The behavior at the target.
  public enum AtZero: Sendable, Hashable {
    /// Zero stays visible.
    case hold
    /// Nothing is visible from the target on.
    case hide
    /// The time since the target is visible, with an optional minus sign.
    case countUp(signed: Bool)
    /// Zero is visible for one smallest unit, then the countdown continues to its next target. See
    /// `CountdownRule.dailyTarget(from:at:in:)` for a moment and `CountdownRule.remaining(_:repeatedEvery:)` for a
    /// duration.
    case loop
    /// Zero is visible for one smallest unit, then the stream ends.
    case end
    /// A text is visible from the target on.
    case text(String)
  }

  /// The content of a countdown at one time.
  package enum Shown: Sendable, Hashable {
    /// A time span of whole units, never negative, and whether it has a minus sign.
    case span(nanoseconds: Int64, isNegative: Bool)
    /// A text instead of the time span.
    case text(String)
    /// Nothing.
    case hidden
  }

  /// The content of a countdown at one time, and whether the stream has ended.
  package struct State: Sendable, Hashable {
    /// The content.
    package let shown: Shown
    /// Whether `CountdownRule.AtZero.end` has shown zero for one unit.
    package let isEnded: Bool
  }

  /// The behavior at the target.
  package let atZero: AtZero
  /// The smallest unit shown, in nanoseconds, greater than zero.
  package let unitNanoseconds: Int64

  /// Creates a rule with the smallest unit of a pattern.
  package init(atZero: AtZero, pattern: SpanPattern) {
    self.atZero = atZero
    unitNanoseconds = pattern.unitNanoseconds
  }

  /// Returns the state for a remaining time.
  package func state(remaining: Int64) -> State {
    let shown: Shown
    if remaining > 0 {
      shown = .span(nanoseconds: unitsRoundedUp(remaining).clampedProduct(with: unitNanoseconds), isNegative: false)
    } else {
      switch atZero {
      case .hold, .loop, .end: shown = .span(nanoseconds: 0, isNegative: false)
      case .hide: shown = .hidden
      case .text(let text): shown = .text(text)
      case .countUp(let signed):
        // Calculated below zero, where `Int64` has the larger range.
        let past = max(remaining / unitNanoseconds * unitNanoseconds, -Int64.max)
        shown = .span(nanoseconds: -past, isNegative: signed && past < 0)
      }
    }
    return State(shown: shown, isEnded: endRemaining.map { remaining <= $0 } ?? false)
  }

  /// Returns the remaining time, less than `remaining`, at which `state(remaining:)` changes next, or nil if it does
  /// not change.
  package func nextChange(remaining: Int64) -> Int64? {
    if remaining > 0 { return (unitsRoundedUp(remaining) - 1) * unitNanoseconds }
    switch atZero {
    case .hold, .hide, .text: return nil
    case .loop, .end: return remaining > -unitNanoseconds ? -unitNanoseconds : nil
    case .countUp:
      let (next, overflows) = (remaining / unitNanoseconds - 1).multipliedReportingOverflow(by: unitNanoseconds)
      return overflows ? nil : next
    }
  }

  /// The remaining time at which the stream ends, or nil if the rule does not end it.
  package var endRemaining: Int64? { atZero == .end ? -unitNanoseconds : nil }

  /// Returns the moment one smallest unit after the target: the end of a countdown that ends the stream or is written
  /// to a file.
  package func endTime(ofTarget target: WallTime) -> WallTime {
    let (nanoseconds, overflows) = target.nanosecondsSince1970.addingReportingOverflow(unitNanoseconds)
    return WallTime(nanosecondsSince1970: overflows ? .max : nanoseconds)
  }

  /// Returns the target in force at a moment if the target repeats daily: `target` itself until it has shown zero for
  /// one unit, then the same time of day on each following day.
  ///
  /// On a day on which the clock skips that time of day, the target is later by the length of the gap. If the time of
  /// day occurs twice, the first occurrence counts.
  package func dailyTarget(from target: WallTime, at now: WallTime, in timeZone: any CivilTimeZone) -> WallTime {
    guard now >= endTime(ofTarget: target) else { return target }
    let second = target.nanosecondsSince1970.flooredQuotient(by: 1_000_000_000)
    let nanosecond = target.nanosecondsSince1970.flooredRemainder(by: 1_000_000_000)
    let secondOfDay = (second + timeZone.offset(atSecond: second)).flooredRemainder(by: CivilDate.secondsPerDay)
    let today = timeZone.day(atSecond: now.nanosecondsSince1970.flooredQuotient(by: 1_000_000_000))
    // If the unit is a day, yesterday's zero is still visible.
    for day in (today - 2)...(today + 2) {
      guard
        let moment = timeZone.seconds(ofLocal: day * CivilDate.secondsPerDay + secondOfDay).first,
        let start = WallTime(count: moment, ofNanoseconds: 1_000_000_000)
      else { continue }
      let candidate = start.advanced(byNanoseconds: nanosecond)
      if candidate > target, now < endTime(ofTarget: candidate) { return candidate }
    }
    return target
  }

  /// Returns the remaining time of a time span that starts again each time it has shown zero for one unit.
  ///
  /// `remaining` is the whole time span at first and decreases without a limit. `span` must be greater than zero.
  package func remaining(_ remaining: Int64, repeatedEvery span: Int64) -> Int64 {
    guard remaining <= -unitNanoseconds, span > 0 else { return remaining }
    let past = -unitNanoseconds - remaining
    return (past / span + 1) * span + remaining
  }

  /// Returns the number of units in a positive remaining time, rounded up.
  private func unitsRoundedUp(_ remaining: Int64) -> Int64 {
    (remaining - 1) / unitNanoseconds + 1
  }
}

extension Int64 {
  /// Returns the product of two positive numbers, limited to the maximum.
  fileprivate func clampedProduct(with other: Int64) -> Int64 {
    let (product, overflows) = multipliedReportingOverflow(by: other)
    return overflows ? .max : product
  }
}
