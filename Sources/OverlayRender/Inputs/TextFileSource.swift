import Dispatch
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
/// The previous text stays while the file is missing, is not text, or has more than ``sizeLimit`` bytes. Content that
/// may be of a partially written file (empty, missing, or not text) is used only if the file does not change for half a
/// second, so that truncating the file before writing does not cause flicker.
public final class TextFileSource: Sendable {
  /// The maximum size of a file: 1 MiB.
  public static let sizeLimit = 1 << 20

  /// The absolute path of the file.
  public let path: String
  /// The current text; empty if there has been none.
  public let text: LiveData<String>
  /// The problem with the file; `nil` if there is none.
  public let problem: LiveData<TextFileProblem?>

  private let file: FollowedFile<TextFileContent>

  /// Reads the file and follows it. A relative path is resolved against the current folder.
  public convenience init(path: String) {
    self.init(path: path, events: .shared)
  }

  init(
    path: String, keeping entry: (any AnyObject & Sendable)? = nil, events: FileEvents = .shared,
    settlingTime: DispatchTimeInterval = .milliseconds(500)
  ) {
    self.path = Folders.absolutePath(path)
    // The file is read immediately, for the first picture.
    let (text, problem): (LiveData<String>, LiveData<TextFileProblem?>)
    switch TextFileContent(ofFile: self.path) {
    case .text(let string): (text, problem) = (LiveData(string), LiveData(nil))
    case .problem(let found): (text, problem) = (LiveData(""), LiveData(found))
    }
    (self.text, self.problem) = (text, problem)
    file = FollowedFile(self.path, keeping: entry, events: events, settlingTime: settlingTime) { content, failure in
      var found = failure.map { TextFileProblem.notWatched(folder: $0.folder, $0.error) }
      switch content {
      case .text(let string): if string != text.current.value { text.update(string) }
      case .problem(let reason): found = reason
      }
      if found != problem.current.value { problem.update(found) }
    }
  }
}

extension TextFileSource {
  /// Reads a file once, with the rules of a source.
  ///
  /// - Throws: The problem with the file.
  package static func text(ofFile path: String) throws(TextFileProblem) -> String {
    switch TextFileContent(ofFile: Folders.absolutePath(path)) {
    case .text(let string): return string
    case .problem(let problem): throw problem
    }
  }
}

extension TextFileSource {
  private static let inUse = FileSources { TextFileSource(path: $0, keeping: $1) }

  /// Returns the shared source of a path, which exists while it is in use.
  static func shared(path: String) -> TextFileSource {
    inUse.source(path: Folders.absolutePath(path))
  }
}

/// A problem with a text file. The previous text stays.
public enum TextFileProblem: Error, Sendable, Hashable, CustomStringConvertible {
  /// The file does not exist.
  case missing(path: String)
  /// The path is that of a folder, a pipe or a device.
  case notAFile(path: String)
  /// The file cannot be read.
  case unreadable(path: String, SystemError)
  /// The file has more than ``TextFileSource/sizeLimit`` bytes.
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

/// The text or problem of a file at one time.
enum TextFileContent: FileContent, Equatable {
  case text(String)
  case problem(TextFileProblem)

  /// Reads a file without blocking: only regular files are opened.
  init(ofFile path: String) {
    do throws(RegularFile.Failure) {
      let bytes = try RegularFile.bytes(ofFile: path, limit: TextFileSource.sizeLimit)
      self = Self.text(in: bytes).map { .text($0) } ?? .problem(.notText(path: path))
    } catch {
      switch error {
      case .notRegular: self = .problem(.notAFile(path: path))
      case .tooLarge: self = .problem(.tooLarge(path: path))
      case .system(let error):
        let isMissing = error.rawValue == ENOENT || error.rawValue == ENOTDIR
        self = .problem(isMissing ? .missing(path: path) : .unreadable(path: path, error))
      }
    }
  }

  /// Whether the content is empty, missing, or not text.
  var mayBeUnfinished: Bool {
    if case .text(let string) = self { string.isEmpty } else { true }
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
