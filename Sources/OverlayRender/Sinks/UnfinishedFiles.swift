import Synchronization

/// The files of this process that are not complete: what is left of them when the process has to end at once.
package enum UnfinishedFiles {
  /// Each path, and whether the file holds something worth keeping.
  private static let files = Mutex<[String: Bool]>([:])

  static func insert(_ path: String) {
    files.withLock { $0[path] = false }
  }

  static func remove(_ path: String) {
    files.withLock { _ = $0.removeValue(forKey: path) }
  }

  /// States that a file holds something worth keeping.
  static func keep(_ path: String) {
    files.withLock { $0[path] = true }
  }

  /// The files that hold something worth keeping.
  package static var worthKeeping: [String] {
    files.withLock { files in files.filter(\.value).keys.sorted() }
  }

  /// Removes all other files, from any thread; the process must end afterwards.
  ///
  /// - Returns: Whether there were any.
  package static func removeWorthless() -> Bool {
    files.withLock { files in
      let worthless = files.filter { !$0.value }.keys
      for path in worthless { try? SystemCalls.unlink(path) }
      files = files.filter(\.value)
      return !worthless.isEmpty
    }
  }
}
