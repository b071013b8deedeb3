import Glibc

/// What a file gives as text at one moment.
enum TextFileContent: Equatable {
  case text(String)
  case problem(TextFileProblem)

  /// Reads a file. It never waits: nothing but a regular file is opened.
  init(ofFile path: String) {
    do throws(SystemError) {
      // Looked at before it is opened, for opening alone wakes a pipe's writer and may set off a device.
      guard try SystemCalls.status(of: path).kind == .file else {
        self = .problem(.notAFile(path: path))
        return
      }
      // It may have become something else meanwhile: `O_NONBLOCK` keeps a pipe from waiting for its writer.
      let descriptor = try SystemCalls.open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY)
      defer { close(descriptor) }
      guard try SystemCalls.status(of: descriptor).kind == .file else {
        self = .problem(.notAFile(path: path))
        return
      }
      // One byte more than allowed tells that there is too much, whatever size the file says it has.
      let bytes = try SystemCalls.readBytes(from: descriptor, limit: TextFileSource.sizeLimit + 1)
      if bytes.count > TextFileSource.sizeLimit {
        self = .problem(.tooLarge(path: path))
      } else {
        self = Self.text(in: bytes).map { .text($0) } ?? .problem(.notText(path: path))
      }
    } catch {
      let isMissing = error.rawValue == ENOENT || error.rawValue == ENOTDIR
      self = .problem(isMissing ? .missing(path: path) : .unreadable(path: path, error))
    }
  }

  /// The text that bytes stand for: UTF-8 without its byte order mark and without one line end at the end.
  static func text(in bytes: [UInt8]) -> String? {
    var bytes = bytes[...]
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { bytes = bytes.dropFirst(3) }
    if bytes.last == UInt8(ascii: "\n") { bytes = bytes.dropLast() }
    if bytes.last == UInt8(ascii: "\r") { bytes = bytes.dropLast() }
    return bytes.contains(0) ? nil : String(validating: bytes, as: UTF8.self)
  }
}
