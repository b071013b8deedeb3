import Dispatch
import Synchronization

/// The text of a file that another program rewrites, as long as this source lives.
///
///     let title = TextFileSource(path: "title.txt")
///     let view = LiveView(title.text) { entry in Text(entry.value) }
///
/// The file is UTF-8; a byte order mark and one line end at its end are left out. It may be written in place or replaced, may
/// be missing, may be a symbolic link, and so may every folder on the way to it. A change is read 10 ms after it was told, once for all
/// that happened until then; nothing is polled.
///
/// The last good text stays while the file is missing, is no text, or holds more than ``sizeLimit`` bytes. What may be a file
/// half written (it is empty, missing, or no text) counts only when nothing has happened to it for half a second; so a
/// writer that empties the file first makes nothing flicker.
public final class TextFileSource: Sendable {
  /// The most bytes a file may hold: 1 MiB.
  public static let sizeLimit = 1 << 20

  /// The absolute path of the file.
  public let path: String
  /// The last good text; empty while there has been none.
  public let text: LiveData<String>
  /// Why the file is not shown as it is; `nil` while it is.
  public let problem: LiveData<TextFileProblem?>

  private struct State {
    var watch: PathWatch?
    /// Whether the file is to be read soon.
    var isReadingDue = false
    /// How often something happened.
    var changeCount = 0
  }

  private static let readingDelay = DispatchTimeInterval.milliseconds(10)

  private let events: FileEvents
  private let settlingTime: DispatchTimeInterval
  private let state = Mutex(State())
  /// What is kept as long as this source lives.
  private let entry: (any AnyObject & Sendable)?

  /// Reads the file, and follows it from now on. A relative path is one from the working folder of this moment.
  public convenience init(path: String) {
    self.init(path: path, events: .shared)
  }

  init(
    path: String, keeping entry: (any AnyObject & Sendable)? = nil, events: FileEvents = .shared,
    settlingTime: DispatchTimeInterval = .milliseconds(500)
  ) {
    self.entry = entry
    self.path = Folders.absolutePath(path)
    self.events = events
    self.settlingTime = settlingTime
    // Read at once, for the first picture; watched and read again on the queue, where the file system may keep us waiting.
    switch TextFileContent(ofFile: self.path) {
    case .text(let string): (text, problem) = (LiveData(string), LiveData(nil))
    case .problem(let found): (text, problem) = (LiveData(""), LiveData(found))
    }
    events.queue.async { [weak self] in self?.look() }
  }

  /// Something happened to the file or on the way to it.
  private func noteChange() {
    let mustSchedule = state.withLock { state in
      state.changeCount += 1
      defer { state.isReadingDue = true }
      return !state.isReadingDue
    }
    guard mustSchedule else { return }
    events.queue.asyncAfter(deadline: .now() + Self.readingDelay) { [weak self] in self?.look() }
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
    let content = TextFileContent(ofFile: path)
    if case .text(let string) = content, !string.isEmpty {
      show(content)
    } else {
      events.queue.asyncAfter(deadline: .now() + settlingTime) { [weak self] in
        self?.show(content, ifNothingHappenedSince: changeCount)
      }
    }
  }

  private func show(_ content: TextFileContent, ifNothingHappenedSince changeCount: Int) {
    if state.withLock({ $0.changeCount }) == changeCount { show(content) }
  }

  private func show(_ content: TextFileContent) {
    var found = state.withLock { $0.watch?.failure }.map { TextFileProblem.notWatched(folder: $0.folder, $0.error) }
    switch content {
    case .text(let string): if string != text.current.value { text.update(string) }
    case .problem(let reason): found = reason
    }
    if found != problem.current.value { problem.update(found) }
  }
}

extension TextFileSource {
  /// Reads a file once, by the rules of a source.
  ///
  /// - Throws: Why it gives no text now.
  public static func text(ofFile path: String) throws(TextFileProblem) -> String {
    switch TextFileContent(ofFile: Folders.absolutePath(path)) {
    case .text(let string): return string
    case .problem(let problem): throw problem
    }
  }
}

extension TextFileSource {
  private static let inUse = TextFileSources { TextFileSource(path: $0, keeping: $1) }

  /// The source of a path, which all who ask share as long as one of them keeps it.
  static func shared(path: String) -> TextFileSource {
    inUse.source(path: Folders.absolutePath(path))
  }
}
