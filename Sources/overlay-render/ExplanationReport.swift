import OverlayRender
import Synchronization

/// Writes what `--explain` asks for: a line for each frame, as it is drawn.
final class ExplanationReport: Sendable {
  /// Where the lines go.
  let output: ReportOutput
  private let problem = Mutex<SinkError?>(nil)

  /// Checks the output; there is nothing to report when `target` is `nil`.
  init?(_ target: String?, overwrite: Bool) throws(SinkError) {
    guard let target else { return nil }
    output = try ReportOutput(target, overwrite: overwrite)
  }

  /// Writes the line of a frame. What goes wrong does not end the run; it is told at the end.
  func write(_ explanation: FrameExplanation) {
    problem.withLock { problem in
      guard problem == nil else { return }
      do throws(SinkError) { try output.write(line: explanation.description) } catch { problem = error }
    }
  }

  /// Tells what went wrong; a reader that is gone has seen enough.
  func finish() throws(SinkError) {
    switch problem.withLock({ $0 }) {
    case .readerClosed?, nil: return
    case let problem?: throw problem
    }
  }
}
