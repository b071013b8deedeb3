import FoundationEssentials

/// The times at which a ``TimelineView`` changes: in presentation time, or in wall time, which follows the wall clock
/// when it is set.
///
/// A second of presentation time starts a whole number of seconds after time zero. A second of wall time starts when a
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

  /// Returns a schedule with a change every `interval`, from `start` on. An interval that is not positive has no
  /// changes.
  public static func every(_ interval: MediaTime, from start: MediaTime = .zero) -> TimelineSchedule {
    TimelineSchedule(kind: .periodic(start: start, interval: interval))
  }

  /// Returns a schedule with the given times, in any order.
  public static func explicit(_ times: [MediaTime]) -> TimelineSchedule {
    TimelineSchedule(kind: .explicit(times.filter(\.isNumeric).sorted()))
  }

  /// A schedule with a change at every frame of the stream.
  public static let everyFrame = TimelineSchedule(kind: .everyFrame)

  /// Returns a schedule with a change every `interval` of wall time, from a moment on. An interval that is not positive
  /// has no changes.
  ///
  /// Changes are exact if the interval is a whole number of nanoseconds, or if the interval and the start have a common
  /// timescale up to `MediaTime.maximumTimescale`. Others are rounded to half a nanosecond.
  ///
  /// Before the first moment, the content is the same as at the first moment, and ``TimelineContext/count`` is 0.
  public static func periodic(from start: WallTime, by interval: MediaTime) -> TimelineSchedule {
    TimelineSchedule(kind: .wallPeriodic(start: start, interval: interval))
  }

  /// Returns a schedule with a change every `interval`, from a date on. The date is rounded to the nearest nanosecond.
  public static func periodic(from start: Date, by interval: MediaTime) -> TimelineSchedule {
    .periodic(from: WallTime(start), by: interval)
  }

  /// Returns a schedule with a change every number of seconds, from a date on. Both are rounded to the nearest
  /// nanosecond.
  public static func periodic(from start: Date, by seconds: Double) -> TimelineSchedule {
    .periodic(from: WallTime(start), by: .seconds(seconds))
  }

  /// Returns a schedule with the given moments of wall time, in any order.
  public static func explicit(moments: [WallTime]) -> TimelineSchedule {
    TimelineSchedule(kind: .wallExplicit(moments.sorted()))
  }

  /// Returns a schedule with the given dates, in any order. Each is rounded to the nearest nanosecond.
  public static func explicit(dates: [Date]) -> TimelineSchedule {
    .explicit(moments: dates.map { WallTime($0) })
  }

  /// A schedule with a change at the start of every minute of wall time, counted from the minute in which the stream
  /// starts.
  ///
  /// Minutes are counted in UTC. They are the same in every time zone in use today.
  public static let everyMinute = TimelineSchedule(kind: .everyMinute)

  /// Returns the moment that applies to a frame, the number of moments before it, and the next one, or +infinity if
  /// there is none.
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
      // Moments are whole nanoseconds, so the wall time of the frame may be rounded down.
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
  ///   - moments: The moments, in order.
  ///   - isLater: Returns whether a moment is after the frame.
  ///   - presentation: Returns the presentation time of a moment.
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
  /// The same time with the smallest possible timescale, for sums with times in other timescales.
  fileprivate var inLowestTerms: MediaTime {
    guard isNumeric else { return self }
    let common = Int64(greatestCommonDivisor(value, Int64(timescale)))
    return MediaTime(value: value / common, timescale: Int32(Int64(timescale) / common))
  }

  fileprivate static func * (interval: MediaTime, count: Int64) -> MediaTime {
    interval.multiplied(by: count, dividedBy: 1)
  }
}
