import Glibc

/// Writes bytes to an open descriptor: immutable memory by reference into a pipe, everything else as a copy.
struct DescriptorWriter {
  private enum Transfer { case reference, pipeCopy, socket, file }

  private static let preferredPipeSize = 1 << 20

  /// In nanoseconds. A writer that tries again as soon as one page of a full pipe is free competes with the reader for
  /// the lock of the pipe: 1.5 instead of 0.7 CPU seconds for 5.6 GB into cat. The reader of a pipe of the preferred
  /// size stays busy for longer than this pause.
  private static let fullPipePause = 20_000

  /// The name of the output in errors.
  let name: String
  let descriptor: Int32
  private(set) var bytesWritten: Int64 = 0
  private var transfer: Transfer
  private var pausesWhenFull = false
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

  /// Writes all bytes of `first`, then all bytes of `second`. With `allowsLending`, neither may ever change again.
  mutating func write(
    _ first: UnsafeRawBufferPointer, _ second: UnsafeRawBufferPointer, allowsLending: Bool
  ) throws(SinkError) {
    var first = first
    var second = second
    while !first.isEmpty || !second.isEmpty {
      // An inherited pipe may be blocking, and other processes share its flags. But when poll reports a pipe as
      // writable, one page can be written without blocking.
      if transfer == .pipeCopy || (transfer == .reference && !allowsLending) { try waitUntilWritable() }
      let count: Int
      do {
        count = try attempt(first, second, allowsLending: allowsLending)
      } catch let error where error.rawValue == EAGAIN {
        try waitUntilWritable()
        continue
      } catch let error where transfer == .reference && allowsLending && error.meansSplicingIsUnsupported {
        transfer = .pipeCopy
        continue
      } catch {
        throw SinkError(writing: name, error)
      }
      bytesWritten += Int64(count)
      let filledPipe = transfer == .reference && count < first.count + second.count
      second = UnsafeRawBufferPointer(rebasing: second.dropFirst(max(0, count - first.count)))
      first = UnsafeRawBufferPointer(rebasing: first.dropFirst(count))
      if filledPipe && allowsLending && pausesWhenFull { SystemCalls.pause(nanoseconds: Self.fullPipePause) }
    }
  }

  private func attempt(
    _ first: UnsafeRawBufferPointer, _ second: UnsafeRawBufferPointer, allowsLending: Bool
  ) throws(SystemError) -> Int {
    let next = first.isEmpty ? second : first
    return switch transfer {
    case .reference where allowsLending: try SystemCalls.lend(descriptor, first, second)
    case .reference, .pipeCopy:
      try SystemCalls.write(descriptor, UnsafeRawBufferPointer(rebasing: next.prefix(Int(PIPE_BUF))))
    case .socket: try SystemCalls.send(descriptor, next)
    case .file: try SystemCalls.write(descriptor, first, second)
    }
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
    pausesWhenFull = capacity >= Self.preferredPipeSize
  }
}

extension SystemError {
  /// Whether the kernel, a sandbox or the kind of pipe does not support vmsplice.
  fileprivate var meansSplicingIsUnsupported: Bool {
    [EINVAL, ENOSYS, EBADF, EPERM].contains(rawValue)
  }
}
