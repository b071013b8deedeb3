import Glibc
import OverlayRender

/// A file whose first line is a URL with a secret, such as a stream key: `-o @FILE`.
///
/// Other users can read the arguments of a program, but not such a file.
enum SecretURLFile {
  /// The greatest size of the file in bytes.
  private static let sizeLimit = 64 << 10

  /// Returns the destination in the first line of a file.
  ///
  /// - Parameter argument: `@` and the path of the file.
  /// - Throws: `Failure` if the file cannot be read, if others than its owner and its group can read it, if others than
  ///   this user or root can change it, or if it has no URL.
  static func destination(_ argument: String) throws(Failure) -> OutputDestination {
    let path = String(argument.dropFirst())
    guard !path.isEmpty else {
      throw Failure(.usage, "-o @: the name of the file is missing: give -o @FILE, or ./@ for a file of that name")
    }
    let (bytes, status) = try content(of: path, argument)
    guard status.owner == geteuid() || status.owner == 0 else {
      throw Failure(.noInput, "-o \(argument): the file belongs to another user: make it yours with chown")
    }
    guard status.permissions & (S_IROTH | S_IWOTH | S_IWGRP) == 0 else {
      let who = status.permissions & (S_IROTH | S_IWOTH) != 0 ? "everybody" : "its group"
      let ability = status.permissions & S_IROTH != 0 ? "read" : "change"
      throw Failure(.noInput, "-o \(argument): \(who) can \(ability) the file: run chmod g-w,o= on it")
    }
    let line = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes[...]
    let characters = (String(validating: line.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self) ?? "")
      .drop(while: \.isWhitespace)
    let text = characters.lastIndex { !$0.isWhitespace }.map { String(characters[...$0]) } ?? ""
    let destination = OutputDestination(text)
    guard case .network = destination, !text.utf8.contains(where: { $0 < 0x20 }) else {
      throw Failure(
        .badData,
        "-o \(argument): its first line is not a URL: write one such as rtmps://HOST/APP/KEY"
          + alternative(argument))
    }
    return destination
  }

  /// The advice for a file of the name that the argument is.
  private static func alternative(_ argument: String) -> String {
    argument.contains("/") ? "" : ", or give ./\(argument) for a file of that name"
  }

  private static func content(
    of path: String, _ argument: String
  ) throws(Failure) -> (bytes: [UInt8], status: SystemCalls.FileStatus) {
    do throws(RegularFile.Failure) {
      return try RegularFile.bytesAndStatus(ofFile: path, limit: sizeLimit)
    } catch {
      let reason =
        switch error {
        case .system(.missing): "there is no such file: check its name\(alternative(argument))"
        case .system(let error): "cannot be read (\(error)): check its permissions"
        case .notRegular: "is not a regular file: give a file with a URL"
        case .tooLarge: "has more than \(sizeLimit >> 10) KiB: give a file with a URL in its first line"
        }
      throw Failure(.noInput, "-o \(argument): \(reason)")
    }
  }
}
