import Glibc

/// Where an output's bytes go: a file, a FIFO, a device, or a descriptor that the process was started with.
///
/// - A regular file is written under a temporary name, `.NAME.RANDOM.part` in the same folder, and gets its name in
///   `finish()`. A file that it replaces stays whole until then, and hands on its permissions and owner.
/// - A FIFO, a pipe or a socket is a stream: it bears its name from the start, and pictures go into a pipe by reference.
/// - A character device such as /dev/null is written as it is; a terminal is refused.
///
/// A reader's leaving is an error, `SinkError.readerClosed`, and never a signal, whatever the process does with SIGPIPE. An
/// output that is let go of without `finish()` is abandoned.
public final class ByteOutput {
  private enum Destination { case file(UnfinishedFile), stream, inherited }

  private let destination: Destination
  private let interruption: OutputInterruption?
  private var writer: DescriptorWriter
  private var isOpen = true
  /// Pictures handed to the kernel so far, whole ones only.
  private(set) var picturesWritten: Int64 = 0

  /// Opens the output called `path`; a FIFO waits for its reader.
  ///
  /// - Parameters:
  ///   - path: a file to be made, or an existing FIFO or character device.
  ///   - overwrite: whether an existing file is replaced (in `finish()`, at once and whole).
  ///   - interruption: ends the waiting for a reader, now and while writing.
  ///   - onWait: Called once when a FIFO has had no reader for a second.
  /// - Throws: `SinkError`, before anything is made.
  public init(
    path: String, overwrite: Bool = false, interruption: OutputInterruption? = nil, onWait: (() -> Void)? = nil
  ) throws(SinkError) {
    guard !path.isEmpty else { throw .nameEmpty }
    if interruption?.isRequested == true { throw .interrupted(name: path) }
    self.interruption = interruption

    let existing = try Self.status(of: path, overwrite: overwrite)
    switch existing?.kind {
    case nil, .file:
      if existing != nil && !overwrite { throw .alreadyExists(path: path) }
      // Replacing a symbolic link means replacing the file it leads to.
      let target = existing == nil ? path : SystemCalls.resolvedPath(path) ?? path
      let file = try UnfinishedFile(path: target, replacesExisting: overwrite, replaced: existing)
      destination = .file(file)
      writer = DescriptorWriter(file.descriptor, kind: .file, name: path, interruption: interruption)
    case .pipe:
      let descriptor = try Self.openPipe(path, interruption, onWait)
      destination = .stream
      writer = DescriptorWriter(descriptor, kind: .pipe, name: path, interruption: interruption)
    case .characterDevice:
      let descriptor = try Self.openDevice(path)
      destination = .stream
      writer = DescriptorWriter(descriptor, kind: .characterDevice, name: path, interruption: interruption)
    case .folder: throw .folder(path: path)
    case .socket, .other: throw .unsuitable(path: path)
    }
  }

  /// Takes an inherited descriptor (1 for standard output), which stays open afterwards.
  ///
  /// - Parameters:
  ///   - descriptor: the descriptor, open for writing.
  ///   - name: what errors call it.
  ///   - interruption: ends the waiting for a reader.
  /// - Throws: `SinkError` when it is closed, read-only or a terminal.
  public init(
    descriptor: Int32, name: String = "standard output", interruption: OutputInterruption? = nil
  ) throws(SinkError) {
    let kind: SystemCalls.FileStatus.Kind
    do {
      kind = try SystemCalls.status(of: descriptor).kind
      guard try !SystemCalls.isReadOnly(descriptor) else { throw SinkError.notWritable(name: name) }
    } catch let error as SinkError {
      throw error
    } catch {
      throw .notOpen(name: name)
    }
    guard !SystemCalls.isTerminal(descriptor) else { throw .terminal(name: name) }
    destination = .inherited
    self.interruption = interruption
    writer = DescriptorWriter(descriptor, kind: kind, name: name, interruption: interruption)
  }

  deinit {
    abandon()
  }

  /// What errors call the output: its path, or "standard output".
  public var name: String { writer.name }

  /// Bytes handed to the kernel so far.
  public var bytesWritten: Int64 { writer.bytesWritten }

  /// Copies `bytes` out.
  public func write(_ bytes: RawSpan) throws(SinkError) {
    try BrokenPipeSignal.blocked { () throws(SinkError) in
      try bytes.withUnsafeBytes { (bytes) throws(SinkError) in
        try writer.write(bytes, UnsafeRawBufferPointer(start: nil, count: 0), frozen: false)
      }
    }
  }

  /// Writes `header` and all of the picture's bytes, `count` times; into a pipe by reference.
  ///
  /// Pages that were lent to the kernel may be read long after, so such a picture is retired.
  ///
  /// - Throws: `SinkError.interrupted` between two frames once an interruption was requested.
  func write(_ picture: PixelBuffer, count: Int, after header: FrozenBytes? = nil) throws(SinkError) {
    if writer.lendsPages { picture.retire() }
    try BrokenPipeSignal.blocked { () throws(SinkError) in
      try picture.withUnsafeBytes { (body) throws(SinkError) in
        try withUnsafeBytes(of: header) { (header) throws(SinkError) in
          for _ in 0..<count { try writeFrame(header, body) }
        }
      }
    }
  }

