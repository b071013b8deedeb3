import OverlayRender
import Synchronization

/// The notes of a run, taken from any thread. None is written before the output is open, so that an error stands alone.
final class RunNotes: Sendable {
  private struct State {
    var noted: Set<String> = []
    var waiting: [String] = []
    var messages: Messages?
  }

  private let state = Mutex(State())
  private let problems: RepeatLimit

  /// Creates an empty set of notes; `clock` limits how often problems of a kind are reported.
  init(clock: any MediaClock = HostClock.shared) {
    problems = RepeatLimit(interval: .seconds(10), clock: clock)
  }

  /// Notes something once for the whole run.
  func add(_ text: String) {
    if state.withLock({ $0.noted.insert(text).inserted }) { write(text) }
  }

  /// Reports a problem each time it occurs, but problems of one kind at most once in ten seconds.
  func report(_ text: String, kind: String) {
    problems.report(text, kind: kind) { [weak self] in self?.write($0) }
  }

  /// Writes what has waited, and from now on each note at once.
  func begin(_ messages: Messages) {
    state.withLock { state in
      for text in state.waiting { messages.note(text) }
      state.waiting = []
      state.messages = messages
    }
  }

  /// Reports the problems that are held back because they occurred too soon after others of their kind.
  func finish() {
    problems.finish()
  }

  private func write(_ text: String) {
    state.withLock { state in
      if let messages = state.messages { messages.note(text) } else { state.waiting.append(text) }
    }
  }
}
