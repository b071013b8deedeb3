import Glibc

/// Hands bytes to an open descriptor: frozen pages by reference into a pipe, everything else by copy.
struct DescriptorWriter {
  private enum Transfer { case reference, pipeCopy, socket, file }

  private static let wantedPipeSize = 1 << 20

  /// In nanoseconds. Whoever tries again as soon as one page of a full pipe is free fights the reader for its lock: 1.5 CPU
  /// seconds instead of 0.7 for 5.6 GB into cat. A pipe of the wanted size lasts a reader longer than this rest.
  private static let fullPipePause = 20_000

  /// What errors call the output.
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

  /// Whether frozen bytes are lent: their pages may then be read long after the write.
  var lendsPages: Bool { transfer == .reference }

  /// Writes all of `first`, then all of `second`. `frozen`: neither will ever change, so they may be lent.
  mutating func write(
    _ first: UnsafeRawBufferPointer, _ second: UnsafeRawBufferPointer, frozen: Bool
  ) throws(SinkError) {
    var first = first
    var second = second
    while !first.isEmpty || !second.isEmpty {
      // An inherited pipe may be a blocking one, and its flags are shared with other processes. But whenever poll calls
      // a pipe writable, one page can be written without waiting.
      if transfer == .pipeCopy || (transfer == .reference && !frozen) { try waitUntilWritable() }
      let count: Int
      do {
        count = try attempt(first, second, frozen: frozen)
      } catch let error where error.rawValue == EAGAIN {
        try waitUntilWritable()
        continue
      } catch let error where transfer == .reference && frozen && error.meansNoLending {
        transfer = .pipeCopy
        continue
      } catch {
        throw SinkError(writing: name, error)
      }
      bytesWritten += Int64(count)
      let filledPipe = transfer == .reference && count < first.count + second.count
      second = UnsafeRawBufferPointer(rebasing: second.dropFirst(max(0, count - first.count)))
      first = UnsafeRawBufferPointer(rebasing: first.dropFirst(count))
      if filledPipe && frozen && pausesWhenFull { SystemCalls.pause(nanoseconds: Self.fullPipePause) }
    }
  }

  private func attempt(
    _ first: UnsafeRawBufferPointer, _ second: UnsafeRawBufferPointer, frozen: Bool
  ) throws(SystemError) -> Int {
    let next = first.isEmpty ? second : first
    return switch transfer {
    case .reference where frozen: try SystemCalls.lend(descriptor, first, second)
    case .reference, .pipeCopy:
      try SystemCalls.write(descriptor, UnsafeRawBufferPointer(rebasing: next.prefix(Int(PIPE_BUF))))
    case .socket: try SystemCalls.send(descriptor, next)
    case .file: try SystemCalls.write(descriptor, first, second)
    }
  }

  /// Waits for the reader; after an interruption no longer than its grace.
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

  /// A larger pipe lets writer and reader take turns less often. It works with any size, so failure is no matter.
  private mutating func enlargePipe() {
    let capacity =
      (try? SystemCalls.enlargePipe(descriptor, to: Self.wantedPipeSize))
      ?? SystemCalls.maximumPipeSize().flatMap { try? SystemCalls.enlargePipe(descriptor, to: $0) } ?? 0
    pausesWhenFull = capacity >= Self.wantedPipeSize
  }
}

extension SystemError {
  /// The kernel, a sandbox or this kind of pipe has no vmsplice.
  fileprivate var meansNoLending: Bool {
    [EINVAL, ENOSYS, EBADF, EPERM].contains(rawValue)
  }
}
