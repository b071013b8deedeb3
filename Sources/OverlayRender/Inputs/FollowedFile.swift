import Dispatch
import Synchronization

/// The content of a file at one time.
protocol FileContent: Sendable {
  /// Reads the file at an absolute path.
  init(ofFile path: String)

  /// Whether the content may be of a partially written file.
  var mayBeUnfinished: Bool { get }
}

/// A file that other programs rewrite. It is read after each change, until this is released.
///
/// A change is read after 10 ms, together with all changes until then, without polling. Content that may be unfinished
/// is used only if the file does not change for a while.
final class FollowedFile<Content: FileContent>: Sendable {
  /// Handles the content, with the reason that changes may be missed. Calls do not overlap.
  typealias Show = @Sendable (_ content: Content, _ failure: WatchFailure?) -> Void

  private struct State {
    var watch: PathWatch?
    /// Whether a read of the file is scheduled.
    var isReadingDue = false
    /// The number of changes.
    var changeCount = 0
  }

  private let path: String
  /// An object that is kept alive with this.
  private let entry: (any AnyObject & Sendable)?
  private let events: FileEvents
  private let settlingTime: DispatchTimeInterval
  private let show: Show
  private let state = Mutex(State())
  /// The queue on which the file is watched and read. Each file has its own, because its file system may block it.
  private let queue = DispatchQueue(label: "OverlayRender.FollowedFile")

  /// Follows the file at an absolute path. The file is read for the first time on the queue.
  init(
    _ path: String, keeping entry: (any AnyObject & Sendable)? = nil, events: FileEvents,
    settlingTime: DispatchTimeInterval, show: @escaping Show
  ) {
    self.path = path
    self.entry = entry
    self.events = events
    self.settlingTime = settlingTime
    self.show = show
    queue.async { [weak self] in self?.read() }
  }

  /// Handles a change of the file or of its path.
  private func noteChange() {
    let mustSchedule = state.withLock { state in
      state.changeCount += 1
      defer { state.isReadingDue = true }
      return !state.isReadingDue
    }
    guard mustSchedule else { return }
    queue.asyncAfter(deadline: .now() + .milliseconds(10)) { [weak self] in self?.read() }
  }

  /// Watches the path and then reads the file, in this order, so that no change is missed.
  private func read() {
    let watch = PathWatch(path, events: events) { [weak self] in self?.noteChange() }
    let (previous, changeCount) = state.withLock { state in
      let previous = state.watch
      state.watch = watch
      state.isReadingDue = false
      return (previous, state.changeCount)
    }
    // The previous watch is released only now, so that the common parts stay watched.
    _ = consume previous
    let content = Content(ofFile: path)
    guard content.mayBeUnfinished else { return show(content, watch.failure) }
    queue.asyncAfter(deadline: .now() + settlingTime) { [weak self] in
      guard let self, state.withLock({ $0.changeCount }) == changeCount else { return }
      show(content, watch.failure)
    }
  }
}

/// The sources in use, one for each path.
final class FileSources<Source: AnyObject & Sendable>: Sendable {
  /// The shared entry of one path. A source keeps its entry alive.
  private final class Entry: Sendable {
    private struct Weak {
      weak var source: Source?
    }

    private let found = Mutex(Weak())

    /// Returns the source, or creates it, while other callers with the same path wait.
    func source(makingWith make: () -> Source) -> Source {
      found.withLock { found in
        if let source = found.source { return source }
        let source = make()
        found.source = source
        return source
      }
    }
  }

  private struct Weak {
    weak var entry: Entry?
  }

  /// Creates a source that keeps `entry` alive.
  typealias MakeSource = @Sendable (_ path: String, _ entry: any AnyObject & Sendable) -> Source

  private let entries = Mutex<[String: Weak]>([:])
  private let makeSource: MakeSource

  /// Creates an empty set of sources.
  ///
  /// - Parameter makeSource: Creates the source of an absolute path and reads the file, which may take long.
  init(makeSource: @escaping MakeSource) {
    self.makeSource = makeSource
  }

  /// Returns the source of an absolute path. Its file is read once, by the first caller. Callers with other paths do
  /// not wait for that.
  func source(path: String) -> Source {
    let entry = entries.withLock { entries in
      if let entry = entries[path]?.entry { return entry }
      entries = entries.filter { $0.value.entry != nil }
      let entry = Entry()
      entries[path] = Weak(entry: entry)
      return entry
    }
    return entry.source { makeSource(path, entry) }
  }
}
