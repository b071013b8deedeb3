import OverlayPictureInPicture
import OverlayRender
import Synchronization

/// Shows content in a floating window until it ends, the user closes it, or a signal arrives.
struct PictureInPictureRun {
  /// The seconds between attempts to open the window again after the display was lost.
  private static let retryDelays: [Int64] = {
    var delays = RetryDelays(longest: 10)
    return (0..<5).map { _ in delays.next() }
  }()

  /// The option that requests the window; `nil` for a command that always opens one.
  var option: String? = "--pip"
  let source: PictureInPictureContentSource
  let options: PictureInPictureWindowOptions
  /// Whether the content is played from its start to its end only.
  var isLinear = false
  /// Whether another window may be open at the same time.
  var allowsAnother = false
  /// The time after which the window closes; `nil` for never.
  let duration: MediaTime?
  /// Returns what else to report at the end with `--verbose`; `nil` for nothing.
  var detail: @Sendable () -> String? = { nil }
  /// Called when the window has opened for the first time.
  var onFirstStart: @Sendable () -> Void = {}
  /// Prepares the controller, and gets a function that ends the run. What it returns lives as long as the run.
  var prepare: @Sendable (PictureInPictureController, _ end: @escaping @Sendable () -> Void) -> [any Sendable] = {
    _, _ in []
  }

  /// Shows the content. Returns when the window is closed.
  ///
  /// - Throws: A failure if nothing can be shown, or the error of drawing.
  func run(_ reports: RunReports, notes: RunNotes, messages: Messages) async throws {
    PictureInPictureTurns.shared.allowsOtherProcesses = allowsAnother
    let events = WindowEvents()
    let controller: PictureInPictureController
    do throws(PictureInPictureError) {
      controller = try PictureInPictureController(source, delegate: events)
    } catch {
      throw failure(error)
    }
    controller.windowOptions = options
    controller.requiresLinearPlayback = isLinear
    controller.closesAfter = duration
    let prepared = prepare(controller) { events.end() }
    defer { withExtendedLifetime(prepared) {} }
    let signals = SignalWatch { _ in nil }
    signals.onFirst { events.end() }
    for output in reports.outputs { try output.open(OutputInterruption(grace: .milliseconds(500)), messages) }
    reports.statistics?.begin(controller.progress)
    do {
      try await show(controller, events, notes, messages)
    } catch {
      reports.discard()
      throw error
    }
    try reports.finish(controller.progress)
    messages.detail(controller.progress.statistics.shown)
    if let detail = detail() { messages.detail(detail) }
  }

  private func show(
    _ controller: PictureInPictureController, _ events: WindowEvents, _ notes: RunNotes, _ messages: Messages
  ) async throws {
    var delays = ArraySlice<Int64>()
    var isEnding = false
    var isWaiting = false
    var hasStarted = false
    var end: MediaTime?
    controller.start()
    for await event in events.stream {
      switch event {
      case .didStart:
        if !hasStarted { onFirstStart() }
        hasStarted = true
        notes.begin(messages)
        delays = Self.retryDelays[...]
        isWaiting = false
        end = end ?? duration.map { HostClock.shared.time + $0 }
      case .ended:
        guard controller.isActive else { return }
        isEnding = true
        controller.stop()
      case .didStop(.system(let error)) where !isEnding:
        guard case .displayLost(let reason) = error else { throw failure(error) }
        messages.note("the display is lost (\(reason)): waiting for it")
        isWaiting = true
        // A window that opens again closes at the time at which the first one was to close.
        controller.closesAfter = end.map { max($0 - HostClock.shared.time, .zero) }
        startLater(controller, &delays)
      case .failedToStart(let error):
        guard error.mayPass else { throw failure(error) }
        if delays.isEmpty { throw isWaiting ? Self.displayHasNotReturned : failure(error) }
        startLater(controller, &delays)
      case .didStop: return
      }
    }
  }

  /// Starts again after the next delay.
  private func startLater(_ controller: PictureInPictureController, _ delays: inout ArraySlice<Int64>) {
    guard let delay = delays.popFirst() else { return }
    Task(executorPreference: CommandExecutor()) {
      try await Task.sleep(for: .seconds(delay))
      controller.start()
    }
  }

  private static let displayHasNotReturned = Failure(
    .unavailable,
    "the display did not come back in \(retryDelays.reduce(0, +)) s: run the command again when it is there")

  /// Returns what the command reports for an error of picture in picture.
  private func failure(_ error: PictureInPictureError) -> any Error {
    switch error {
    case .drawing(let error): error
    case .inUse: Failure(.unavailable, "\(error), or give --another")
    default: Failure(.unavailable, (option.map { "\($0): " } ?? "") + "\(error)")
    }
  }
}

extension PictureInPictureOptions {
  /// The run of a window.
  ///
  /// - Parameters:
  ///   - restoresSize: Whether the window has the size in which it was left: no size is given.
  ///   - end: The time to the end of the content; `nil` for none.
  func run(
    _ source: PictureInPictureContentSource, restoresSize: Bool, endingAfter end: MediaTime?, _ content: RunContent
  ) throws(Failure) -> PictureInPictureRun {
    PictureInPictureRun(
      source: source,
      options: try window.windowOptions(title: content.title, name: content.name, restoresSize: restoresSize),
      isLinear: window.linear, allowsAnother: window.another,
      duration: [end, try window.closingTime()].compactMap(\.self).min())
  }
}

extension RecordingStatistics {
  /// How many pictures a window has shown, and how late they were.
  fileprivate var shown: String {
    let pictures = "\(frames) \(frames == 1 ? "picture" : "pictures") shown"
    guard let lateness else { return pictures }
    func milliseconds(_ number: Double) -> String { "\(number.decimal(places: 1)) ms" }
    return "\(pictures); \(milliseconds(lateness.p50)) late in the median, "
      + "\(milliseconds(lateness.p99)) at the 99th percentile, at most \(milliseconds(lateness.max))"
  }
}

extension PictureInPictureError {
  /// Whether a display that comes back ends the cause.
  fileprivate var mayPass: Bool {
    switch self {
    case .notSupported, .displayLost: true
    case .inUse, .noContent, .contentNotReady, .contentFailed, .stoppedBeforeStart, .drawing: false
    }
  }
}

/// The events of a window, in order.
final class WindowEvents: PictureInPictureControllerDelegate {
  enum Event: Sendable {
    case didStart
    case failedToStart(PictureInPictureError)
    case didStop(PictureInPictureStopReason)
    /// A signal requests the end.
    case ended
  }

  let stream: AsyncStream<Event>
  private let continuation: AsyncStream<Event>.Continuation

  init() {
    (stream, continuation) = AsyncStream.makeStream()
  }

  func end() { continuation.yield(.ended) }

  func pictureInPictureDidStart(_ controller: PictureInPictureController) { continuation.yield(.didStart) }

  func pictureInPicture(_ controller: PictureInPictureController, failedToStartWithError error: PictureInPictureError) {
    continuation.yield(.failedToStart(error))
  }

  func pictureInPicture(_ controller: PictureInPictureController, didStop reason: PictureInPictureStopReason) {
    continuation.yield(.didStop(reason))
  }
}
