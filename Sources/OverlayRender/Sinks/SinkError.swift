import Glibc

/// An error in opening, writing or completing an output.
public enum SinkError: Error, Hashable, Sendable {
  // The request is not valid.

  /// The output's name is empty.
  case nameEmpty
  /// The output is a terminal, which cannot display frames.
  case terminal(name: String)
  /// The file exists, and replacing it is not allowed.
  case alreadyExists(path: String)
  /// The path leads to a folder.
  case folder(path: String)
  /// The destination does not accept frames (a block device, a Unix socket, or a URL that the format does not support).
  case unsuitable(path: String)
  /// The pattern of a numbered name is not valid; `position` counts characters from 1.
  case badPattern(pattern: String, position: Int)
  /// A second frame was written to a name without a number.
  case oneFrameOnly(name: String)
  /// The container does not support the pixel format.
  case pixelFormatUnsupported(container: String, found: PixelFormat, supported: [PixelFormat])
  /// The format of a picture differs from the format of the output.
  case formatChanged(name: String)
  /// The time of a sample or of the end is not numeric.
  case timeNotNumeric(time: String)

  // The output cannot be created.

  /// The folder of the file does not exist.
  case folderMissing(path: String, folder: String)
  /// A part of the path is not a folder.
  case notAFolder(path: String)
  /// The permissions do not allow it.
  case permissionDenied(path: String)
  /// The file system is mounted read-only.
  case readOnlyFileSystem(path: String)
  /// Another process created the file in the meantime. The complete output is kept at the path `part`.
  case appearedMeanwhile(path: String, part: String)
  /// The complete output cannot be renamed to its final name. It is kept at the path `part`.
  case notPublished(path: String, part: String, error: SystemError)
  /// The inherited descriptor is closed.
  case notOpen(name: String)
  /// The inherited descriptor is read-only.
  case notWritable(name: String)
  /// No program listens on the socket, or there is no socket.
  case noListener(name: String)
  /// The path of the socket leads to something else.
  case notAStreamSocket(name: String)
  /// The path of the socket has more than `limit` bytes.
  case socketPathTooLong(name: String, limit: Int)
  /// Connecting to the socket failed for another reason.
  case cannotConnect(name: String, error: SystemError)
  /// Opening, creating or renaming failed for another reason.
  case cannotCreate(path: String, error: SystemError)

  // Writing failed.

  /// The disk is full, or the quota is exceeded.
  case noSpace(name: String)
  /// The reader closed its end, which is a normal end of a stream.
  case readerClosed(name: String)
  /// An `OutputInterruption` ended the writing.
  case interrupted(name: String)
  /// A picture could not be encoded.
  case encodingFailed(name: String, reason: String)
  /// Writing failed for another reason.
  case writeFailed(name: String, error: SystemError)
}

extension SinkError {
  /// Creates the error for a failure to open, create or rename `path`.
  package init(creating path: String, _ error: SystemError) {
    switch error.rawValue {
    case ENOENT where (try? SystemCalls.status(of: Folders.parent(of: path))) == nil:
      self = .folderMissing(path: path, folder: Folders.parent(of: path))
    case ENOTDIR: self = .notAFolder(path: path)
    case EISDIR: self = .folder(path: path)
    case EACCES, EPERM: self = .permissionDenied(path: path)
    case EROFS: self = .readOnlyFileSystem(path: path)
    case ENOSPC, EDQUOT: self = .noSpace(name: path)
    case EINTR: self = .interrupted(name: path)
    default: self = .cannotCreate(path: path, error: error)
    }
  }

  /// Creates the error for a failure to write to the output `name`.
  init(writing name: String, _ error: SystemError) {
    switch error.rawValue {
    case ENOSPC, EDQUOT: self = .noSpace(name: name)
    case EPIPE, ECONNRESET: self = .readerClosed(name: name)
    default: self = .writeFailed(name: name, error: error)
    }
  }
}

extension SinkError: CustomStringConvertible {
  /// One line that says what is wrong and how to fix it.
  public var description: String { "\(problem): \(text.remedy)" }

  /// The problem, without how to fix it.
  package var problem: String { text.problem }

  private var text: (problem: String, remedy: String) {
    switch self {
    case .nameEmpty: ("the output's name is empty", "give the path of a file")
    case .terminal(let name): ("\(name) is a terminal", "write to a file or a pipe")
    case .alreadyExists(let path): ("\(path): already exists", "give another name, or allow replacing it")
    case .folder(let path): ("\(path): is a folder", "give the name of a file in it")
    case .unsuitable(let path): ("\(path): cannot receive frames", "give a file, a FIFO or an open descriptor")
    case .badPattern(let pattern, let position):
      (
        "\(pattern): the % at character \(position) is not valid",
        "write one number as %d or %05d, and a percent sign as %%"
      )
    case .oneFrameOnly(let name): ("\(name): takes only one frame", "give a numbered name such as frames/%05d.png")
    case .pixelFormatUnsupported(let container, let found, let supported):
      ("\(container) cannot hold \(found)", "choose \(supported.map(\.name).listed(with: "or"))")
    case .formatChanged(let name):
      ("\(name): the size or pixel format of the pictures changed", "start a new output")
    case .timeNotNumeric(let time):
      ("\(time) is not a valid time of a frame", "give a number of seconds")
    case .folderMissing(let path, let folder): ("\(path): the folder \(folder) does not exist", "create it first")
    case .notAFolder(let path): ("\(path): a part of the path is a file, not a folder", "give another name")
    case .permissionDenied(let path): ("\(path): permission denied", "choose a folder with write permission")
    case .readOnlyFileSystem(let path): ("\(path): the file system is read-only", "choose another folder")
    case .appearedMeanwhile(let path, let part):
      (
        "\(path): was created by another process in the meantime and is not replaced",
        "the finished output is kept as \(part)"
      )
    case .notPublished(let path, let part, let error):
      (
        "\(path): the finished output cannot be given this name (\(error)) and is kept as \(part)",
        "rename it"
      )
    case .notOpen(let name): ("\(name) is closed", "open it, or write to a file")
    case .notWritable(let name): ("\(name) is open for reading only", "open it for writing, or write to a file")
    case .noListener(let name): ("\(name): no program listens on it", "start the program that reads it first")
    case .notAStreamSocket(let name): ("\(name): is not a stream socket", "give the path of a socket")
    case .socketPathTooLong(let name, let limit):
      ("\(name): the path is longer than the \(limit) bytes of a socket's name", "choose a shorter path")
    case .cannotConnect(let name, let error):
      ("\(name): cannot be connected (\(error))", "check the socket and its permissions")
    case .cannotCreate(let path, let error): ("\(path): cannot be created (\(error))", "give another name")
    case .noSpace(let name): ("\(name): no space left", "free some space, or write to another disk")
    case .readerClosed(let name): ("\(name): the reader closed its end", "start it again")
    case .interrupted(let name):
      ("\(name): writing was interrupted", "the output is shorter than requested")
    case .encodingFailed(let name, let reason): ("\(name): the picture could not be encoded", reason)
    case .writeFailed(let name, let error):
      ("\(name): cannot be written (\(error))", "check the device, or write to another one")
    }
  }
}
