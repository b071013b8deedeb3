import Synchronization
import Testing

@testable import OverlayRender

/// Reads a live stream in a task of its own.
final class LiveReader: Sendable {
  private let state = Mutex((samples: [SampleBuffer](), hasEnded: false))
  private let task: Mutex<Task<Void, Never>?> = Mutex(nil)

  init(_ frames: LiveFrames) {
    task.withLock {
      $0 = Task { [self] in
        do {
          for try await sample in frames { state.withLock { $0.samples.append(sample) } }
        } catch {
          Issue.record(error)
        }
        state.withLock { $0.hasEnded = true }
      }
    }
  }

  var samples: [SampleBuffer] { state.withLock { $0.samples } }
  var times: [MediaTime] { samples.map(\.presentationTime) }
  var hasEnded: Bool { state.withLock { $0.hasEnded } }
  func cancel() { task.withLock { $0?.cancel() } }
}
