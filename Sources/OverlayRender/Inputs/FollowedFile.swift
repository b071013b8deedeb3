import Dispatch
import Synchronization

/// A kind of file content.
protocol FileContent: SendableMetatype {
  associatedtype Value: Sendable
  associatedtype Problem: Error, Hashable

  /// The value until there is one.
  static var none: Value { get }

  /// Reads the file at an absolute path.
  static func read(_ path: String) throws(Problem) -> Value

  /// Returns whether a value may come from a partially written file.
  static func mayBeUnfinished(_ value: Value) -> Bool

  /// Returns whether two values look the same.
  static func areAlike(_ first: Value, _ second: Value) -> Bool

  /// Returns the problem that changes may be missed.
  static func problem(of failure: WatchFailure) -> Problem
}

/// A file that other programs rewrite. It is read immediately and after each change, until this is released.
///
/// A change is read after 10 ms, together with all changes until then, without polling. Content that may be unfinished
/// or has a problem is used only if the file does not change for a while. The previous value stays while there is a
/// problem.
final class FollowedFile<Content: FileContent>: Sendable {
  private typealias Reading = Result<Content.Value, Content.Problem>

  private struct State {
    var watch: PathWatch?
    /// Whether a read of the file is scheduled.
    var isReadingDue = false
    /// The number of changes.
    var changeCount = 0
  }

  /// The absolute path of the file.
  let path: String
  /// The current value.
  let value: LiveData<Content.Value>
  /// The problem with the file; `nil` if there is none.
  let problem: LiveData<Content.Problem?>

  /// An object that is kept alive with this.
  private let entry: (any AnyObject & Sendable)?
  private let events: FileEvents
  private let settlingTime: DispatchTimeInterval
  private let state = Mutex(State())
  /// The queue on which the file is watched and read. Each file has its own, because its file system may block it.
  private let queue = DispatchQueue(label: "OverlayRender.FollowedFile")

  /// Reads a file and follows it. A relative path is resolved against the current folder.
  init(
    _ path: String, keeping entry: (any AnyObject & Sendable)? = nil, events: FileEvents = .shared,
    settlingTime: DispatchTimeInterval = .milliseconds(500)
  ) {
    self.path = Folders.absolutePath(path)
    self.entry = entry
    self.events = events
    self.settlingTime = settlingTime
    // The file is read immediately, for the first picture.
    (value, problem) =
      switch Self.read(self.path) {
      case .success(let value): (LiveData(value), LiveData(nil))
      case .failure(let problem): (LiveData(Content.none), LiveData(problem))
      }
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
    let reading = Self.read(path)
    if case .success(let value) = reading, !Content.mayBeUnfinished(value) { return use(reading, watch.failure) }
    queue.asyncAfter(deadline: .now() + settlingTime) { [weak self] in
      guard let self, state.withLock({ $0.changeCount }) == changeCount else { return }
      use(reading, watch.failure)
    }
  }

  /// Publishes what was read. Calls do not overlap.
  private func use(_ reading: Reading, _ failure: WatchFailure?) {
    var found = failure.map(Content.problem(of:))
    switch reading {
    case .success(let new): if !Content.areAlike(new, value.current.value) { value.update(new) }
    case .failure(let reason): found = reason
    }
    if found != problem.current.value { problem.update(found) }
  }

  private static func read(_ path: String) -> Reading {
    Result { () throws(Content.Problem) in try Content.read(path) }
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
