import FoundationEssentials

/// A view that is made again at the times of a schedule, or at times that a function returns.
///
///     TimelineView(.every(.seconds(2))) { context in
///       Text(lines[context.count % lines.count])
///     }
///
/// A view that knows its next change takes two functions of time. They use presentation time or, with
/// ``RenderTime/wall`` and ``RenderTime/presentation(of:)``, wall time:
///
///     TimelineView(nextChange: { time in
///       program.start(after: time.wall).map(time.presentation(of:))
///     }) { time in
///       Text(program.title(at: time.wall))
///     }
public struct TimelineView<Content: View>: View {
  /// Returns the content for a time, and the time of the next change.
  private let entry: @Sendable (RenderTime) -> (content: Content, next: MediaTime)

  /// Creates a view that changes only at the moments of `schedule`.
  ///
  /// The content must depend on nothing but its context and live values, because a live stream makes it up to two
  /// seconds before the moment.
  public init(_ schedule: TimelineSchedule, @ViewBuilder content: @escaping @Sendable (TimelineContext) -> Content) {
    entry = { time in
      let entry = schedule.entry(at: time)
      let wall = time.wallAnchor.advanced(byNanoseconds: entry.time.flooredNanoseconds ?? 0)
      return (content(TimelineContext(time: entry.time, count: entry.count, wall: wall)), entry.next)
    }
  }

  /// Creates a view that changes only at the times that `nextChange` returns.
  ///
  /// Both functions must be pure. The first frame at or after an announced change shows it. Until then the content must
  /// not depend on the time, because it is not made again.
  ///
  /// - Parameters:
  ///   - nextChange: Returns the presentation time of the first change after a time; `nil` if there is none. A time
  ///     that is not later stands for the next frame.
  ///   - content: Makes the view for a time.
  public init(
    nextChange: @escaping @Sendable (RenderTime) -> MediaTime?,
    @ViewBuilder content: @escaping @Sendable (RenderTime) -> Content
  ) {
    entry = { time in
      guard let next = nextChange(time), next.isNumeric else { return (content(time), .positiveInfinity) }
      return (content(time), next > time.presentation ? next : time.nextFrame)
    }
  }

  /// The content for the frame's time.
  public var body: some View {
    ChangingView("TimelineView") { builder in
      let (content, next) = entry(builder.time)
      builder.changes(at: next)
      return content
    }
  }
}

/// The values from which the content of a ``TimelineView`` is made.
public struct TimelineContext: Sendable, Hashable {
  /// The presentation time of the latest moment of the schedule that is not after the frame. Before the first moment it
  /// is the time of the first moment, and without moments it is the start of the stream. It is never the frame's own
  /// time, because that would change without an announcement.
  public let time: MediaTime
  /// The number of moments before that one. At and before the first moment it is 0.
  public let count: Int
  /// The wall time of that moment.
  public let wall: WallTime

  /// The date of that moment.
  public var date: Date { wall.date }
}
