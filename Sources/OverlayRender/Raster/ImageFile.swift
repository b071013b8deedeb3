import Glibc

/// Reads image files whole.
enum ImageFile {
  /// The bytes of a regular file of at most 256 MiB. Never waits for another process, as a FIFO's reader would.
  static func read(_ path: String) throws(ImageError.Reason) -> [UInt8] {
    // What follows a zero byte would be lost on the way to the kernel.
    guard !path.utf8.contains(0) else { throw .unreadable(errno: ENOENT) }
    let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
    guard descriptor >= 0 else { throw .unreadable(errno: errno) }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw .unreadable(errno: errno) }
    guard status.st_mode & S_IFMT == S_IFREG else { throw .notRegularFile }
    let limit = ImageError.maximumByteCount
    guard status.st_size <= limit else { throw .tooManyBytes(limit: limit) }
    return try read(descriptor, expectedCount: Int(status.st_size), limit: limit)
  }

  /// Reads to the end, which may have moved since the file was measured.
  private static func read(
    _ descriptor: Int32, expectedCount: Int, limit: Int
  ) throws(ImageError.Reason) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: expectedCount + 1)
    var count = 0
    while true {
      if count == bytes.count { bytes.append(contentsOf: repeatElement(0, count: count)) }
      let part = bytes.withUnsafeMutableBytes { buffer in
        Glibc.read(descriptor, buffer.baseAddress.map { $0 + count }, buffer.count - count)
      }
      if part < 0 && errno == EINTR { continue }
      guard part >= 0 else { throw .unreadable(errno: errno) }
      count += part
      guard count <= limit else { throw .tooManyBytes(limit: limit) }
      if part == 0 { return Array(bytes.prefix(count)) }
    }
  }
}
