import OverlayRender
import Synchronization

/// Limits how often messages of a kind are reported: the first at once, then at the end of each interval the latest of
/// those that came in it, with their number.
final class RepeatLimit: Sendable {
  /// A kind that was reported less than an interval ago.
  private struct Kind {
    let report: @Sendable (String) -> Void
    var latest = ""
    var heldCount = 0
    var intervalEnd: Subscription?

    /// The line for all that was held back; `nil` when nothing was.
    var summary: String? {
      switch heldCount {
      case 0: nil
      case 1: latest
      default: "\(latest) (the latest of \(heldCount))"
      }
    }
  }

  private let interval: MediaTime
  private let clock: any MediaClock
  private let kinds = Mutex<[String: Kind]>([:])

  /// Creates a limit of one report of a kind in an interval.
  init(interval: MediaTime, clock: any MediaClock) {
    self.interval = interval
    self.clock = clock
  }

  /// Reports a text now, or at the end of the interval in which another one of its kind was reported.
  func report(_ text: String, kind: String, by report: @escaping @Sendable (String) -> Void) {
    let isFirst = kinds.withLock { kinds in
      guard kinds[kind] == nil else {
        kinds[kind]?.latest = text
        kinds[kind]?.heldCount += 1
        return false
      }
      kinds[kind] = Kind(report: report)
      return true
    }
    guard isFirst else { return }
    report(text)
    beginInterval(of: kind)
  }

  /// Reports at once what is held back.
  func finish() {
    let all = kinds.withLock { kinds in
      defer { kinds = [:] }
      return kinds
    }
    for kind in all.values { kind.summary.map(kind.report) }
  }

  private func beginInterval(of kind: String) {
    let timer = clock.schedule(at: clock.time + interval) { [weak self] in self?.endInterval(of: kind) }
    kinds.withLock { $0[kind]?.intervalEnd = timer }
  }

  private func endInterval(of kind: String) {
    let ended = kinds.withLock { kinds -> Kind? in
      let ended = kinds.removeValue(forKey: kind)
      if let ended, ended.heldCount > 0 { kinds[kind] = Kind(report: ended.report) }
      return ended
    }
    guard let ended, let summary = ended.summary else { return }
    ended.report(summary)
    beginInterval(of: kind)
  }
}
