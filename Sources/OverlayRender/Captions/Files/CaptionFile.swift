import Glibc

/// Reads files of captions, and never more of one than it may have.
enum CaptionFile {
  /// What a file holds; a FIFO is read until its writers have closed it.
  ///
  /// - Parameters:
  ///   - patience: How long a FIFO may give nothing before `onWait` is called, once.
  static func bytes(
    ofFile path: String, patience milliseconds: Int32 = 1000, onWait: (() -> Void)? = nil
  ) throws(CaptionError.Kind) -> [UInt8] {
    // Looked at before it is opened, for opening alone may set off a device.
    let status = try settled { () throws(SystemError) in try SystemCalls.status(of: path) }
    guard status.kind != .characterDevice else { throw .notAFile }
    try check(status)
    // A FIFO is opened without waiting for a writer, so that the wait can be reported.
    let flags = status.kind == .pipe ? O_RDONLY | O_NOCTTY | O_NONBLOCK : O_RDONLY | O_NOCTTY
    let descriptor = try settled { () throws(SystemError) in try SystemCalls.open(path, flags) }
    defer { close(descriptor) }
    if status.kind == .pipe {
      try settled { () throws(SystemError) in
        if try !SystemCalls.waitUntilReadable(descriptor, timeout: milliseconds) {
          onWait?()
          _ = try SystemCalls.waitUntilReadable(descriptor)
        }
      }
    }
    return try bytes(from: descriptor)
  }

  /// What a descriptor gives until its end; it may be a terminal's.
  static func bytes(from descriptor: Int32) throws(CaptionError.Kind) -> [UInt8] {
    let status = try settled { () throws(SystemError) in try SystemCalls.status(of: descriptor) }
    try check(status)
    // One byte more than allowed tells that there is too much, whatever size the file says it has.
    let limit = CaptionDocument.sizeLimit + 1
    let bytes = try settled { () throws(SystemError) in
      try SystemCalls.readBytes(from: descriptor, limit: limit, expecting: status.size)
    }
    if bytes.count == limit { throw .tooLarge }
    return bytes
  }

  private static func check(_ status: SystemCalls.FileStatus) throws(CaptionError.Kind) {
    switch status.kind {
    case .folder: throw .folder
    case .other: throw .notAFile
    case .file where status.size > CaptionDocument.sizeLimit: throw .tooLarge
    case .file, .pipe, .socket, .characterDevice: break
    }
  }

  private static func settled<Result>(
    _ call: () throws(SystemError) -> Result
  ) throws(CaptionError.Kind) -> Result {
    do {
      return try call()
    } catch {
      throw error.rawValue == ENOENT || error.rawValue == ENOTDIR ? .missing : .unreadable(error)
    }
  }
}
