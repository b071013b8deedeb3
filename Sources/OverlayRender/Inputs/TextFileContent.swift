import Glibc

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
