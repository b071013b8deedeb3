/// Why a text file is not shown as it is; the last good text stays.
public enum TextFileProblem: Error, Sendable, Hashable, CustomStringConvertible {
  /// There is no such file.
  case missing(path: String)
  /// The name is a folder's, a pipe's or a device's.
  case notAFile(path: String)
  /// The system refuses to read it.
  case unreadable(path: String, SystemError)
  /// It holds more than ``TextFileSource/sizeLimit`` bytes.
  case tooLarge(path: String)
  /// It is no UTF-8, or holds zero bytes.
  case notText(path: String)
  /// The system does not watch a folder, so that changes are not seen.
  case notWatched(folder: String, SystemError)

  /// What is wrong, and how to mend it, in one line.
  public var description: String {
    switch self {
    case .missing(let path): "there is no file \(path.quotedWhole): its text shows when it comes"
    case .notAFile(let path): "\(path.quotedWhole) is no regular file: give one that holds text"
    case .unreadable(let path, let error): "\(path.quotedWhole) cannot be read (\(error)): the last text stays"
    case .tooLarge(let path):
      "\(path.quotedWhole) holds more than \(TextFileSource.sizeLimit >> 20) MiB: the last text stays"
    case .notText(let path): "\(path.quotedWhole) is no UTF-8 text: the last text stays; save it as UTF-8"
    case .notWatched(let folder, let error): WatchFailure(folder: folder, error: error).description
    }
  }
}
