import Glibc
import Synchronization

/// A file that is written under a temporary name and renamed when it is complete.
///
/// The temporary name is `.NAME.RANDOM.part` in the same folder. It is always new, so no existing file is opened,
/// replaced or removed. A file that stays readable if the process is killed may have its final name from the start.
final class UnfinishedFile {
  /// The final name.
  private let entry: FolderEntry
  /// The name until then.
  private let temporaryEntry: FolderEntry
  /// A descriptor that is open for writing.
  let descriptor: Int32

  private let replacesExisting: Bool
  private let isDurable: Bool
  private var hasContent = false
  private var isOpen = true

  /// The final path, without symbolic links to the file if it replaces one.
  var path: String { entry.path }
  /// The path until then.
  var temporaryPath: String { temporaryEntry.path }

  /// Creates an empty file under a temporary name in the folder of `entry`.
  ///
  /// - Parameters:
  ///   - entry: The final name.
  ///   - replacesExisting: Whether an existing file with the final name is replaced.
  ///   - replaced: The file that currently has the final name. The new file takes its permissions and owner as far as
  ///     the process is allowed to set them.
  ///   - hasNameFromStart: Whether the file has its final name from the start, which must be free.
  ///   - isDurable: Whether the content is on the disk before the file gets its final name.
  init(
    _ entry: FolderEntry, replacesExisting: Bool, replaced: SystemCalls.FileStatus?, hasNameFromStart: Bool = false,
    isDurable: Bool = false
  ) throws(SinkError) {
    self.entry = entry
    self.isDurable = isDurable
    self.replacesExisting = replacesExisting
    guard !hasNameFromStart else {
      temporaryEntry = entry
      do {
        descriptor = try UnfinishedFiles.make(entry)
      } catch let error where error.rawValue == EEXIST {
        throw .alreadyExists(path: entry.path)
      } catch {
        throw SinkError(creating: entry.path, error)
      }
      return
    }
    // A file that replaces a private file is never accessible to other users, even while it is written.
    (temporaryEntry, descriptor) = try Self.make(beside: entry, mode: replaced == nil ? 0o666 : 0o600)
    if let replaced { SystemCalls.copyOwnerAndMode(of: replaced, to: descriptor) }
  }

  deinit {
    discard()
  }

  /// Records that the file has content, so that it is kept if the process must end before the file is complete.
  func markAsHavingContent() {
    hasContent = true
    UnfinishedFiles.markAsHavingContent(temporaryPath)
  }

  /// Renames the complete file to its final name. Without replacing, a file that was created in the meantime does not
  /// change.
  ///
  /// - Throws: `SinkError.appearedMeanwhile` or `.notPublished`: the file is complete and stays at `temporaryPath`.
  func publish() throws(SinkError) {
    try flush()
    if isDurable { try writing { () throws(SystemError) in try SystemCalls.synchronize(descriptor) } }
    guard temporaryPath != path else { return close() }
    do throws(SystemError) {
      try UnfinishedFiles.complete(temporaryPath) { () throws(SystemError) in
        if replacesExisting {
          try temporaryEntry.rename(replacing: entry)
        } else {
          try temporaryEntry.rename(toFreeName: entry)
        }
      }
    } catch let error where error.rawValue == EEXIST {
      close()
      throw .appearedMeanwhile(path: path, part: temporaryPath)
    } catch .interrupted {
      throw .interrupted(name: path)
    } catch {
      // For example, a folder with the sticky bit allows creating files but not replacing files of other users.
      close()
      throw .notPublished(path: path, part: temporaryPath, error: error)
    }
    defer { close() }
    guard isDurable else { return }
    try writing { () throws(SystemError) in
      try entry.synchronizeFolder(with: descriptor)
    }
  }

  /// Keeps the file, with its content so far, under its temporary name.
  func keep() throws(SinkError) {
    try flush()
    close()
  }

  /// Removes the file, unless it has content and its final name. Does nothing after `publish()` or `keep()`.
  func discard() {
    guard isOpen else { return }
    if temporaryPath != path || !hasContent { temporaryEntry.remove(ifItIs: descriptor) }
    close()
  }

