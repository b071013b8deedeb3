import Glibc
import Synchronization

/// An output of lines of text for immediate reading: it has its name from the start, and each line is available as soon
/// as it is written.
///
/// Nothing is lost before the first line: an existing file keeps its content until then, and a new file without a line
/// is removed.
package final class LineOutput: Sendable {
  private struct State {
    var isOpen = true
    var hasLines = false
  }

  /// The name of the output in errors.
  package let name: String
  private let descriptor: Int32
  private let isInherited: Bool
  private let isFile: Bool
  private let createdFile: FolderEntry?
  private let state = Mutex(State())

  /// Creates a file, or opens an existing file, FIFO (once it has a reader) or device.
  ///
  /// - Parameters:
  ///   - path: The path of a new file, or of an existing FIFO or device.
  ///   - overwrite: Whether the first line replaces the content of an existing file.
  ///   - interruption: Ends the wait for a reader.
  ///   - onWait: Called once when a FIFO has had no reader for a second.
  /// - Throws: `SinkError`.
  package init(
    path: String, overwrite: Bool = false, interruption: OutputInterruption? = nil, onWait: (() -> Void)? = nil
  ) throws(SinkError) {
    let kind = try Self.checkedKind(of: path, overwrite: overwrite)
    name = path
    isInherited = false
    isFile = kind == nil || kind == .file
    let created = try kind == nil ? Self.opening(path) { () throws(SystemError) in try FolderEntry(path) } : nil
    createdFile = created
    switch kind {
    case .pipe:
      descriptor = try ByteOutput.openPipe(path, interruption, onWait)
      try? SystemCalls.makeBlocking(descriptor)
    default:
      descriptor = try Self.opening(path) { () throws(SystemError) in
        if let created { return try UnfinishedFiles.make(created, isReport: true) }
        // A link of another user must not lead to a file. What is not a file, such as a terminal, loses nothing.
        return try kind == .file
          ? FolderEntry.destination(of: path).open() : SystemCalls.open(path, O_WRONLY | O_NOCTTY)
      }
    }
  }

  /// Uses an inherited descriptor, which stays open afterward and may be a terminal.
  package init(descriptor: Int32, name: String) {
    self.name = name
    self.descriptor = descriptor
    isInherited = true
    isFile = false
    createdFile = nil
  }

  deinit {
    close()
  }

  /// Checks whether lines can be written to `path`, without opening it.
  ///
  /// - Throws: `SinkError`, as the initializer does.
  package static func check(path: String, overwrite: Bool = false) throws(SinkError) {
    _ = try checkedKind(of: path, overwrite: overwrite)
  }

  /// Checks whether files can be created in the folder of `path`.
  ///
  /// - Throws: `SinkError`.
  package static func checkFolder(of path: String) throws(SinkError) {
    guard access(Folders.parent(of: path), W_OK | X_OK) != 0 else { return }
    throw SinkError(creating: path, SystemError(rawValue: errno))
  }

  /// Writes a line and a newline immediately.
  package func write(line: String) throws(SinkError) {
    let bytes = Array("\(line)\n".utf8)
    try state.withLock { (state) throws(SinkError) in
      guard state.isOpen else { return }
      do throws(SystemError) {
        try BrokenPipeSignal.blocked { () throws(SystemError) in try write(bytes, isFirst: !state.hasLines) }
      } catch {
        throw SinkError(writing: name, error)
      }
      state.hasLines = true
    }
  }

  /// Waits until the lines of a file and its name are on the disk.
  ///
  /// - Throws: `SinkError`.
  package func synchronize() throws(SinkError) {
    guard isFile else { return }
    try state.withLock { (state) throws(SinkError) in
      guard state.isOpen else { return }
      do throws(SystemError) {
        try SystemCalls.synchronize(descriptor)
        try SystemCalls.synchronizeFolder(Folders.parent(of: name), with: descriptor)
      } catch {
        throw SinkError(writing: name, error)
      }
    }
  }

  /// Removes the file if this output created it.
  package func discard() {
    state.withLock { $0.hasLines = false }
    close()
  }

  private func write(_ bytes: [UInt8], isFirst: Bool) throws(SystemError) {
    // If the disk is full, the old lines remain.
    if isFirst, isFile { try SystemCalls.reserve(descriptor, size: bytes.count) }
    try bytes.span.bytes.withUnsafeBytes { (bytes) throws(SystemError) in
      var rest = bytes
      while !rest.isEmpty {
        rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(try SystemCalls.write(descriptor, rest)))
      }
    }
    guard isFirst, isFile else { return }
    try SystemCalls.truncate(descriptor, to: bytes.count)
    if let createdFile { UnfinishedFiles.remove(createdFile.path) }
  }

  private func close() {
    state.withLock { state in
      guard state.isOpen else { return }
      state.isOpen = false
      if let createdFile, !state.hasLines {
        createdFile.remove(ifItIs: descriptor)
        UnfinishedFiles.remove(createdFile.path)
      }
      if !isInherited { try? SystemCalls.close(descriptor) }
    }
  }

  private static func checkedKind(
    of path: String, overwrite: Bool
  ) throws(SinkError) -> SystemCalls.FileStatus.Kind? {
    guard !path.isEmpty else { throw .nameEmpty }
    let kind = (try? SystemCalls.status(of: path))?.kind
    if kind == .folder { throw .folder(path: path) }
    if kind == .file, !overwrite { throw .alreadyExists(path: path) }
    return kind
  }

  private static func opening<Result>(
    _ path: String, _ open: () throws(SystemError) -> Result
  ) throws(SinkError) -> Result {
    do {
      return try open()
    } catch let error where error.rawValue == EEXIST {
      throw .alreadyExists(path: path)
    } catch {
      throw SinkError(creating: path, error)
    }
  }
}
