import Glibc
import Synchronization

/// A file that is written under a temporary name and gets its own name when it is complete.
///
/// The temporary name is `.NAME.RANDOM.part` in the same folder, and always a new one: no existing file is opened, replaced
/// or removed for it.
final class UnfinishedFile {
  /// The name that the complete file gets, without symbolic links when it replaces a file.
  let path: String
  /// The name that it has until then.
  let temporaryPath: String
  /// Open for writing.
  let descriptor: Int32

  private let replacesExisting: Bool
  private var isOpen = true

  /// Makes an empty file under a temporary name beside `path`.
  ///
  /// - Parameters:
  ///   - path: The name of the complete file.
  ///   - replacesExisting: Whether a file that has the name by then is replaced.
  ///   - replaced: The file that has the name now: the new one takes its permissions and owner as far as the process may
  ///     give them.
  init(path: String, replacesExisting: Bool, replaced: SystemCalls.FileStatus?) throws(SinkError) {
    self.path = path
    self.replacesExisting = replacesExisting
    // What replaces a private file is never open to others, not even while it is written.
    (temporaryPath, descriptor) = try Self.make(beside: path, mode: replaced == nil ? 0o666 : 0o600)
    if let replaced { SystemCalls.copyOwnerAndMode(of: replaced, to: descriptor) }
  }

  deinit {
    discard()
  }

  /// States that the file holds something worth keeping when the process has to end before the file is complete.
  func noteWorthKeeping() {
    UnfinishedFiles.noteWorthKeeping(temporaryPath)
  }

  /// Gives the complete file its name. Without replacing, a file that appeared meanwhile is left alone.
  ///
  /// - Throws: `SinkError.appearedMeanwhile` or `.notPublished`: the file is complete and stays under `temporaryPath`.
  func publish() throws(SinkError) {
    try flush()
    do throws(SystemError) {
      try UnfinishedFiles.complete(temporaryPath) { () throws(SystemError) in
        if replacesExisting {
          try SystemCalls.rename(temporaryPath, replacing: path)
        } else {
          try SystemCalls.rename(temporaryPath, toFreeName: path)
        }
      }
    } catch let error where error.rawValue == EEXIST {
      close()
      throw .appearedMeanwhile(path: path, part: temporaryPath)
    } catch .interrupted {
      throw .interrupted(name: path)
    } catch {
      // In a folder with the sticky bit, for one, a file may be made but another user's not be replaced.
      close()
      throw .notPublished(path: path, part: temporaryPath, error: error)
    }
    close()
  }

  /// Leaves the file, complete as far as it goes, under its temporary name.
  func keep() throws(SinkError) {
    try flush()
    close()
  }

  /// Removes the file. Does nothing after `publish()` or `keep()`.
  func discard() {
    guard isOpen else { return }
    SystemCalls.unlink(temporaryPath, ifItIs: descriptor)
    close()
  }

  private func flush() throws(SinkError) {
    do {
      try SystemCalls.flush(descriptor)
    } catch {
      throw SinkError(writing: path, error)
    }
  }

  private func close() {
    isOpen = false
    UnfinishedFiles.remove(temporaryPath)
    try? SystemCalls.close(descriptor)
  }

  private static func make(beside path: String, mode: mode_t) throws(SinkError) -> (path: String, descriptor: Int32) {
    while true {
      let temporaryPath = temporaryName(for: path)
      do {
        return (temporaryPath, try UnfinishedFiles.make(temporaryPath, mode: mode))
      } catch let error where error.rawValue == EEXIST {
        continue
      } catch {
        throw SinkError(creating: path, error)
      }
    }
  }

  /// `.NAME.RANDOM.part`; a long NAME is shortened so that the whole fits into the 255 bytes of a file name.
  private static func temporaryName(for path: String) -> String {
    let name = path.split(separator: "/").last ?? "output"
    let random = String((0..<8).map { _ in randomLetters.randomElement() ?? "x" })
    let ending = ".\(random).part"
    var shortened = name
    while shortened.utf8.count + ending.utf8.count + 1 > Int(NAME_MAX) { shortened.removeLast() }
    return "\(path.dropLast(name.count)).\(shortened)\(ending)"
  }

  private static let randomLetters = "abcdefghijklmnopqrstuvwxyz0123456789"
}

/// The files of this process that are not complete: what is left of them when the process has to end at once.
package enum UnfinishedFiles {
  private struct Entry {
    let descriptor: Int32
    /// Whether it is for lines of text, which are written within no time.
    let isReport: Bool
    var isWorthKeeping = false
  }

  private struct State {
    var files: [String: Entry] = [:]
    /// Whether the process ends: nothing is completed any more.
    var isEnding = false
  }

  private static let state = Mutex(State())

  /// Makes a new file with permissions and adds it; returns its descriptor, which is open for writing.
  static func make(_ path: String, mode: mode_t = 0o666, isReport: Bool = false) throws(SystemError) -> Int32 {
    // Under the lock, so that no file is made that nobody would remove.
    try state.withLock { (state) throws(SystemError) in
      guard !state.isEnding else { throw .interrupted }
      let descriptor = try SystemCalls.open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOCTTY, mode: mode)
      state.files[path] = Entry(descriptor: descriptor, isReport: isReport)
      return descriptor
    }
  }

  /// Removes a file from the list, not from its folder.
  static func remove(_ path: String) {
    state.withLock { _ = $0.files.removeValue(forKey: path) }
  }

  /// Notes that a file holds something worth keeping.
  static func noteWorthKeeping(_ path: String) {
    state.withLock { $0.files[path]?.isWorthKeeping = true }
  }

  /// Completes a file by `body`, unless the process ends: then nothing is done any more.
  static func complete(_ path: String, by body: () throws(SystemError) -> Void) throws(SystemError) {
    try state.withLock { (state) throws(SystemError) in
      guard !state.isEnding else { throw .interrupted }
      try body()
      state.files.removeValue(forKey: path)
    }
  }

  /// Whether there are files other than reports, none of which holds anything worth keeping.
  package static var areWorthless: Bool {
    state.withLock { state in
      let outputs = state.files.values.filter { !$0.isReport }
      return !outputs.isEmpty && !outputs.contains(where: \.isWorthKeeping)
    }
  }

  /// Whether any file holds something worth keeping.
  package static var areWorthKeeping: Bool {
    state.withLock { state in state.files.values.contains(where: \.isWorthKeeping) }
  }

  /// Removes all files that hold nothing, from any thread. The process must end afterwards.
  ///
  /// - Returns: The paths of those that hold something.
  package static func end() -> [String] {
    state.withLock { state in
      state.isEnding = true
      let worthless = state.files.filter { !$0.value.isWorthKeeping }
      for (path, entry) in worthless { SystemCalls.unlink(path, ifItIs: entry.descriptor) }
      return state.files.filter(\.value.isWorthKeeping).keys.sorted()
    }
  }
}
