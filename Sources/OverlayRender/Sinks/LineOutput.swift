import Glibc
import Synchronization

/// Lines of text for people and programs that watch: the output bears its name from the start, and each line is there as
/// soon as it is written.
public final class LineOutput: Sendable {
  /// What errors call it.
  public let name: String
  private let descriptor: Int32
  private let isInherited: Bool
  private let madeFile: String?
  private let isOpen = Atomic(true)

  /// Makes a file, or opens an existing FIFO (once it has a reader) or device.
  ///
  /// - Parameters:
  ///   - path: A file to be made, or an existing FIFO or device.
  ///   - overwrite: Whether an existing file is emptied.
  /// - Throws: `SinkError`.
  public init(path: String, overwrite: Bool = false) throws(SinkError) {
    guard !path.isEmpty else { throw .nameEmpty }
    name = path
    isInherited = false
    let kind = (try? SystemCalls.status(of: path))?.kind
    if kind == .folder { throw .folder(path: path) }
    let isFile = kind == nil || kind == .file
    if kind == .file, !overwrite { throw .alreadyExists(path: path) }
    madeFile = kind == nil ? path : nil
    let creation = isFile ? O_CREAT | (overwrite ? O_TRUNC : O_EXCL) : 0
    do {
      descriptor = try SystemCalls.open(path, O_WRONLY | O_NOCTTY | creation)
    } catch let error where error.rawValue == EEXIST {
      throw .alreadyExists(path: path)
    } catch {
      throw SinkError(creating: path, error)
    }
  }

  /// Takes an inherited descriptor, which stays open afterwards; it may be a terminal.
  public init(descriptor: Int32, name: String) {
    self.name = name
    self.descriptor = descriptor
    isInherited = true
    madeFile = nil
  }

  deinit {
    close()
  }

  /// Writes a line and its end at once.
  public func write(line: String) throws(SinkError) {
    let bytes = Array("\(line)\n".utf8)
    do {
      try bytes.span.bytes.withUnsafeBytes { (bytes) throws(SystemError) in
        var rest = bytes
        while !rest.isEmpty {
          rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(try SystemCalls.write(descriptor, rest)))
        }
      }
    } catch {
      throw SinkError(writing: name, error)
    }
  }

  /// Removes the file again, if it was made for these lines.
  public func discard() {
    if let madeFile, isOpen.load(ordering: .relaxed) { try? SystemCalls.unlink(madeFile) }
    close()
  }

  private func close() {
    guard isOpen.exchange(false, ordering: .relaxed) else { return }
    if !isInherited { try? SystemCalls.close(descriptor) }
  }
}
