import Glibc

/// Reads caption files up to the size limit.
enum CaptionFile {
  /// Returns the content of a file. A FIFO is read until its writers close it.
  ///
  /// - Parameters:
  ///   - patience: The time after which `onWait` is called, once, if a FIFO provides nothing.
  static func bytes(
    ofFile path: String, patience milliseconds: Int32 = 1000, onWait: (() -> Void)? = nil
  ) throws(CaptionError.Kind) -> [UInt8] {
    // The status is checked before the file is opened, because opening alone can trigger a device.
    let status = try translatingErrors { () throws(SystemError) in try SystemCalls.status(of: path) }
    guard status.kind != .characterDevice else { throw .notAFile }
    try check(status)
    // A FIFO is opened without waiting for a writer, so that the wait can be reported.
    let flags = status.kind == .pipe ? O_RDONLY | O_NOCTTY | O_NONBLOCK : O_RDONLY | O_NOCTTY
    let descriptor = try translatingErrors { () throws(SystemError) in try SystemCalls.open(path, flags) }
    defer { close(descriptor) }
    if status.kind == .pipe {
      try translatingErrors { () throws(SystemError) in
        if try !SystemCalls.waitUntilReadable(descriptor, timeout: milliseconds) {
          onWait?()
          _ = try SystemCalls.waitUntilReadable(descriptor)
        }
      }
    }
    return try bytes(from: descriptor)
  }

  /// Returns what a descriptor provides until its end. The descriptor may be a terminal.
  static func bytes(from descriptor: Int32) throws(CaptionError.Kind) -> [UInt8] {
    let status = try translatingErrors { () throws(SystemError) in try SystemCalls.status(of: descriptor) }
    try check(status)
    // Reading one byte more than allowed detects files that are too large, whatever their status says.
    let limit = CaptionDocument.sizeLimit + 1
    let bytes = try translatingErrors { () throws(SystemError) in
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

  private static func translatingErrors<Result>(
    _ call: () throws(SystemError) -> Result
  ) throws(CaptionError.Kind) -> Result {
    do {
      return try call()
    } catch {
      throw error.rawValue == ENOENT || error.rawValue == ENOTDIR ? .missing : .unreadable(error)
    }
  }
}