  private func flush() throws(SinkError) {
    try writing { () throws(SystemError) in try SystemCalls.flush(descriptor) }
  }

  private func writing(_ body: () throws(SystemError) -> Void) throws(SinkError) {
    do { try body() } catch { throw SinkError(writing: path, error) }
  }

  private func close() {
    isOpen = false
    UnfinishedFiles.remove(temporaryPath)
    try? SystemCalls.close(descriptor)
  }

  private static func make(
    beside entry: FolderEntry, mode: mode_t
  ) throws(SinkError) -> (entry: FolderEntry, descriptor: Int32) {
    while true {
      let temporary = entry.sibling(temporaryName(for: entry.name))
      do {
        return (temporary, try UnfinishedFiles.make(temporary, mode: mode))
      } catch let error where error.rawValue == EEXIST {
        continue
      } catch {
        throw SinkError(creating: entry.path, error)
      }
    }
  }

  /// Returns `.NAME.RANDOM.part`. A long NAME is shortened so that the whole name fits in the 255 bytes of a file name.
  private static func temporaryName(for name: String) -> String {
    let random = String((0..<8).map { _ in randomLetters.randomElement() ?? "x" })
    let ending = ".\(random).part"
    var shortened = name[...]
    while shortened.utf8.count + ending.utf8.count + 1 > Int(NAME_MAX) { shortened.removeLast() }
    return ".\(shortened)\(ending)"
  }

  private static let randomLetters = "abcdefghijklmnopqrstuvwxyz0123456789"
}

/// The files of this process that are not complete, which determine what to do if the process must end immediately.
package enum UnfinishedFiles {
  private struct File {
    let entry: FolderEntry
    let descriptor: Int32
    /// Whether the file is a report of text lines, which are written immediately.
    let isReport: Bool
    var hasContent = false
  }

  private struct State {
    var files: [String: File] = [:]
    /// Whether the process is ending, so that no more files are completed.
    var isEnding = false
  }

  private static let state = Mutex(State())

  /// Creates and adds a new file with permissions. Returns a descriptor that is open for writing.
  static func make(
    _ entry: FolderEntry, mode: mode_t = 0o666, isReport: Bool = false
  ) throws(SystemError) -> Int32 {
    // Create the file under the lock, so that `end()` knows every file.
    try state.withLock { (state) throws(SystemError) in
      guard !state.isEnding else { throw .interrupted }
      let descriptor = try entry.create(mode: mode)
      state.files[entry.path] = File(entry: entry, descriptor: descriptor, isReport: isReport)
      return descriptor
    }
  }

  /// Removes a file from the list, not from its folder.
  static func remove(_ path: String) {
    state.withLock { _ = $0.files.removeValue(forKey: path) }
  }

  /// Records that a file has content.
  static func markAsHavingContent(_ path: String) {
    state.withLock { $0.files[path]?.hasContent = true }
  }

  /// Completes a file with `body`, unless the process is ending.
  static func complete(_ path: String, by body: () throws(SystemError) -> Void) throws(SystemError) {
    try state.withLock { (state) throws(SystemError) in
      guard !state.isEnding else { throw .interrupted }
      try body()
      state.files.removeValue(forKey: path)
    }
  }

  /// Whether there are files other than reports, and none of them has content.
  package static var areAllEmpty: Bool {
    state.withLock { state in
      let outputs = state.files.values.filter { !$0.isReport }
      return !outputs.isEmpty && !outputs.contains(where: \.hasContent)
    }
  }

  /// Whether any file has content.
  package static var haveContent: Bool {
    state.withLock { state in state.files.values.contains(where: \.hasContent) }
  }

  /// Removes all files without content, from any thread. The process must end afterward.
  ///
  /// - Returns: The paths of the files with content.
  package static func end() -> [String] {
    state.withLock { state in
      state.isEnding = true
      let empty = state.files.filter { !$0.value.hasContent }
      for file in empty.values { file.entry.remove(ifItIs: file.descriptor) }
      return state.files.filter(\.value.hasContent).keys.sorted()
    }
  }
}
