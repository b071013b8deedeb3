import OverlayRender
import Synchronization

/// Writes what `--explain` asks for: a line for each frame, as it is drawn.
final class ExplanationReport: Sendable {
  private let output: LineOutput
  private let problem = Mutex<SinkError?>(nil)

  /// Opens the output; there is nothing to report when `target` is `nil`.
  init?(_ target: String?, overwrite: Bool) throws(SinkError) {
    guard let target else { return nil }
    output =
      target == "-"
      ? LineOutput(descriptor: 1, name: "standard output") : try LineOutput(path: target, overwrite: overwrite)
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

  /// Takes the file away again: the run failed.
  func discard() {
    output.discard()
  }
}
