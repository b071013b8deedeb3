import Dispatch
import Glibc
import OverlayRender

/// A line on the terminal that tells how far a recording is; there is none when standard error is no terminal.
final class ProgressBar {
  private let progress: RecordingProgress
  private let total: Int64?
  private let rate: FrameRate
  private let repeater: Repeater

  /// Draws the line a few times a second.
  ///
  /// - Parameter total: How many frames there will be; `nil` when that is not known.
  init?(of progress: RecordingProgress, total: Int64?, rate: FrameRate) {
    guard isatty(STDERR_FILENO) == 1 else { return nil }
    self.progress = progress
    self.total = total
    self.rate = rate
    repeater = Repeater("overlay-render.progress", everyNanoseconds: 200_000_000) {
      ProgressBar.draw(ProgressBar.line(progress.statistics, total: total, rate: rate))
    }
  }

  /// Draws the line for the last time and leaves it.
  func finish() {
    repeater.stop()
    ProgressBar.draw(ProgressBar.line(progress.statistics, total: total, rate: rate), end: "\n")
  }

  private static func draw(_ line: String, end: String = "") {
    // To the line's beginning, the text, and what is left of a longer one away (ECMA-48 EL).
    writeToStandardError("\r\(line)\u{1B}[K\(end)")
  }

  /// `[######              ]  32%  576/1800 frames  41.2x  0:01 left`
  private static func line(_ statistics: RecordingStatistics, total: Int64?, rate: FrameRate) -> String {
    let media = rate.time(ofFrame: statistics.frames).seconds
    let speed = statistics.wallSeconds > 0 ? media / statistics.wallSeconds : 0
    let speedText = "\(((speed * 10).rounded() / 10))x"
    guard let total, total > 0 else {
      return "\(statistics.frames) frames  \(speedText)  \(minutes(statistics.wallSeconds))"
    }
    let share = min(1, Double(statistics.frames) / Double(total))
    let filled = Int(share * 20)
    let bar = String(repeating: "#", count: filled) + String(repeating: " ", count: 20 - filled)
    let left = statistics.frames > 0 ? minutes(statistics.wallSeconds * (1 / share - 1)) : "-:--"
    return "[\(bar)] \(Int(share * 100))%  \(statistics.frames)/\(total) frames  \(speedText)  \(left) left"
  }

  private static func minutes(_ seconds: Double) -> String {
    let whole = Int(min(seconds, 1e9).rounded())
    let rest = whole % 60
    return "\(whole / 60):\(rest < 10 ? "0" : "")\(rest)"
  }
}

/// Does something again and again, on a queue of its own, until it is stopped.
final class Repeater {
  private let queue: DispatchQueue
  private let timer: any DispatchSourceTimer

  /// Runs `action` every so many nanoseconds, the first time after one such interval.
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

  /// Stops; when it returns, `action` runs no more.
  func stop() {
    timer.cancel()
    queue.sync {}
  }
}