  private func writeFrame(_ header: UnsafeRawBufferPointer, _ body: UnsafeRawBufferPointer) throws(SinkError) {
    if interruption?.isRequested == true { throw .interrupted(name: name) }
    try writer.write(header, body, frozen: true)
    picturesWritten += 1
    if picturesWritten == 1, case .file(let file) = destination { file.noteWorthKeeping() }
  }

  /// Completes the output; a file gets its name. Also after an interruption.
  ///
  /// - Throws: `SinkError.appearedMeanwhile` when the file's name was taken meanwhile; the complete file keeps its temporary
  ///   name. After any other error the output is still to be abandoned.
  public func finish() throws(SinkError) {
    guard isOpen else { return }
    switch destination {
    case .file(let file): try file.publish()
    case .stream:
      isOpen = false
      do {
        try SystemCalls.close(writer.descriptor)
      } catch {
        throw SinkError(writing: name, error)
      }
    case .inherited: break
    }
    isOpen = false
  }

  /// Completes an output that was cut short.
  ///
  /// - Parameter publishes: Whether a file gets its name, as in `finish()`; otherwise it keeps its temporary one, and a file
  ///   that has the name stays as it is.
  /// - Returns: The path of the file; `nil` for a pipe or a device.
  /// - Throws: As `finish()` does.
  public func finishCutShort(publishes: Bool) throws(SinkError) -> String? {
    guard case .file(let file) = destination, !publishes else {
      try finish()
      if case .file(let file) = destination { return file.path } else { return nil }
    }
    guard isOpen else { return nil }
    try file.keep()
    isOpen = false
    return file.temporaryPath
  }

  /// Gives the output up: an unfinished file is removed. Does nothing after the output was finished.
  public func abandon() {
    guard isOpen else { return }
    isOpen = false
    switch destination {
    case .file(let file): file.discard()
    case .stream: try? SystemCalls.close(writer.descriptor)
    case .inherited: break
    }
  }
}

extension ByteOutput {
  /// What `path` leads to; nil for a name that is free.
  private static func status(of path: String, overwrite: Bool) throws(SinkError) -> SystemCalls.FileStatus? {
    do {
      return try SystemCalls.status(of: path)
    } catch let error where error.rawValue == ENOENT {
      // A symbolic link that leads nowhere takes the name as well; it may be replaced.
      let isLink = (try? SystemCalls.status(of: path, followingLink: false)) != nil
      if isLink && !overwrite { throw .alreadyExists(path: path) }
      return nil
    } catch {
      throw SinkError(creating: path, error)
    }
  }

  /// Opens a FIFO for writing as soon as it has a reader.
  ///
  /// - Throws: `SinkError.interrupted` when the interruption ends the waiting.
  static func openPipe(
    _ path: String, _ interruption: OutputInterruption?, _ onWait: (() -> Void)?
  ) throws(SinkError) -> Int32 {
    let start = SystemCalls.nanoseconds()
    var onWait = onWait
    while true {
      do {
        return try SystemCalls.open(path, O_WRONLY | O_NONBLOCK)
      } catch let error where error.rawValue == ENXIO {
        if interruption?.isRequested == true { throw .interrupted(name: path) }
        if let report = onWait, SystemCalls.nanoseconds() - start > 1_000_000_000 {
          report()
          onWait = nil
        }
        // The kernel does not report when a reader comes.
        _ = try? SystemCalls.wait(writable: nil, event: interruption?.event, timeoutMilliseconds: 20)
      } catch {
        throw SinkError(creating: path, error)
      }
    }
  }

  private static func openDevice(_ path: String) throws(SinkError) -> Int32 {
    let descriptor: Int32
    do {
      descriptor = try SystemCalls.open(path, O_WRONLY | O_NOCTTY)
    } catch {
      throw SinkError(creating: path, error)
    }
    guard SystemCalls.isTerminal(descriptor) else { return descriptor }
    try? SystemCalls.close(descriptor)
    throw .terminal(name: path)
  }

  private func withUnsafeBytes(
    of header: FrozenBytes?, _ body: (UnsafeRawBufferPointer) throws(SinkError) -> Void
  ) throws(SinkError) {
    guard let header else { return try body(UnsafeRawBufferPointer(start: nil, count: 0)) }
    try header.withUnsafeBytes(body)
  }
}

/// A few bytes on pages of their own that never change, so that they can be lent to the kernel again and again.
final class FrozenBytes {
  private let bytes: UnsafeRawBufferPointer

  /// Copies `bytes` (at least one) onto fresh pages.
  init(_ bytes: [UInt8]) throws(SystemError) {
    self.bytes = try SystemCalls.mapReadOnlyCopy(of: bytes)
  }

  deinit {
    SystemCalls.unmap(bytes)
  }

  func withUnsafeBytes<Result, Failure>(
    _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try body(bytes)
  }
}
