/// Views that are made anew at the moments of a schedule.
///
///     TimelineView(.every(.seconds(2))) { context in
///       Text(lines[context.count % lines.count])
///     }
public struct TimelineView<Content: View>: PrimitiveView {
  let schedule: TimelineSchedule
  let content: @Sendable (TimelineContext) -> Content

  /// Makes a view that changes at the moments of `schedule` and at no others.
  public init(_ schedule: TimelineSchedule, @ViewBuilder content: @escaping @Sendable (TimelineContext) -> Content) {
    self.schedule = schedule
    self.content = content
  }

  /// Adds a scope that holds the content for the moment.
  public func _resolve(into builder: inout SceneBuilder) {
    builder.scope("TimelineView") { [schedule, content] builder in
      let entry = schedule.entry(at: builder.time)
      builder.changes(at: entry.next)
      let wall = builder.time.wallAnchor.advanced(byNanoseconds: entry.time.flooredNanoseconds ?? 0)
      content(TimelineContext(date: entry.time, count: entry.count, wall: wall))._resolve(into: &builder)
    }
  }
}

/// What the content of a ``TimelineView`` is made from.
public struct TimelineContext: Sendable, Hashable {
  /// The latest moment of the schedule that is not after the frame: a presentation time. Before the first moment it is
  /// that one, and where there is none the beginning of the stream: never the frame's own time, which would change
  /// without being announced.
  public let date: MediaTime
  /// How many moments of the schedule came before that one; 0 at the first and before it.
  public let count: Int
  /// The civil time of that moment.
  public let wall: WallTime
}

/// The moments at which a ``TimelineView`` changes, in presentation time.
public struct TimelineSchedule: Sendable, Hashable {
  private enum Kind: Sendable, Hashable {
    case periodic(start: MediaTime, interval: MediaTime)
    case explicit([MediaTime])
    case everyFrame
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

  /// The moment that holds at a frame, how many came before it, and the next one (+infinity for never).
  func entry(at time: RenderTime) -> (time: MediaTime, count: Int, next: MediaTime) {
    let now = time.presentation
    switch kind {
    case .periodic(let start, let interval):
      guard interval > .zero, interval.isNumeric, start.isNumeric else {
        return (time.streamStart, 0, .positiveInfinity)
      }
      guard now >= start else { return (start, 0, start) }
      let count = (now - start).wholeIntervals(of: interval)
      return (start + interval * count, Int(count), start + interval * (count + 1))
    case .explicit(let times):
      let index = times.partitioningIndex { $0 > now }
      let next = index < times.count ? times[index] : .positiveInfinity
      return index == 0 ? (times.first ?? time.streamStart, 0, next) : (times[index - 1], index - 1, next)
    case .everyFrame:
      let frame = time.frameRate.frame(atOrBefore: now)
      return (time.frameRate.time(ofFrame: frame), Int(frame), time.frameRate.time(ofFrame: frame + 1))
    }
  }
}

extension MediaTime {
  fileprivate static func * (interval: MediaTime, count: Int64) -> MediaTime {
    interval.multiplied(by: count, dividedBy: 1)
  }
}
