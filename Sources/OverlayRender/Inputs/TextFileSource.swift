import Dispatch
import Glibc

/// The text of a file that another program rewrites, as long as this source lives.
///
///     let title = TextFileSource(path: "title.txt")
///     let view = LiveView(title.text) { entry in Text(entry.value) }
///
/// The file is UTF-8; a byte order mark and one line end at its end are left out. It may be written in place or replaced, may
/// be missing, may be a symbolic link, and so may every folder on the way to it. A change is read 10 ms after it was told, once for all
/// that happened until then; nothing is polled.
///
/// The last good text stays while the file is missing, is no text, or holds more than ``sizeLimit`` bytes. What may be a file
/// half written (it is empty, missing, or no text) counts only when nothing has happened to it for half a second; so a
/// writer that empties the file first makes nothing flicker.
public final class TextFileSource: Sendable {
  /// The most bytes a file may hold: 1 MiB.
  public static let sizeLimit = 1 << 20

  /// The absolute path of the file.
  public let path: String
  /// The last good text; empty while there has been none.
  public let text: LiveData<String>
  /// Why the file is not shown as it is; `nil` while it is.
  public let problem: LiveData<TextFileProblem?>

  private let file: FollowedFile<TextFileContent>

  /// Reads the file, and follows it from now on. A relative path is one from the working folder of this moment.
  public convenience init(path: String) {
    self.init(path: path, events: .shared)
  }

  init(
    path: String, keeping entry: (any AnyObject & Sendable)? = nil, events: FileEvents = .shared,
    settlingTime: DispatchTimeInterval = .milliseconds(500)
  ) {
    self.path = Folders.absolutePath(path)
    // Read at once, for the first picture.
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
  /// Reads a file once, by the rules of a source.
  ///
  /// - Throws: Why it gives no text now.
  package static func text(ofFile path: String) throws(TextFileProblem) -> String {
    switch TextFileContent(ofFile: Folders.absolutePath(path)) {
    case .text(let string): return string
    case .problem(let problem): throw problem
    }
  }
}

extension TextFileSource {
  private static let inUse = FileSources { TextFileSource(path: $0, keeping: $1) }

  /// The source of a path, which all who ask share as long as one of them keeps it.
  static func shared(path: String) -> TextFileSource {
    inUse.source(path: Folders.absolutePath(path))
  }
}

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

/// What a file gives as text at one moment.
enum TextFileContent: FileContent, Equatable {
  case text(String)
  case problem(TextFileProblem)

  /// Reads a file. It never waits: nothing but a regular file is opened.
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

  /// Whether it is empty, missing, or no text.
  var mayBeUnfinished: Bool {
    if case .text(let string) = self { string.isEmpty } else { true }
  }

  /// The text that bytes stand for: UTF-8 without its byte order mark and without one line end at the end.
  static func text(in bytes: [UInt8]) -> String? {
    var bytes = bytes[...]
    if bytes.starts(with: [UInt8].byteOrderMark) { bytes = bytes.dropFirst(3) }
    if bytes.last == UInt8(ascii: "\n") { bytes = bytes.dropLast() }
    if bytes.last == UInt8(ascii: "\r") { bytes = bytes.dropLast() }
    return bytes.contains(0) ? nil : String(validating: bytes, as: UTF8.self)
  }
}
