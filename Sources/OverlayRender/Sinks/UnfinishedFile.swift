import Glibc

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
