import CLinux
import Glibc

extension SystemCalls {
  // MARK: Reading

  /// Reads from a descriptor until its end or up to `limit` bytes.
  package static func readBytes(
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

  /// Waits until a descriptor is readable or its writers have closed it. Returns `false` after `timeout` milliseconds.
  /// Also waits for the first writer of a FIFO.
  package static func waitUntilReadable(_ descriptor: Int32, timeout milliseconds: Int32 = -1) throws(SystemError)
    -> Bool
  {
    var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return try retrying { poll(&waiting, 1, milliseconds) } > 0
  }

  /// Returns when reading can be retried, or throws the error.
  private static func waitOut(_ error: SystemError, of descriptor: Int32) throws(SystemError) {
    switch error.rawValue {
    case EINTR: return
    case EAGAIN:
      // The parent process may have made the descriptor nonblocking.
      _ = try waitUntilReadable(descriptor)
    default: throw error
    }
  }

  // MARK: Writing

  package static func write(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) throws(SystemError) -> Int {
    try retrying { Glibc.write(descriptor, bytes.baseAddress, bytes.count) }
  }

  package static func write(
    _ descriptor: Int32, _ first: UnsafeRawBufferPointer, _ second: UnsafeRawBufferPointer
  ) throws(SystemError) -> Int {
    try withVectors(first, second) { vectors, count throws(SystemError) in
      try retrying { writev(descriptor, vectors, Int32(count)) }
    }
  }

  /// Sends without waiting, and without a signal if the peer is gone.
  package static func send(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) throws(SystemError) -> Int {
    let flags = Int32(MSG_DONTWAIT) | Int32(MSG_NOSIGNAL)
    return try retrying { Glibc.send(descriptor, bytes.baseAddress, bytes.count, flags) }
  }

  /// Adds the pages of some parts to a pipe, without copying and without waiting.
  package static func lend(_ descriptor: Int32, _ parts: ArraySlice<iovec>) throws(SystemError) -> Int {
    try parts.withUnsafeBufferPointer { parts throws(SystemError) in
      // The kernel refuses more than UIO_MAXIOV.
      let count = min(parts.count, 1024)
      return try retrying { vmsplice(descriptor, parts.baseAddress, count, GNU.spliceNonBlocking) }
    }
  }

  /// Enlarges the capacity of a pipe to at least `size` bytes. Returns the actual capacity.
  @discardableResult
  package static func enlargePipe(_ descriptor: Int32, to size: Int) throws(SystemError) -> Int {
    let current = try retrying { fcntl(descriptor, GNU.getPipeSize) }
    guard current < size else { return Int(current) }
    return Int(try retrying { fcntl(descriptor, GNU.setPipeSize, Int32(clamping: size)) })
  }

  /// Returns the maximum capacity of a pipe without privileges, from /proc/sys/fs/pipe-max-size.
  package static func maximumPipeSize() -> Int? {
    guard let descriptor = try? open("/proc/sys/fs/pipe-max-size", O_RDONLY) else { return nil }
    defer { _ = Glibc.close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: 32)
    let count = read(descriptor, &bytes, bytes.count)
    guard count > 0 else { return nil }
    return Int(String(decoding: bytes[..<count].prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self))
  }

  private static func withVectors(
    _ first: UnsafeRawBufferPointer, _ second: UnsafeRawBufferPointer,
    _ body: (UnsafePointer<iovec>?, Int) throws(SystemError) -> Int
  ) throws(SystemError) -> Int {
    let pair = (iovec(first), iovec(second))
    return try withUnsafeBytes(of: pair) { bytes throws(SystemError) in
      try body(bytes.baseAddress?.assumingMemoryBound(to: iovec.self), 2)
    }
  }

  // MARK: Waiting

  /// Creates a descriptor that becomes readable when it is signaled, and stays so.
  package static func makeEvent() throws(SystemError) -> Int32 {
    try retrying { eventfd(0, O_CLOEXEC | O_NONBLOCK) }
  }

  package static func signalEvent(_ descriptor: Int32) {
    var one: UInt64 = 1
    // Writing fails only if the counter is at its maximum, and then the descriptor is already readable.
    _ = Glibc.write(descriptor, &one, MemoryLayout<UInt64>.size)
  }

  /// Waits until `writable` is ready or has failed (`true`), or until `event` is signaled, a signal arrives or the time
  /// is over (`false`). A negative timeout means no timeout.
  package static func wait(writable: Int32?, event: Int32?, timeoutMilliseconds: Int32) throws(SystemError) -> Bool {
    // poll ignores negative descriptors.
    var pair = (
      pollfd(fd: writable ?? -1, events: Int16(POLLOUT), revents: 0),
      pollfd(fd: event ?? -1, events: Int16(POLLIN), revents: 0)
    )
    let result = withUnsafeMutableBytes(of: &pair) { bytes in
      poll(bytes.baseAddress?.assumingMemoryBound(to: pollfd.self), 2, timeoutMilliseconds)
    }
    if result < 0, errno != EINTR { throw .last }
    return result > 0 && pair.0.revents != 0
  }

  /// Sleeps for less than a millisecond. A signal ends the sleep early.
  package static func pause(nanoseconds: Int) {
    var time = timespec(tv_sec: 0, tv_nsec: nanoseconds)
    nanosleep(&time, nil)
  }

  /// By how many nanoseconds the timers of this thread may be late: by default 50 microseconds, which is longer than
  /// most pauses.
  package static var timerSlack: Int { Int(overlay_timer_slack()) }

  package static func setTimerSlack(_ nanoseconds: Int) {
    overlay_set_timer_slack(UInt(nanoseconds))
  }

  /// Returns the time of a clock in nanoseconds.
  package static func nanoseconds(of clock: clockid_t = CLOCK_MONOTONIC) -> Int64 {
    var now = timespec()
    clock_gettime(clock, &now)
    return Int64(now.tv_sec) * 1_000_000_000 + Int64(now.tv_nsec)
  }

  // MARK: Pages

  /// Returns new anonymous read-only pages with a copy of `bytes`.
  package static func mapReadOnlyCopy(of bytes: [UInt8]) throws(SystemError) -> UnsafeRawBufferPointer {
    let pages = mmap(nil, bytes.count, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
    guard let pages, pages != MAP_FAILED else { throw .last }
    bytes.withUnsafeBytes { pages.copyMemory(from: $0.baseAddress ?? UnsafeRawPointer(pages), byteCount: $0.count) }
    mprotect(pages, bytes.count, PROT_READ)
    return UnsafeRawBufferPointer(start: pages, count: bytes.count)
  }

  package static func unmap(_ bytes: UnsafeRawBufferPointer) {
    munmap(UnsafeMutableRawPointer(mutating: bytes.baseAddress), bytes.count)
  }
}

extension iovec {
  package init(_ bytes: UnsafeRawBufferPointer) {
    self.init(iov_base: UnsafeMutableRawPointer(mutating: bytes.baseAddress), iov_len: bytes.count)
  }
}
