/// Views that are made anew at certain moments: those of a schedule, or those that a closure names.
///
///     TimelineView(.every(.seconds(2))) { context in
///       Text(lines[context.count % lines.count])
///     }
///
/// A view that knows its own next change takes two functions of time. They use presentation time or, with
/// ``RenderTime/wall`` and ``RenderTime/presentation(of:)``, wall time:
///
///     TimelineView(nextChange: { time in
///       program.start(after: time.wall).map(time.presentation(of:))
///     }) { time in
///       Text(program.title(at: time.wall))
///     }
public struct TimelineView<Content: View>: View {
  /// Returns the content for a moment, and the time of its next change.
  private let entry: @Sendable (RenderTime) -> (content: Content, next: MediaTime)

  /// Makes a view that changes at the moments of `schedule` and at no others.
  public init(_ schedule: TimelineSchedule, @ViewBuilder content: @escaping @Sendable (TimelineContext) -> Content) {
    entry = { time in
      let entry = schedule.entry(at: time)
      let wall = time.wallAnchor.advanced(byNanoseconds: entry.time.flooredNanoseconds ?? 0)
      return (content(TimelineContext(date: entry.time, count: entry.count, wall: wall)), entry.next)
    }
  }

  /// Makes a view that changes at the moments that `nextChange` returns and at no others.
  ///
  /// Both functions must be pure. The first frame at or past an announced change shows it. Until then the content must be the
  /// same for every moment: it is not made again.
  ///
  /// - Parameters:
  ///   - nextChange: Returns the presentation time of the first change after a moment, or `nil` where there is none. A time
  ///     that is not after the moment stands for the next frame.
  ///   - content: Makes the view for a moment.
  public init(
    nextChange: @escaping @Sendable (RenderTime) -> MediaTime?,
    @ViewBuilder content: @escaping @Sendable (RenderTime) -> Content
  ) {
    entry = { time in
      guard let next = nextChange(time), next.isNumeric else { return (content(time), .positiveInfinity) }
      return (content(time), next > time.presentation ? next : time.nextFrame)
    }
  }

  /// The content for the moment.
  public var body: some View {
    ChangingView("TimelineView") { builder in
      let (content, next) = entry(builder.time)
      builder.changes(at: next)
      return content
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
