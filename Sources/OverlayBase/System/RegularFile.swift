import Glibc

/// Reads regular files as a whole, without waiting for another process.
package enum RegularFile {
  /// The reason why a file was not read.
  package enum Failure: Error, Hashable {
    /// The path leads to a directory, a FIFO, a device or the like.
    case notRegular
    /// The file has more bytes than allowed.
    case tooLarge
    /// A system call failed.
    case system(SystemError)
  }

  /// Returns the bytes of the file at `path`, which has at most `limit` bytes.
  package static func bytes(ofFile path: String, limit: Int) throws(Failure) -> [UInt8] {
    try bytesAndStatus(ofFile: path, limit: limit).bytes
  }

  /// Returns the bytes of the file at `path`, which has at most `limit` bytes, and its status.
  package static func bytesAndStatus(
    ofFile path: String, limit: Int
  ) throws(Failure) -> (bytes: [UInt8], status: SystemCalls.FileStatus) {
    // The kernel would ignore everything after a zero byte.
    guard !path.utf8.contains(0) else { throw .system(.missing) }
    // The status is checked before the file is opened, because opening alone wakes the writer of a pipe and can trigger
    // a device.
    try check(translatingErrors { () throws(SystemError) in try SystemCalls.status(of: path) }, limit: limit)
    let descriptor = try translatingErrors { () throws(SystemError) in
      // The file may have been replaced since then. `O_NONBLOCK` prevents waiting for the writer of a pipe.
      try SystemCalls.open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY)
    }
    defer { close(descriptor) }
    let status = try translatingErrors { () throws(SystemError) in try SystemCalls.status(of: descriptor) }
    try check(status, limit: limit)
    // Reading one byte more than allowed detects files that are too large, whatever their status says.
    let bytes = try translatingErrors { () throws(SystemError) in
      try SystemCalls.readBytes(from: descriptor, limit: limit + 1, expecting: status.size)
    }
    guard bytes.count <= limit else { throw .tooLarge }
    return (bytes, status)
  }

  private static func check(_ status: SystemCalls.FileStatus, limit: Int) throws(Failure) {
    guard status.kind == .file else { throw .notRegular }
    guard status.size <= limit else { throw .tooLarge }
  }

  private static func translatingErrors<Result>(_ call: () throws(SystemError) -> Result) throws(Failure) -> Result {
    do throws(SystemError) {
      return try call()
    } catch {
      throw .system(error)
    }
  }
}
