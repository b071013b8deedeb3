import Glibc

/// The text of a file that another program rewrites. The file is followed until the source is released.
///
///     let title = TextFileSource(path: "title.txt")
///     let view = LiveView(title.text) { entry in Text(entry.value) }
///
/// The file is UTF-8. A byte order mark and one line break at the end are removed. The file may be written in place or
/// replaced, and may be missing. The file and each folder on its path may be symbolic links. Changes are read after 10
/// ms, together with all changes until then, without polling.
///
/// The previous text stays while the file is missing, is not text, or is larger than 1 MiB. Content that may be of a
/// partially written file (empty, missing, or not text) is used only if the file does not change for half a second, so
/// that truncating the file before writing does not cause flicker.
public final class TextFileSource: Sendable {
  /// The maximum size of a file: 1 MiB.
  package static let sizeLimit = 1 << 20

  /// The absolute path of the file.
  public var path: String { file.path }
  /// The current text; empty if there has been none.
  public var text: LiveData<String> { file.value }
  /// The problem with the file; `nil` if there is none.
  public var problem: LiveData<TextFileProblem?> { file.problem }

  private let file: FollowedFile<TextFileContent>

  /// Reads the file and follows it. A relative path is resolved against the current folder.
  public convenience init(path: String) {
    self.init(FollowedFile(path))
  }

  init(_ file: FollowedFile<TextFileContent>) {
    self.file = file
  }
}

extension TextFileSource {
  /// Reads a file once, with the rules of a source.
  ///
  /// - Throws: The problem with the file.
  package static func text(ofFile path: String) throws(TextFileProblem) -> String {
    try TextFileContent.read(Folders.absolutePath(path))
  }
}

extension TextFileSource {
  private static let inUse = FileSources { TextFileSource(FollowedFile($0, keeping: $1)) }

  /// Returns the shared source of a path, which exists while it is in use.
  static func shared(path: String) -> TextFileSource {
    inUse.source(path: Folders.absolutePath(path))
  }
}

/// A problem with a text file. The previous text stays.
public enum TextFileProblem: Error, Sendable, Hashable, CustomStringConvertible {
  /// The file does not exist.
  case missing(path: String)
  /// The path leads to a folder, a pipe or a device.
  case notAFile(path: String)
  /// The file cannot be read.
  case unreadable(path: String, SystemError)
  /// The file is larger than 1 MiB.
  case tooLarge(path: String)
  /// The file is not UTF-8, or contains zero bytes.
  case notText(path: String)
  /// Changes in a folder cannot be detected.
  case notWatched(folder: String, SystemError)

  /// The problem and a remedy, in one line.
  public var description: String {
    switch self {
    case .missing(let path): "\(path.quotedWhole) does not exist: the text appears when the file is created"
    case .notAFile(let path): "\(path.quotedWhole) is not a regular file: give a text file"
    case .unreadable(let path, let error): "\(path.quotedWhole) cannot be read (\(error)): the previous text stays"
    case .tooLarge(let path):
      "\(path.quotedWhole) is larger than \(TextFileSource.sizeLimit >> 20) MiB: the previous text stays"
    case .notText(let path): "\(path.quotedWhole) is not UTF-8 text: the previous text stays; save it as UTF-8"
    case .notWatched(let folder, let error): WatchFailure(folder: folder, error: error).description
    }
  }
}

/// The content of text files.
enum TextFileContent: FileContent {
  static let none = ""

  /// Reads a file without blocking: only regular files are opened.
  static func read(_ path: String) throws(TextFileProblem) -> String {
    let bytes: [UInt8]
    do throws(RegularFile.Failure) {
      bytes = try RegularFile.bytes(ofFile: path, limit: TextFileSource.sizeLimit)
    } catch {
      switch error {
      case .notRegular: throw .notAFile(path: path)
      case .tooLarge: throw .tooLarge(path: path)
      case .system(let error):
        let isMissing = error.rawValue == ENOENT || error.rawValue == ENOTDIR
        throw isMissing ? .missing(path: path) : .unreadable(path: path, error)
      }
    }
    guard let text = text(in: bytes) else { throw .notText(path: path) }
    return text
  }

  static func mayBeUnfinished(_ text: String) -> Bool { text.isEmpty }

  static func areAlike(_ first: String, _ second: String) -> Bool { first == second }

  static func problem(of failure: WatchFailure) -> TextFileProblem {
    .notWatched(folder: failure.folder, failure.error)
  }

  /// Decodes bytes as UTF-8, without the byte order mark and one line break at the end; `nil` if they are not text.
  static func text(in bytes: [UInt8]) -> String? {
    var bytes = bytes[...]
    if bytes.starts(with: [UInt8].byteOrderMark) { bytes = bytes.dropFirst(3) }
    if bytes.last == UInt8(ascii: "\n") { bytes = bytes.dropLast() }
    if bytes.last == UInt8(ascii: "\r") { bytes = bytes.dropLast() }
    return bytes.contains(0) ? nil : String(validating: bytes, as: UTF8.self)
  }
}
