import Glibc

/// The destination of an output's bytes: a file, a FIFO, a device, a socket, or an inherited file descriptor.
///
/// - A regular file is written under a temporary name, `.NAME.RANDOM.part` in the same folder, and is renamed in
///   `finish()`. A file that it replaces does not change until then, and passes on its permissions and owner.
/// - A new file of a format that stays readable if the process is killed has its name from the start.
/// - A FIFO, a pipe or a socket is a stream and has its name from the start. Pictures are written to a pipe by
///   reference.
/// - A character device such as /dev/null is written directly. A terminal is an error.
///
/// If the reader closes its end, the error is `SinkError.readerClosed`. No signal is raised, whatever the process does
/// with SIGPIPE. An output that is released without `finish()` is abandoned.
public final class ByteOutput {
  private enum Destination { case file(UnfinishedFile), stream, inherited }

  private let destination: Destination
  private let interruption: OutputInterruption?
  private var writer: DescriptorWriter
  /// The latest picture as pages that a pipe reads.
  private var pagedPicture: PagedPicture?
  /// The number of pictures that were written completely.
  private(set) var picturesWritten: Int64 = 0

  /// Opens the output at `path`. Opening a FIFO waits for its reader.
  ///
  /// - Parameters:
  ///   - path: The path of a new file, or of an existing FIFO or character device.
  ///   - overwrite: Whether to replace an existing file (atomically, in `finish()`).
  ///   - staysReadable: Whether a file can be read even if the process is killed. A new file then has its name from the
  ///     start, and keeps it if writing fails after the first frame.
  ///   - isDurable: Whether a file is on the disk before it gets its name, and the name when the output is finished.
  ///   - interruption: Ends the wait for a reader, here and during writes.
  ///   - onWait: Called once when a FIFO has had no reader for a second.
  /// - Throws: `SinkError`, before anything is created.
  public init(
    path: String, overwrite: Bool = false, staysReadable: Bool = false, isDurable: Bool = false,
    interruption: OutputInterruption? = nil, onWait: (() -> Void)? = nil
  ) throws(SinkError) {
    guard !path.isEmpty else { throw .nameEmpty }
    guard !path.hasSuffix("/") else { throw .folder(path: path) }
    if interruption?.isRequested == true { throw .interrupted(name: path) }
    self.interruption = interruption

    let existing = try Self.status(of: path, overwrite: overwrite)
    switch existing?.kind {
    case nil, .file:
      if existing != nil && !overwrite { throw .alreadyExists(path: path) }
      let (entry, replaced) = try Self.entry(at: path, exists: existing != nil)
      let file = try UnfinishedFile(
        entry, replacesExisting: overwrite, replaced: replaced,
        hasNameFromStart: staysReadable && existing == nil, isDurable: isDurable)
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

  /// Uses an inherited descriptor (1 for standard output), which stays open afterward.
  ///
  /// - Parameters:
  ///   - descriptor: The descriptor, which must be open for writing.
  ///   - name: The name of the output in errors.
  ///   - interruption: Ends the wait for a reader.
  /// - Throws: `SinkError` if the descriptor is closed, read-only or a terminal.
  public convenience init(
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
    let writer = DescriptorWriter(descriptor, kind: kind, name: name, interruption: interruption)
    self.init(inherited: writer, interruption: interruption)
  }

  init(inherited writer: DescriptorWriter, interruption: OutputInterruption?) {
    destination = .inherited
    self.interruption = interruption
    self.writer = writer
  }

  /// Connects to a program that listens on a Unix-domain stream socket.
  ///
  /// - Parameters:
  ///   - path: The path of the socket.
  ///   - interruption: Ends the wait for the program, here and during writes.
  ///   - onWait: Called once when the program has not accepted the connection for a second.
  /// - Throws: `SinkError`; in particular `noListener`.
  public init(
    socket path: String, interruption: OutputInterruption? = nil, onWait: (() -> Void)? = nil
  ) throws(SinkError) {
    let name = OutputDestination.unixSocket(path: path).name
    self.interruption = interruption
    let descriptor = try UnixSocket.connect(to: path, name: name, interruption: interruption, onWait: onWait)
    destination = .stream
    writer = DescriptorWriter(descriptor, kind: .socket, name: name, interruption: interruption)
  }

  deinit {
    abandon()
  }

  /// The name of the output in errors: its path, "standard output", or `unix:` and the path of a socket.
  public var name: String { writer.name }

  /// Whether the output is neither finished nor abandoned.
  package private(set) var isOpen = true

  /// The number of bytes written so far.
  public var bytesWritten: Int64 { writer.bytesWritten }

  /// Writes a copy of `bytes`.
  ///
  /// - Throws: `SinkError` if the bytes cannot be written, or if the reader closed the pipe; `SinkError.notOpen` after
  ///   the end of the output.
  public func write(_ bytes: RawSpan) throws(SinkError) {
    guard isOpen else { throw .notOpen(name: name) }
    try BrokenPipeSignal.blocked { () throws(SinkError) in
      try bytes.withUnsafeBytes { (bytes) throws(SinkError) in
        try writer.write(bytes, UnsafeRawBufferPointer(start: nil, count: 0))
      }
    }
  }

  /// The path at which the bytes so far can be read, or `nil` for a pipe or a device.
  package var currentPath: String? {
    if case .file(let file) = destination { file.temporaryPath } else { nil }
  }

  /// Records that a file has content, so that it is kept if the process must end before the file is complete.
  package func markAsHavingContent() {
    if case .file(let file) = destination { file.markAsHavingContent() }
  }

  /// Moves to a position in a file, where the next bytes are written.
  ///
  /// - Parameters:
  ///   - offset: The number of bytes from `origin`.
  ///   - origin: `SEEK_SET`, `SEEK_CUR` or `SEEK_END`.
  /// - Returns: The position in bytes, or `nil` for a pipe or a device.
  package func seek(to offset: Int64, from origin: Int32) throws(SinkError) -> Int64? {
    guard isOpen, case .file(let file) = destination else { return nil }
    do { return try SystemCalls.seek(file.descriptor, to: offset, from: origin) } catch {
      throw SinkError(writing: name, error)
    }
  }

  /// Writes the bytes of a picture `count` times. A pipe receives pages by reference, and only those that have changed
  /// are copied.
  ///
  /// - Parameters:
  ///   - picture: The picture. All pictures of an output have the same format.
  ///   - damage: The difference from the picture that was written before; `nil` if it is not known.
  ///   - count: The number of times.
  /// - Throws: `SinkError.interrupted` between two frames if an interruption was requested, or another `SinkError`.
  public func write(_ picture: PixelBuffer, damage: Damage? = nil, count: Int = 1) throws(SinkError) {
    try write(picture, damage: damage, count: count, after: nil)
  }

  /// Writes `header` and the bytes of the picture, `count` times. The header is the same for all pictures.
  func write(_ picture: PixelBuffer, damage: Damage?, count: Int, after header: ReadOnlyBytes?) throws(SinkError) {
    guard isOpen else { throw .notOpen(name: name) }
    try BrokenPipeSignal.blocked { () throws(SinkError) in
      if writer.lendsPages {
        try updatePages(to: picture, damage, header)
        return try lendPicture(count: count)
      }
      pagedPicture = nil
      try picture.withUnsafeBytes { (body) throws(SinkError) in
        try withUnsafeBytes(of: header) { (header) throws(SinkError) in
          for _ in 0..<count { try writeFrame { () throws(SinkError) in try writer.write(header, body) } }
        }
      }
    }
  }

  /// Whether this output has a copy of the latest picture, to lend it again.
  var holdsPicture: Bool { writer.lendsPages && pagedPicture != nil }

  /// Writes the latest picture, of which this output has a copy, `count` times.
  func writeAgain(count: Int) throws(SinkError) {
    guard isOpen else { throw .notOpen(name: name) }
    try BrokenPipeSignal.blocked { () throws(SinkError) in try lendPicture(count: count) }
  }

  private func lendPicture(count: Int) throws(SinkError) {
    for _ in 0..<count { try writeFrame { () throws(SinkError) in try pagedPicture?.lend(to: &writer) } }
  }

  private func updatePages(to picture: PixelBuffer, _ damage: Damage?, _ header: ReadOnlyBytes?) throws(SinkError) {
    if pagedPicture == nil { pagedPicture = PagedPicture(format: picture.format, header: header) }
    do {
      try pagedPicture?.update(to: picture, damage: damage ?? Damage(picture.format.bounds))
    } catch {
      pagedPicture = nil
      throw .writeFailed(name: name, error: SystemError(rawValue: ENOMEM))
    }
  }

  private func writeFrame(_ write: () throws(SinkError) -> Void) throws(SinkError) {
    if interruption?.isRequested == true { throw .interrupted(name: name) }
    try write()
    picturesWritten += 1
    if picturesWritten == 1, case .file(let file) = destination { file.markAsHavingContent() }
  }

  /// Completes the output. A file is renamed to its final name. This also works after an interruption.
  ///
  /// - Throws: `SinkError.appearedMeanwhile` if another file has taken the name in the meantime; the complete file
  ///   keeps its temporary name. After any other error, the output must still be abandoned.
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

  /// Completes an output that ends early.
  ///
  /// - Parameter publishes: Whether a file is renamed to its final name, as in `finish()`. Otherwise it keeps its
  ///   temporary name, and an existing file with the final name does not change.
  /// - Returns: The path of the file, or `nil` for a pipe or a device.
  /// - Throws: The same errors as `finish()`.
  public func finishEarly(publishes: Bool) throws(SinkError) -> String? {
    guard case .file(let file) = destination, !publishes else {
      try finish()
      if case .file(let file) = destination { return file.path } else { return nil }
    }
    guard isOpen else { return nil }
    try file.keep()
    isOpen = false
    return file.temporaryPath
  }

  /// Abandons the output: an unfinished file is removed. Does nothing after the output is finished.
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
  /// Returns the status of the file at `path`, or nil if the name is free.
  private static func status(of path: String, overwrite: Bool) throws(SinkError) -> SystemCalls.FileStatus? {
    do {
      return try SystemCalls.status(of: path)
    } catch let error where error.rawValue == ENOENT {
      // A symbolic link without a destination occupies the name too, but can be replaced.
      let isLink = (try? SystemCalls.status(of: path, followingLink: false)) != nil
      if isLink && !overwrite { throw .alreadyExists(path: path) }
      return nil
    } catch {
      throw SinkError(creating: path, error)
    }
  }

  /// Returns the name that a file gets, and the file that has it. Replacing a symbolic link means replacing the file at
  /// its destination.
  private static func entry(
    at path: String, exists: Bool
  ) throws(SinkError) -> (FolderEntry, replaced: SystemCalls.FileStatus?) {
    do throws(SystemError) {
      guard exists else { return (try FolderEntry(path), nil) }
      let entry = try FolderEntry.destination(of: path)
      let replaced = try entry.status()
      // The path may lead to something else by now.
      guard replaced.kind == .file else { throw SystemError(rawValue: EACCES) }
      return (entry, replaced)
    } catch {
      throw SinkError(creating: path, error)
    }
  }

  /// Opens a FIFO for writing as soon as it has a reader.
  ///
  /// - Throws: `SinkError.interrupted` if the interruption ends the wait.
  static func openPipe(
    _ path: String, _ interruption: OutputInterruption?, _ onWait: (() -> Void)?
  ) throws(SinkError) -> Int32 {
    var wait = OutputWait(for: path, interruption: interruption, onWait: onWait)
    while true {
      do {
        return try SystemCalls.open(path, O_WRONLY | O_NONBLOCK)
      } catch let error where error.rawValue == ENXIO {
        try wait.pause()
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
    of header: ReadOnlyBytes?, _ body: (UnsafeRawBufferPointer) throws(SinkError) -> Void
  ) throws(SinkError) {
    guard let header else { return try body(UnsafeRawBufferPointer(start: nil, count: 0)) }
    try header.withUnsafeBytes(body)
  }
}

/// A few bytes in read-only memory of their own, which can be lent to the kernel repeatedly.
final class ReadOnlyBytes {
  private let bytes: UnsafeRawBufferPointer

  /// Copies `bytes` (at least one) into fresh memory.
  init(_ bytes: [UInt8]) throws(SystemError) {
    self.bytes = try SystemCalls.mapReadOnlyCopy(of: bytes)
  }

  deinit {
    SystemCalls.unmap(bytes)
  }

  /// The number of bytes.
  var count: Int { bytes.count }

  func withUnsafeBytes<Result, Failure>(
    _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try body(bytes)
  }
}
