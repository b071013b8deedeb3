import Synchronization

/// What a run tells beside its frames: not before the output is open, for an error is to stand alone, and each kind once.
final class RunNotes: Sendable {
  private struct State {
    var toldKinds: Set<String> = []
    var waiting: [String] = []
    var messages: Messages?
  }

  private let state = Mutex(State())

  /// Tells something, from any thread, unless something of its kind was told before; what is of no kind is one itself.
  func add(_ text: String, kind: String? = nil) {
    state.withLock { state in
      guard state.toldKinds.insert(kind ?? text).inserted else { return }
      if let messages = state.messages { messages.note(text) } else { state.waiting.append(text) }
    }
  }

  /// Tells what has waited, and from now on at once.
  func begin(_ messages: Messages) {
    state.withLock { state in
      for text in state.waiting { messages.note(text) }
      state.waiting = []
      state.messages = messages
    }
  }
}
