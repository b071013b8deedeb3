import Foundation

/// What a countdown shows, and when that changes, given how long it is until its target.
///
/// The remaining time is in nanoseconds: positive before the target, zero at it, negative past it. Before the target it is
/// rounded up to whole units, so that zero shows at the target and not one unit before; past it, down.
public struct CountdownRule: Sendable, Hashable {
  /// What happens at the target.
  public enum AtZero: Sendable, Hashable {
    /// Zero stays.
    case hold
    /// Nothing is shown from the target on.
    case hide
    /// The time since the target is shown, with a minus sign if wanted.
    case countUp(signed: Bool)
    /// Zero is shown for one smallest unit, then the countdown goes on to its next target: see
    /// `CountdownRule.dailyTarget(from:at:in:)` for a moment and `CountdownRule.remaining(_:repeatedEvery:)` for a span.
    case loop
    /// Zero is shown for one smallest unit, then the stream ends.
    case end
    /// A text is shown from the target on.
    case text(String)
  }

  /// What is shown at one time.
  package enum Shown: Sendable, Hashable {
    /// A span of whole units, never negative, and whether it stands with a minus sign.
    case span(nanoseconds: Int64, isNegative: Bool)
    /// A text in place of the span.
    case text(String)
    /// Nothing.
    case hidden
  }

  /// What is shown at one time, and whether the stream is over by then.
  package struct State: Sendable, Hashable {
    /// What is shown.
    package let shown: Shown
    /// True once `CountdownRule.AtZero.end` has shown zero for one unit.
    package let isEnded: Bool
  }

  /// What happens at the target.
  package let atZero: AtZero
  /// The smallest unit shown, in nanoseconds; above zero.
  package let unitNanoseconds: Int64

  /// A rule for a pattern's smallest unit.
  package init(atZero: AtZero, pattern: SpanPattern) {
    self.atZero = atZero
    unitNanoseconds = pattern.unitNanoseconds
  }

  /// What is shown when so much time remains.
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
        // Counted below zero, where the range of Int64 is the wider one.
        let past = max(remaining / unitNanoseconds * unitNanoseconds, -Int64.max)
        shown = .span(nanoseconds: -past, isNegative: signed && past < 0)
      }
    }
    return State(shown: shown, isEnded: endRemaining.map { remaining <= $0 } ?? false)
  }

  /// The remaining time, less than `remaining`, at which `state(remaining:)` changes next; nil when it never does.
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

  /// The remaining time at which the stream ends; nil when the rule does not end it.
  package var endRemaining: Int64? { atZero == .end ? -unitNanoseconds : nil }

  /// The moment one smallest unit after the target: where a countdown ends that ends, or that goes into a file.
  package func endTime(ofTarget target: WallTime) -> WallTime {
    let (nanoseconds, overflows) = target.nanosecondsSince1970.addingReportingOverflow(unitNanoseconds)
    return WallTime(nanosecondsSince1970: overflows ? .max : nanoseconds)
  }

  /// The target in force at a moment when one repeats daily: `target` itself until it has shown zero for one unit, then
  /// the same time of day, each day once.
  ///
  /// On a day whose clock leaps over that time of day it is moved on by the length of the gap; where it comes twice the
  /// first counts.
  package func dailyTarget(from target: WallTime, at now: WallTime, in timeZone: any CivilTimeZone) -> WallTime {
    guard now >= endTime(ofTarget: target) else { return target }
    let second = target.nanosecondsSince1970.flooredQuotient(by: 1_000_000_000)
    let nanosecond = target.nanosecondsSince1970.flooredRemainder(by: 1_000_000_000)
    let secondOfDay = (second + timeZone.offset(atSecond: second)).flooredRemainder(by: CivilDate.secondsPerDay)
    let today = timeZone.day(atSecond: now.nanosecondsSince1970.flooredQuotient(by: 1_000_000_000))
    // A unit of a day still holds yesterday's zero.
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

  /// The remaining time of a span that starts again whenever it has shown zero for one unit.
  ///
  /// `remaining` is the whole span at first and falls below zero without end; `span` is above zero.
  package func remaining(_ remaining: Int64, repeatedEvery span: Int64) -> Int64 {
    guard remaining <= -unitNanoseconds, span > 0 else { return remaining }
    let past = -unitNanoseconds - remaining
    return (past / span + 1) * span + remaining
  }

  /// The number of units in a remaining time above zero, a begun one counted whole.
  private func unitsRoundedUp(_ remaining: Int64) -> Int64 {
    (remaining - 1) / unitNanoseconds + 1
  }
}

extension Int64 {
  /// The product of two numbers above zero, at most the largest number.
  fileprivate func clampedProduct(with other: Int64) -> Int64 {
    let (product, overflows) = multipliedReportingOverflow(by: other)
    return overflows ? .max : product
  }
}
