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

  /// Waits where reading can be tried again; throws what else stands against it.
  private static func waitOut(_ error: SystemError, of descriptor: Int32) throws(SystemError) {
    switch error.rawValue {
    case EINTR: return
    case EAGAIN:
      // Whoever started the process may have made the descriptor one that does not wait.
      var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      if poll(&waiting, 1, -1) < 0, errno != EINTR { throw .last }
    default: throw error
    }
  }
}
