import Foundation

/// The moments at which a ``TimelineView`` changes: in presentation time, or in wall time, which follows the wall clock when
/// that is set to another time.
///
/// A second of presentation time begins a whole number of seconds after time zero; a second of wall time begins when a
/// ``ClockText`` changes.
public struct TimelineSchedule: Sendable, Hashable {
  private enum Kind: Sendable, Hashable {
    case periodic(start: MediaTime, interval: MediaTime)
    case explicit([MediaTime])
    case everyFrame
    case wallPeriodic(start: WallTime, interval: MediaTime)
    case wallExplicit([WallTime])
    case everyMinute
  }

  private let kind: Kind

  /// Every `interval` from `start` on. An interval that is not above zero never comes round.
  public static func every(_ interval: MediaTime, from start: MediaTime = .zero) -> TimelineSchedule {
    TimelineSchedule(kind: .periodic(start: start, interval: interval))
  }

  /// At these times, in any order.
  public static func explicit(_ times: [MediaTime]) -> TimelineSchedule {
    TimelineSchedule(kind: .explicit(times.filter(\.isNumeric).sorted()))
  }

  /// At every frame of the stream.
  public static let everyFrame = TimelineSchedule(kind: .everyFrame)

  /// Every `interval` from a moment of wall time on. An interval that is not above zero never comes round.
  ///
  /// Moments are exact when the interval is a whole number of nanoseconds, and when it and the start have a common
  /// timescale up to ``MediaTime/maximumTimescale``; others are rounded once, to half a nanosecond.
  ///
  /// The first moment holds before it, too. ``TimelineContext/count`` is 0 then.
  public static func periodic(from start: WallTime, by interval: MediaTime) -> TimelineSchedule {
    TimelineSchedule(kind: .wallPeriodic(start: start, interval: interval))
  }

  /// Every `interval` from a date on. A date is taken to the nearest nanosecond.
  public static func periodic(from start: Date, by interval: MediaTime) -> TimelineSchedule {
    .periodic(from: WallTime(start), by: interval)
  }

  /// Every so many seconds from a date on, both taken to the nearest nanosecond.
  public static func periodic(from start: Date, by seconds: Double) -> TimelineSchedule {
    .periodic(from: WallTime(start), by: .seconds(seconds))
  }

  /// At these moments of wall time, in any order.
  public static func explicit(moments: [WallTime]) -> TimelineSchedule {
    TimelineSchedule(kind: .wallExplicit(moments.sorted()))
  }

  /// At these dates, in any order, each taken to the nearest nanosecond.
  public static func explicit(dates: [Date]) -> TimelineSchedule {
    .explicit(moments: dates.map { WallTime($0) })
  }

  /// At the beginning of every minute of wall time, counted from that in which the stream began.
  ///
  /// Minutes are those of UTC, which are also those of every zone in use today.
  public static let everyMinute = TimelineSchedule(kind: .everyMinute)

  /// The moment that holds at a frame, how many came before it, and the next one (+infinity for never).
  func entry(at time: RenderTime) -> (time: MediaTime, count: Int, next: MediaTime) {
    switch kind {
    case .periodic(let start, let interval): return periodic(from: start, by: interval, at: time)
    case .wallPeriodic(let start, let interval):
      return periodic(from: time.presentation(of: start).inLowestTerms, by: interval, at: time)
    case .everyMinute:
      let begin = time.wallAnchor.advanced(byNanoseconds: time.streamStart.flooredNanoseconds ?? 0)
      let minute: Int64 = 60_000_000_000
      let rest = begin.nanosecondsSince1970.flooredRemainder(by: minute)
      return periodic(
        from: time.presentation(of: begin.advanced(byNanoseconds: -rest)), by: .nanoseconds(minute), at: time)
    case .explicit(let times):
      return explicit(times, isLater: { $0 > time.presentation }, at: time) { $0 }
    case .wallExplicit(let moments):
      // Moments are whole nanoseconds, so that the wall time of the frame may be rounded down to them.
      let wall = time.wall
      return explicit(moments, isLater: { $0 > wall }, at: time) { time.presentation(of: $0) }
    case .everyFrame:
      let frame = time.frameRate.frame(atOrBefore: time.presentation)
      return (time.frameRate.time(ofFrame: frame), Int(frame), time.nextFrame)
    }
  }

  private func periodic(
    from start: MediaTime, by interval: MediaTime, at time: RenderTime
  ) -> (time: MediaTime, count: Int, next: MediaTime) {
    guard interval > .zero, interval.isNumeric, start.isNumeric else {
      return (time.streamStart, 0, .positiveInfinity)
    }
    guard time.presentation >= start else { return (start, 0, start) }
    let count = (time.presentation - start).wholeIntervals(of: interval)
    return (start + interval * count, Int(count), start + interval * (count + 1))
  }

  /// - Parameters:
  ///   - moments: In order.
  ///   - isLater: Whether a moment comes after the frame.
  ///   - presentation: The presentation time of a moment.
  private func explicit<Moment>(
    _ moments: [Moment], isLater: (Moment) -> Bool, at time: RenderTime,
    presentation: (Moment) -> MediaTime
  ) -> (time: MediaTime, count: Int, next: MediaTime) {
    let index = moments.partitioningIndex(where: isLater)
    let next = index < moments.count ? presentation(moments[index]) : .positiveInfinity
    guard index > 0 else { return (moments.first.map(presentation) ?? time.streamStart, 0, next) }
    return (presentation(moments[index - 1]), index - 1, next)
  }
}

extension MediaTime {
  /// The same time with the smallest timescale that is a divisor of its own, for sums with times of other timescales.
  fileprivate var inLowestTerms: MediaTime {
    guard isNumeric else { return self }
    let common = Int64(greatestCommonDivisor(value, Int64(timescale)))
    return MediaTime(value: value / common, timescale: Int32(Int64(timescale) / common))
  }

  fileprivate static func * (interval: MediaTime, count: Int64) -> MediaTime {
    interval.multiplied(by: count, dividedBy: 1)
  }
}
