import Glibc
import OverlayRender
import Synchronization

/// The arguments of the program, as the kernel has put them on its stack.
///
/// Swift reads them from `/proc/self/cmdline` instead, which does not exist where `/proc` is not mounted, and silently
/// replaces invalid UTF-8.
enum ProgramArguments {
  fileprivate typealias Words = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>

  /// The address of the words, whose end is a null pointer.
  fileprivate static let address = Atomic<UInt>(0)

  /// The bytes of all arguments.
  private static var all: [UnsafeMutableBufferPointer<CChar>] {
    guard let words = Words(bitPattern: address.load(ordering: .relaxed)) else { return [] }
    var all: [UnsafeMutableBufferPointer<CChar>] = []
    while let word = words[all.count] { all.append(UnsafeMutableBufferPointer(start: word, count: strlen(word))) }
    return all
  }

  /// The arguments, beginning with the name of the program, as they were at the start.
  static let texts = all.map { String(decoding: UnsafeRawBufferPointer($0), as: UTF8.self) }

  /// Rejects arguments that are not UTF-8, and options with an empty value after `=`, for which the parser would use
  /// the next argument.
  static func check() throws(Failure) {
    for (index, argument) in all.enumerated() {
      let bytes = UnsafeRawBufferPointer(argument)
      if let offset = firstInvalidOffset(in: bytes) {
        throw Failure(.usage, "argument \(index) is not valid UTF-8 at byte \(offset): encode it as UTF-8")
      }
      let text = String(decoding: bytes, as: UTF8.self)
      if text.hasPrefix("--"), text.firstIndex(of: "=") == text.indices.last {
        throw Failure(.usage, "\(text.dropLast()): the value after '=' is empty: give a value, or leave the option out")
      }
    }
  }

  /// The URLs of the arguments, the longest one first.
  static let urls = texts.compactMap { url(in: $0) }.sorted { $0.url.count > $1.url.count }

  /// Returns the URL of an argument, which may begin with an option: `--output=URL` and `-oURL` are one argument.
  private static func url(in argument: String) -> RedactedURL? {
    // A regular expression would take a millisecond, which is a part of the time to the first frame.
    var rest = argument.hasPrefix("-") ? argument.dropFirst(2) : argument[...]
    while let separator = rest.firstRange(of: "://") {
      let scheme = rest[..<separator.lowerBound].reversed()
        .prefix { $0.isASCII && ($0.isLetter || $0.isNumber || "+-.".contains($0)) }
      if let first = scheme.reversed().firstIndex(where: \.isLetter) {
        return RedactedURL(String(scheme.reversed()[first...]) + rest[separator.lowerBound...])
      }
      rest = rest[separator.upperBound...]
    }
    return nil
  }

  /// Removes the secrets of URLs from the arguments that other users see in the list of processes. The command has its
  /// own copy of the arguments. For the milliseconds before, other users can read them; `-o @FILE` has no secret there.
  static func hideSecrets() {
    for (argument, text) in zip(texts, all) {
      guard let url = url(in: argument) else { continue }
      let shown = argument.replacing(url.url, with: url.description)
      text.update(repeating: 0)
      for (position, byte) in zip(text.indices, shown.utf8) { text[position] = CChar(bitPattern: byte) }
    }
  }

  /// The offset of the first byte that is not part of a valid character; `nil` for valid UTF-8.
  private static func firstInvalidOffset(in bytes: UnsafeRawBufferPointer) -> Int? {
    var decoder = UTF8.ForwardParser()
    var iterator = bytes.makeIterator()
    var offset = 0
    while true {
      switch decoder.parseScalar(from: &iterator) {
      case .valid(let scalar): offset += scalar.count
      case .error: return offset
      case .emptyInput: return nil
      }
    }
  }
}

/// Stores the arguments. The C library passes them to the functions in this section, which it calls before `main`.
@section(".init_array") @used
private let storing: @convention(c) (Int32, ProgramArguments.Words?) -> Void = { _, words in
  ProgramArguments.address.store(UInt(bitPattern: words), ordering: .relaxed)
}
