import Dispatch
import Synchronization

/// What a file gives at one moment.
protocol FileContent: Sendable {
  /// Reads the file at an absolute path.
  init(ofFile path: String)

  /// Whether it may come from a file that is half written.
  var mayBeUnfinished: Bool { get }
}

/// A file that other programs rewrite: it is read again after each change, as long as this value lives.
///
/// A change is read 10 ms after it was reported, once for all that happened until then; nothing is polled. Content that may
/// be unfinished counts only when nothing has happened to the file for a while.
final class FollowedFile<Content: FileContent>: Sendable {
  /// Takes content in, with the reason why changes may go unseen. Calls follow one another.
  typealias Show = @Sendable (_ content: Content, _ failure: WatchFailure?) -> Void

  private struct State {
    var watch: PathWatch?
    /// Whether the file is to be read soon.
    var isReadingDue = false
    /// How often something happened.
    var changeCount = 0
  }

  private let path: String
  /// What is kept as long as this value lives.
  private let entry: (any AnyObject & Sendable)?
  private let events: FileEvents
  private let settlingTime: DispatchTimeInterval
  private let show: Show
  private let state = Mutex(State())
  /// Where the file is watched and read. Each file has its own, for its file system may keep it waiting.
  private let queue = DispatchQueue(label: "OverlayRender.FollowedFile")

  /// Follows the file at an absolute path; it is read a first time on a queue.
  init(
    _ path: String, keeping entry: (any AnyObject & Sendable)? = nil, events: FileEvents,
    settlingTime: DispatchTimeInterval, show: @escaping Show
  ) {
    self.path = path
    self.entry = entry
    self.events = events
    self.settlingTime = settlingTime
    self.show = show
    queue.async { [weak self] in self?.look() }
  }

  /// Something happened to the file or on the way to it.
  private func noteChange() {
    let mustSchedule = state.withLock { state in
      state.changeCount += 1
      defer { state.isReadingDue = true }
      return !state.isReadingDue
    }
    guard mustSchedule else { return }
    queue.asyncAfter(deadline: .now() + .milliseconds(10)) { [weak self] in self?.look() }
  }

  /// Watches the path as it is now, then reads the file: in this order, so that no change is missed.
  private func look() {
    let watch = PathWatch(path, events: events) { [weak self] in self?.noteChange() }
    let (previous, changeCount) = state.withLock { state in
      let previous = state.watch
      state.watch = watch
      state.isReadingDue = false
      return (previous, state.changeCount)
    }
    // Let go only now, so that what both watch was watched all the time.
    _ = consume previous
    let content = Content(ofFile: path)
    guard content.mayBeUnfinished else { return show(content, watch.failure) }
    queue.asyncAfter(deadline: .now() + settlingTime) { [weak self] in
      guard let self, state.withLock({ $0.changeCount }) == changeCount else { return }
      show(content, watch.failure)
    }
  }
}
