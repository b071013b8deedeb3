import Glibc

/// Writes bytes to an open descriptor: immutable memory by reference into a pipe, everything else as a copy.
struct DescriptorWriter {
  private enum Transfer { case reference, pipeCopy, socket, file }

  private static let preferredPipeSize = 1 << 20

  /// The name of the output in errors.
  let name: String
  let descriptor: Int32
  private(set) var bytesWritten: Int64 = 0
  private var transfer: Transfer
  /// The pause while the pipe is full; `nil` if it is too small to keep its reader busy meanwhile.
  private var pause: PipePause?
  private let interruption: OutputInterruption?

  init(_ descriptor: Int32, kind: SystemCalls.FileStatus.Kind, name: String, interruption: OutputInterruption?) {
    self.descriptor = descriptor
    self.name = name
    self.interruption = interruption
    switch kind {
    case .pipe:
      transfer = .reference
      enlargePipe()
    case .socket: transfer = .socket
    case .file, .folder, .characterDevice, .other: transfer = .file
    }
  }

  /// Whether immutable bytes are lent, so that their memory may be read long after the write.
  var lendsPages: Bool { transfer == .reference }

  /// Writes copies of all bytes of `first`, and then of `second`.
  mutating func write(_ first: UnsafeRawBufferPointer, _ second: UnsafeRawBufferPointer) throws(SinkError) {
    var first = first
    var second = second
    while !first.isEmpty || !second.isEmpty {
      if isPipe { try waitUntilWritable() }
      let result = Result { () throws(SystemError) in try attempt(first, second) }
      guard let count = try transferred(by: result) else { continue }
      second = UnsafeRawBufferPointer(rebasing: second.dropFirst(max(0, count - first.count)))
      first = UnsafeRawBufferPointer(rebasing: first.dropFirst(count))
    }
  }

  /// Lends all parts to a pipe, which reads them much later. Their bytes never change again. A pipe that cannot borrow
  /// gets copies.
  ///
  /// - Parameter parts: The parts, which are the same afterward.
  mutating func lend(_ parts: inout [iovec]) throws(SinkError) {
    var index = 0
    // What is written of the part.
    var offset = 0
    var slack: Int?
    defer { if let slack { SystemCalls.setTimerSlack(slack) } }
    while index < parts.count {
      if transfer == .pipeCopy { try waitUntilWritable() }
      let part = parts[index]
      parts[index] = part.dropFirst(offset)
      let result = Result { () throws(SystemError) in try attempt(parts[index...]) }
      parts[index] = part
      let count = try transferred(by: result) ?? 0
      offset += count
      pause?.count(byteCount: count)
      while index < parts.count, offset >= parts[index].iov_len {
        offset -= parts[index].iov_len
        index += 1
      }
      if index < parts.count, transfer == .reference { try waitForSpace(&slack) }
    }
  }

  /// Pauses while the reader empties a pipe that is full.
  ///
  /// - Parameter slack: The timer slack of the thread before the first pause of a picture.
  private mutating func waitForSpace(_ slack: inout Int?) throws(SinkError) {
    guard let nanoseconds = pause?.next() else { return }
    if interruption?.remainingNanoseconds == 0 { throw .interrupted(name: name) }
    if slack == nil {
      slack = SystemCalls.timerSlack
      SystemCalls.setTimerSlack(1)
    }
    SystemCalls.pause(nanoseconds: nanoseconds)
  }

  /// An inherited pipe may be blocking, and other processes share its flags. But when poll reports a pipe as writable,
  /// one page can be written without blocking.
  private var isPipe: Bool { transfer == .pipeCopy || transfer == .reference }

  /// Returns the number of bytes that an attempt has written, or `nil` if it has to be made again.
  private mutating func transferred(by result: Result<Int, SystemError>) throws(SinkError) -> Int? {
    do {
      let count = try result.get()
      bytesWritten += Int64(count)
      return count
    } catch let error where error.rawValue == EAGAIN {
      try waitUntilWritable()
    } catch let error where transfer == .reference && error.meansSplicingIsUnsupported {
      transfer = .pipeCopy
    } catch {
      throw SinkError(writing: name, error)
    }
    return nil
  }

  private func attempt(
    _ first: UnsafeRawBufferPointer, _ second: UnsafeRawBufferPointer
  ) throws(SystemError) -> Int {
    let next = first.isEmpty ? second : first
    return switch transfer {
    case .reference, .pipeCopy:
      try SystemCalls.write(descriptor, UnsafeRawBufferPointer(rebasing: next.prefix(Int(PIPE_BUF))))
    case .socket: try SystemCalls.send(descriptor, next)
    case .file: try SystemCalls.write(descriptor, first, second)
    }
  }

  private func attempt(_ parts: ArraySlice<iovec>) throws(SystemError) -> Int {
    if transfer == .reference { return try SystemCalls.lend(descriptor, parts) }
    guard let part = parts.first else { return 0 }
    return try SystemCalls.write(
      descriptor, UnsafeRawBufferPointer(start: part.iov_base, count: min(part.iov_len, Int(PIPE_BUF))))
  }

  /// Waits until the descriptor is writable. After an interruption it waits at most for the rest of the grace period.
  private func waitUntilWritable() throws(SinkError) {
    while true {
      let remaining = interruption?.remainingNanoseconds
      if remaining == 0 { throw .interrupted(name: name) }
      let timeout = remaining.map { Int32(clamping: ($0 + 999_999) / 1_000_000) } ?? -1
      let event = remaining == nil ? interruption?.event : nil
      do {
        if try SystemCalls.wait(writable: descriptor, event: event, timeoutMilliseconds: timeout) { return }
      } catch {
        throw SinkError(writing: name, error)
      }
    }
  }

  /// Enlarges the pipe, so that writer and reader alternate less often. Writing works with any size, so failure is
  /// ignored.
  private mutating func enlargePipe() {
    let capacity =
      (try? SystemCalls.enlargePipe(descriptor, to: Self.preferredPipeSize))
      ?? SystemCalls.maximumPipeSize().flatMap { try? SystemCalls.enlargePipe(descriptor, to: $0) } ?? 0
    if capacity >= Self.preferredPipeSize { pause = PipePause(capacity: capacity) }
  }
}

extension SystemError {
  /// Whether the kernel, a sandbox or the kind of pipe does not support vmsplice.
  fileprivate var meansSplicingIsUnsupported: Bool {
    [EINVAL, ENOSYS, EBADF, EPERM].contains(rawValue)
  }
}

extension iovec {
  /// Returns the bytes after the first `count`.
  fileprivate func dropFirst(_ count: Int) -> iovec {
    iovec(iov_base: iov_base + count, iov_len: iov_len - count)
  }
}
