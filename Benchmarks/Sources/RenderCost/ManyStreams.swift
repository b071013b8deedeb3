import Dispatch
import Glibc
import OverlayRender

/// Live second clocks in one process: how much of a core they take, how much memory, and how late the seconds turn.
struct ManyStreams {
  /// The number of streams, each 1920x1080 at 30 frames per second.
  let count: Int
  /// The duration in seconds, of which the first three, in which the streams start, and the last one, in which they
  /// end, do not count.
  let seconds: Int64

  private static let startSeconds: Int64 = 3

  func measure() async throws {
    let log = LatenessLog()
    let streams = FrameStream(Self.view, configuration: Self.configuration)
    let bare = Task.detached { await Self.bareTimer(seconds: seconds) }
    let started = RenderCost.processorSeconds()
    async let startEnd = Self.processorSeconds(after: Self.startSeconds)
    async let end = Self.processorSeconds(after: seconds - 1)
    try await withThrowingTaskGroup(of: Void.self) { [count, seconds] group in
      for _ in 0..<count {
        group.addTask {
          var pictures = 0
          for try await _ in streams.live(duration: .seconds(seconds)) {
            pictures += 1
            if pictures > Self.startSeconds { log.append(LatenessLog.sinceSecond()) }
          }
        }
      }
      try await group.waitForAll()
    }
    let share = (await end - (await startEnd)) / Double(seconds - 1 - Self.startSeconds)
    let startShare = (await startEnd) - started
    let timer = await bare.value
    print(
      #"{"coreShare": \#(share), "startSeconds": \#(startShare), "residentBytes": \#(peakResidentBytes()), "#
        + #""latenessMilliseconds": \#(log.percentiles), "timerMilliseconds": \#(timer.percentiles)}"#)
  }

  /// Draws the same pictures in a loop once a second: what is left of the cost without streams, tasks and timers. The
  /// memory is cold, because nothing has touched it for a second.
  func measureDrawing() throws {
    let renderers = try (0..<count).map { _ in try Renderer(Self.view, configuration: Self.configuration) }
    var drawn = 0.0
    for second in 0..<seconds {
      usleep(1_000_000)
      let start = RenderCost.processorSeconds()
      for renderer in renderers { _ = try renderer.render(at: .seconds(second)) }
      if second >= Self.startSeconds { drawn += RenderCost.processorSeconds() - start }
    }
    print(#"{"microseconds": \#(drawn / Double((seconds - Self.startSeconds) * Int64(count)) * 1e6)}"#)
  }

  private static var view: some View { ClockText(format: "HH:mm:ss").font(size: 96) }

  private static let configuration = RenderConfiguration(size: PixelSize(1920, 1080), frameRate: .fps(30))

  /// Returns the processor time of this process when a number of seconds has passed.
  private static func processorSeconds(after seconds: Int64) async -> Double {
    try? await Task.sleep(for: .seconds(seconds))
    return RenderCost.processorSeconds()
  }

  /// Waits for the seconds of the wall clock with a thread that does nothing else.
  private static func bareTimer(seconds: Int64) async -> LatenessLog {
    await withCheckedContinuation { continuation in
      DispatchQueue(label: "Bare timer").async {
        let lateness = LatenessLog()
        for _ in 0..<seconds {
          var time = timespec()
          clock_gettime(CLOCK_REALTIME, &time)
          time.tv_sec += 1
          time.tv_nsec = 0
          clock_nanosleep(CLOCK_REALTIME, TIMER_ABSTIME, &time, nil)
          lateness.append(LatenessLog.sinceSecond())
        }
        continuation.resume(returning: lateness)
      }
    }
  }
}
