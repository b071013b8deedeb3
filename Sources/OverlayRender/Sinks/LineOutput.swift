import Glibc
import Synchronization

/// Lines of text for people and programs that watch: the output bears its name from the start, and each line is there as
/// soon as it is written.
///
/// Nothing is lost before the first line: a file that is there keeps what it holds until then, and a new file that never got
/// a line is removed.
package final class LineOutput: Sendable {
  private struct State {
    var isOpen = true
    var holdsLine = false
  }

  /// What errors call it.
  package let name: String
  private let descriptor: Int32
  private let isInherited: Bool
  private let isFile: Bool
  private let madeFile: String?
  private let state = Mutex(State())

  /// Makes a file, or opens an existing file, FIFO (once it has a reader) or device.
  ///
  /// - Parameters:
  ///   - path: A file to be made, or an existing FIFO or device.
  ///   - overwrite: Whether the first line replaces what an existing file holds.
  ///   - interruption: Ends the waiting for a reader.
  ///   - onWait: Called once when a FIFO has had no reader for a second.
  /// - Throws: `SinkError`.
  package init(
    path: String, overwrite: Bool = false, interruption: OutputInterruption? = nil, onWait: (() -> Void)? = nil
  ) throws(SinkError) {
    let kind = try Self.checkedKind(of: path, overwrite: overwrite)
    name = path
    isInherited = false
    isFile = kind == nil || kind == .file
    madeFile = kind == nil ? path : nil
    switch kind {
    case .pipe:
      descriptor = try ByteOutput.openPipe(path, interruption, onWait)
      try? SystemCalls.makeBlocking(descriptor)
    case nil:
      descriptor = try Self.opening(path) { () throws(SystemError) in try UnfinishedFiles.make(path, isReport: true) }
    default:
      descriptor = try Self.opening(path) { () throws(SystemError) in
        try SystemCalls.open(path, O_WRONLY | O_NOCTTY)
      }
    }
  }

  /// Takes an inherited descriptor, which stays open afterwards; it may be a terminal.
  package init(descriptor: Int32, name: String) {
    self.name = name
    self.descriptor = descriptor
    isInherited = true
    isFile = false
    madeFile = nil
  }

  deinit {
    close()
  }

  /// Checks whether lines can go to `path`, and opens nothing.
  ///
  /// - Throws: `SinkError`, as the initializer does.
  package static func check(path: String, overwrite: Bool = false) throws(SinkError) {
    _ = try checkedKind(of: path, overwrite: overwrite)
  }

  /// Writes a line and its end at once.
  package func write(line: String) throws(SinkError) {
    let bytes = Array("\(line)\n".utf8)
    try state.withLock { (state) throws(SinkError) in
      guard state.isOpen else { return }
      do throws(SystemError) {
        try BrokenPipeSignal.blocked { () throws(SystemError) in try write(bytes, isFirst: !state.holdsLine) }
      } catch {
        throw SinkError(writing: name, error)
      }
      state.holdsLine = true
    }
  }

  /// Removes the file again, if it was made for these lines.
  package func discard() {
    state.withLock { $0.holdsLine = false }
    close()
  }

  private func write(_ bytes: [UInt8], isFirst: Bool) throws(SystemError) {
    // Where the disk is full, the old lines stay as they are.
    if isFirst, isFile { try SystemCalls.reserve(descriptor, size: bytes.count) }
    try bytes.span.bytes.withUnsafeBytes { (bytes) throws(SystemError) in
      var rest = bytes
      while !rest.isEmpty {
        rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(try SystemCalls.write(descriptor, rest)))
      }
    }
    guard isFirst, isFile else { return }
    try SystemCalls.truncate(descriptor, to: bytes.count)
    if let madeFile { UnfinishedFiles.remove(madeFile) }
  }

  private func close() {
    state.withLock { state in
      guard state.isOpen else { return }
      state.isOpen = false
      if let madeFile, !state.holdsLine {
        SystemCalls.unlink(madeFile, ifItIs: descriptor)
        UnfinishedFiles.remove(madeFile)
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

  private static func opening(
    _ path: String, _ open: () throws(SystemError) -> Int32
  ) throws(SinkError) -> Int32 {
    do {
      return try open()
    } catch let error where error.rawValue == EEXIST {
      throw .alreadyExists(path: path)
    } catch {
      throw SinkError(creating: path, error)
    }
  }
}
