import Glibc

extension SystemCalls {
  /// What a descriptor gives until its end, or its first `limit` bytes.
  static func readBytes(
    from descriptor: Int32, limit: Int, expecting expectedCount: Int = 0
  ) throws(SystemError) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(min(max(expectedCount, 0), limit))
    while bytes.count < limit {
      let count = withUnsafeTemporaryAllocation(byteCount: 65_536, alignment: 1) { buffer in
        let count = read(descriptor, buffer.baseAddress, min(buffer.count, limit - bytes.count))
        if count > 0 { bytes += buffer[..<count] }
        return count
      }
      if count == 0 { break }
      if count < 0 { try waitOut(SystemError.last, of: descriptor) }
    }
    return bytes
  }

  /// Waits until a descriptor has something to read, or its writers have closed it; `false` when it has not come to that
  /// after `timeout` milliseconds. A FIFO that has had no writer since it was opened is waited for as well.
  static func waitUntilReadable(_ descriptor: Int32, timeout milliseconds: Int32 = -1) throws(SystemError) -> Bool {
    var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return try retrying { poll(&waiting, 1, milliseconds) } > 0
  }

  /// Waits where reading can be tried again; throws what else stands against it.
  private static func waitOut(_ error: SystemError, of descriptor: Int32) throws(SystemError) {
    switch error.rawValue {
    case EINTR: return
    case EAGAIN:
      // Whoever started the process may have made the descriptor one that does not wait.
      _ = try waitUntilReadable(descriptor)
    default: throw error
    }
  }
}
