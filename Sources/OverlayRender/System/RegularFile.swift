import Glibc

/// Reads regular files whole, and never waits for another process.
enum RegularFile {
  /// Why a file was not read.
  enum Failure: Error, Hashable {
    /// A folder, a FIFO, a device or the like.
    case notRegular
    /// It holds more bytes than allowed.
    case tooLarge
    /// A system call failed.
    case system(SystemError)
  }

  /// Returns the bytes of the file at `path`, which may hold at most `limit`.
  static func bytes(ofFile path: String, limit: Int) throws(Failure) -> [UInt8] {
    // What follows a zero byte would be lost on the way to the kernel.
    guard !path.utf8.contains(0) else { throw .system(.missing) }
    // Looked at before it is opened, for opening alone wakes a pipe's writer and may set off a device.
    try check(calling { () throws(SystemError) in try SystemCalls.status(of: path) }, limit: limit)
    let descriptor = try calling { () throws(SystemError) in
      // It may have become something else meanwhile: `O_NONBLOCK` keeps a pipe from waiting for its writer.
      try SystemCalls.open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY)
    }
    defer { close(descriptor) }
    let status = try calling { () throws(SystemError) in try SystemCalls.status(of: descriptor) }
    try check(status, limit: limit)
    // One byte more than allowed shows that there is too much, whatever size the file says it has.
    let bytes = try calling { () throws(SystemError) in
      try SystemCalls.readBytes(from: descriptor, limit: limit + 1, expecting: status.size)
    }
    guard bytes.count <= limit else { throw .tooLarge }
    return bytes
  }

  private static func check(_ status: SystemCalls.FileStatus, limit: Int) throws(Failure) {
    guard status.kind == .file else { throw .notRegular }
    guard status.size <= limit else { throw .tooLarge }
  }

  private static func calling<Result>(_ call: () throws(SystemError) -> Result) throws(Failure) -> Result {
    do throws(SystemError) {
      return try call()
    } catch {
      throw .system(error)
    }
  }
}
