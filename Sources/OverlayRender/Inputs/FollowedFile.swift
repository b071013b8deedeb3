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

/// The sources of files that are in use: one for each path.
final class FileSources<Source: AnyObject & Sendable>: Sendable {
  /// What all who ask for one path share. A source keeps its own, so that it is there as long as the source is.
  private final class Entry: Sendable {
    private struct Weak {
      weak var source: Source?
    }

    private let found = Mutex(Weak())

    /// Returns the source, or makes it, while others who ask for the same path wait.
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

  /// Makes a source that keeps `entry`, which others of its path are to find, as long as it lives.
  typealias MakeSource = @Sendable (_ path: String, _ entry: any AnyObject & Sendable) -> Source

  private let entries = Mutex<[String: Weak]>([:])
  private let makeSource: MakeSource

  /// Makes an empty set of sources.
  ///
  /// - Parameter makeSource: Makes the source of an absolute path, and reads the file: that may take long.
  init(makeSource: @escaping MakeSource) {
    self.makeSource = makeSource
  }

  /// Returns the source of an absolute path. Its file is read once, by whoever asks first; who asks for another path does
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
