import Glibc
import Synchronization

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
