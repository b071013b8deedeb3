/// Content at the time of a timebase, such as lyrics that the user can pause.
///
///     let timebase = Timebase(clock: HostClock.shared)
///     let lyrics = TimebaseView(timebase) { ListeningText(track) }
///     timebase.setRate(1)
///
/// The content follows the jumps and rates of the timebase. Its durations are counted from time zero. It is for live
/// streams with the clock on which the timebase runs, forward.
public struct TimebaseView<Content: View>: View {
  private let jumps: TimebaseJumps
  private let content: Content

  /// Creates a view of content.
  public init(_ timebase: Timebase, @ViewBuilder content: () -> Content) {
    jumps = TimebaseJumps(timebase)
    self.content = content()
  }

  /// The content at the time of the timebase.
  public var body: some View {
    LiveView(jumps.data) { [timebase = jumps.timebase] _ in
      ContentTimeView({ time in timebase.contentTime(at: time) }) { content }
    }
  }
}

/// The jumps of a timebase as a live value.
private final class TimebaseJumps: Sendable {
  let timebase: Timebase
  let data: LiveData<Void>
  private let subscription: Subscription

  init(_ timebase: Timebase) {
    self.timebase = timebase
    let data = LiveData(())
    self.data = data
    subscription = timebase.onJump { data.update(()) }
  }
}

extension Timebase {
  /// How the time follows the presentation time of a stream.
  fileprivate func contentTime(at time: RenderTime) -> ContentTime {
    let now = now
    let speed = SampleBuffer.Speed(Int64((max(now.rate, 0) * 1e6).rounded()), over: 1_000_000)
    let delay = time.clockAnchor + time.presentation - clockTime
    return .playing(
      from: now.time + delay.multiplied(by: speed.numerator, dividedBy: speed.denominator), at: time.presentation,
      speed: speed)
  }

  /// The time of the clock on which the timebase runs.
  private var clockTime: MediaTime {
    switch source {
    case .clock(let clock): clock.time
    case .timebase(let timebase): timebase.clockTime
    }
  }
}
