import OverlayRender
import Synchronization

/// Decodes the sound of an item and enqueues it in a renderer. Each `step` does one piece of work on the thread of a
/// worker, which alone enqueues and flushes.
///
/// Sound is heard at rate 1 only. The times of blocks are counted from an anchor, so pauses do not change them.
final class SoundFeeder: Sendable {
  enum Report: Sendable {
    /// Enough is enqueued, for the first time since a start or since the renderer ran dry.
    case sufficient
    /// The time at which the sound of the item ends; zero if it cannot be decoded.
    case ended(MediaTime)
  }

  /// What there is to do. The player changes it at any time, and then wakes the worker.
  let state: Mutex<SoundFeederState>
  private let renderer: any AudioRenderer
  private let open: @Sendable () throws(MediaError) -> any SoundSource
  private let report: @Sendable (Report) -> Void
  /// The source, which only the worker uses.
  private let source = Mutex<(any SoundSource)?>(nil)

  init(
    renderer: any AudioRenderer, open: @escaping @Sendable () throws(MediaError) -> any SoundSource,
    report: @escaping @Sendable (Report) -> Void
  ) {
    self.renderer = renderer
    self.open = open
    self.report = report
    state = Mutex(SoundFeederState(format: renderer.format))
  }

  /// Does the next piece of work. Returns `false` if there is none.
  func step() -> Bool {
    let isReady = renderer.isReadyForMoreMediaData
    guard let work = state.withLock({ $0.nextWork(isRendererReady: isReady) }) else { return false }
    do throws(MediaError) {
      try perform(work)
    } catch {
      // A movie whose sound cannot be decoded plays without it.
      state.withLock { $0.fail() }
      report(.ended(.zero))
    }
    return true
  }

  private func perform(_ work: SoundFeederState.Work) throws(MediaError) {
    switch work {
    case .begin(let time, let reopens):
      renderer.flush()
      try source.withLock { source throws(MediaError) in
        if reopens { source = nil }
        if source == nil { source = try open() }
        try source?.seek(to: time)
      }
    case .flush: renderer.flush()
    case .decode:
      let block = try source.withLock { source throws(MediaError) in try source?.next() }
      if let end = state.withLock({ $0.add(block) }) { report(.ended(end)) }
    case .rewind: try source.withLock { source throws(MediaError) in try source?.seek(to: .zero) }
    case .enqueue(let block): if !block.samples.isEmpty { renderer.enqueue(block) }
    case .report: report(.sufficient)
    }
  }
}
