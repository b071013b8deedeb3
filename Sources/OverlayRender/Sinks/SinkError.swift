import Glibc

/// Why an output could not be opened, written or completed: one case per cause.
public enum SinkError: Error, Hashable, Sendable {
  // What was asked for does not fit.

  /// The output's name is empty.
  case nameEmpty
  /// The output is a terminal, which cannot show frames.
  case terminal(name: String)
  /// The file exists and was not to be replaced.
  case alreadyExists(path: String)
  /// The name is a folder's.
  case folder(path: String)
  /// The name belongs to something that takes no frames (a block device, a socket's name, a URL that a format cannot open).
  case unsuitable(path: String)
  /// A numbered name is not written as it should be; `position` counts characters from 1.
  case badPattern(pattern: String, position: Int)
  /// A second frame came for a name without a number.
  case oneFrameOnly(name: String)
  /// The container does not take this pixel format.
  case pixelFormatUnsupported(container: String, found: PixelFormat, supported: [PixelFormat])
  /// A picture is not of the format the output was begun with.
  case formatChanged(name: String)
  /// A sample's or the end's time is not a number of seconds.
  case timeNotNumeric(time: String)

  // The output cannot be made.

  /// The folder that should hold the file does not exist.
  case folderMissing(path: String, folder: String)
  /// Something on the way to the file is no folder.
  case notAFolder(path: String)
  /// The permissions forbid it.
  case permissionDenied(path: String)
  /// The file system is mounted read-only.
  case readOnlyFileSystem(path: String)
  /// The file was made by somebody else while ours was written; ours is complete and kept under `part`.
  case appearedMeanwhile(path: String, part: String)
  /// The complete file cannot be given its name; it is kept under `part`.
  case notPublished(path: String, part: String, error: SystemError)
  /// The inherited descriptor is not open.
  case notOpen(name: String)
  /// The inherited descriptor is open for reading only.
  case notWritable(name: String)
  /// Opening, making or renaming failed for another reason.
  case cannotCreate(path: String, error: SystemError)

  // Writing went wrong.

  /// No space is left, or the quota is used up.
  case noSpace(name: String)
  /// The reader closed its end: a normal end of a stream.
  case readerClosed(name: String)
  /// An `OutputInterruption` ended the writing.
  case interrupted(name: String)
  /// A picture could not be encoded.
  case encodingFailed(name: String, reason: String)
  /// Writing failed for another reason.
  case writeFailed(name: String, error: SystemError)
}

extension SinkError {
  /// The error of opening, making or renaming `path`.
  init(creating path: String, _ error: SystemError) {
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

  /// The error of writing to the output called `name`.
  init(writing name: String, _ error: SystemError) {
    switch error.rawValue {
    case ENOSPC, EDQUOT: self = .noSpace(name: name)
    case EPIPE, ECONNRESET: self = .readerClosed(name: name)
    default: self = .writeFailed(name: name, error: error)
    }
  }
}

extension SinkError: CustomStringConvertible {
  /// What is wrong and what to do about it, in one line.
  public var description: String { "\(problem): \(text.remedy)" }

  /// What is wrong, without a remedy.
  package var problem: String { text.problem }

  private var text: (problem: String, remedy: String) {
    switch self {
    case .nameEmpty: ("the output's name is empty", "give the path of a file")
    case .terminal(let name): ("\(name) is a terminal", "write to a file or a pipe")
    case .alreadyExists(let path): ("\(path): exists already", "give another name, or allow replacing it")
    case .folder(let path): ("\(path): is a folder", "give the name of a file in it")
    case .unsuitable(let path): ("\(path): takes no frames", "give a file, a FIFO or an open descriptor")
    case .badPattern(let pattern, let position):
      (
        "\(pattern): the % at character \(position) is not understood",
        "write one number as %d or %05d, a percent sign as %%"
      )
    case .oneFrameOnly(let name): ("\(name): holds one frame only", "give a numbered name such as frames/%05d.png")
    case .pixelFormatUnsupported(let container, let found, let supported):
      ("\(container) cannot hold \(found)", "choose \(supported.map(\.name).joined(separator: ", "))")
    case .formatChanged(let name):
      ("\(name): a picture of another size or pixel format came", "begin a new output for it")
    case .timeNotNumeric(let time):
      ("\(time) is not a time at which a frame can stand", "give a number of seconds")
    case .folderMissing(let path, let folder): ("\(path): the folder \(folder) does not exist", "make it first")
    case .notAFolder(let path): ("\(path): a part of the path is a file, not a folder", "give another name")
    case .permissionDenied(let path): ("\(path): permission denied", "choose a place you may write to")
    case .readOnlyFileSystem(let path): ("\(path): the file system is read-only", "choose another place")
    case .appearedMeanwhile(let path, let part):
      (
        "\(path): was made by somebody else meanwhile and is left as it is",
        "the finished output is kept as \(part)"
      )
    case .notPublished(let path, let part, let error):
      (
        "\(path): the finished output cannot be given this name (\(error)) and is kept as \(part)",
        "rename it yourself"
      )
    case .notOpen(let name): ("\(name) is closed", "open it, or write to a file")
    case .notWritable(let name): ("\(name) is open for reading only", "open it for writing, or write to a file")
    case .cannotCreate(let path, let error): ("\(path): cannot be created (\(error))", "give another name")
    case .noSpace(let name): ("\(name): no space left", "free some, or write elsewhere")
    case .readerClosed(let name): ("\(name): the reader closed its end", "start it again")
    case .interrupted(let name):
      ("\(name): writing was interrupted", "the output is shorter than asked for")
    case .encodingFailed(let name, let reason): ("\(name): the picture could not be encoded", reason)
    case .writeFailed(let name, let error):
      ("\(name): cannot be written (\(error))", "check the device, or write elsewhere")
    }
  }
}
