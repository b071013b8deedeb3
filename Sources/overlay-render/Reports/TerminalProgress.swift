import Dispatch
import Glibc
import OverlayRender

/// A line on the terminal that changes. There is none if standard error is not a terminal.
struct TerminalLine {
  init?() { guard isatty(STDERR_FILENO) == 1 else { return nil } }

  /// Replaces the text of the line.
  func draw(_ text: String, end: String = "") {
    // Carriage return, the text, and "erase to end of line" (ECMA-48 EL).
    writeToStandardError("\r\(text)\u{1B}[K\(end)")
  }

  /// Removes the line.
  func clear() { draw("") }
}

/// The progress of a run on the terminal. There is none if standard error is not a terminal.
final class TerminalProgress {
  private let line: TerminalLine
  private let progress: RecordingProgress
  private let total: Int64?
  private let rate: FrameRate
  private let timer: RepeatingTimer

  /// Draws the line five times a second.
  ///
  /// - Parameter total: The number of frames; `nil` if it is not known.
  init?(of progress: RecordingProgress, total: Int64?, rate: FrameRate) {
    guard let line = TerminalLine() else { return nil }
    self.line = line
    self.progress = progress
    self.total = total
    self.rate = rate
    timer = RepeatingTimer("overlay-render.progress", everyNanoseconds: 200_000_000) {
      line.draw(TerminalProgress.text(progress.statistics, total: total, rate: rate))
    }
  }

  /// Draws the final line, with a line break.
  func finish() {
    timer.stop()
    line.draw(TerminalProgress.text(progress.statistics, total: total, rate: rate), end: "\n")
  }

  /// `[######              ]  32%  576/1800 frames  41.2x  0:01 left`
  private static func text(_ statistics: RecordingStatistics, total: Int64?, rate: FrameRate) -> String {
    let media = rate.time(ofFrame: statistics.frames).seconds
    let speed = statistics.wallSeconds > 0 ? media / statistics.wallSeconds : 0
    let speedText = "\(((speed * 10).rounded() / 10))x"
    guard let total, total > 0 else {
      return "\(statistics.frames) frames  \(speedText)  \(minutes(statistics.wallSeconds))"
    }
    let fraction = min(1, Double(statistics.frames) / Double(total))
    let filled = Int(fraction * 20)
    let bar = String(repeating: "#", count: filled) + String(repeating: " ", count: 20 - filled)
    let remaining = statistics.frames > 0 ? minutes(statistics.wallSeconds * (1 / fraction - 1)) : "-:--"
    return "[\(bar)] \(Int(fraction * 100))%  \(statistics.frames)/\(total) frames  \(speedText)  \(remaining) left"
  }

  private static func minutes(_ seconds: Double) -> String {
    let whole = Int(min(seconds, 1e9).rounded())
    let remainder = whole % 60
    return "\(whole / 60):\(remainder < 10 ? "0" : "")\(remainder)"
  }
}

/// Runs an action at an interval, on a queue of its own, until it is stopped.
final class RepeatingTimer {
  private let queue: DispatchQueue
  private let timer: any DispatchSourceTimer

  /// Runs `action` at the interval, the first time after one interval.
  init(_ label: String, everyNanoseconds interval: Int64, action: @escaping @Sendable () -> Void) {
    queue = DispatchQueue(label: label)
    timer = DispatchSource.makeTimerSource(queue: queue)
    let interval = DispatchTimeInterval.nanoseconds(Int(interval))
    timer.schedule(deadline: .now() + interval, repeating: interval)
    timer.setEventHandler(handler: action)
    timer.activate()
  }

  deinit {
    timer.cancel()
  }

  /// Stops the timer. `action` does not run after this returns.
  func stop() {
    timer.cancel()
    queue.sync {}
  }
}
