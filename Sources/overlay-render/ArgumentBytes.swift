import Glibc

/// The arguments as bytes: what is no text must not be mended silently, as `CommandLine.arguments` does.
enum ArgumentBytes {
  /// Refuses arguments that are not UTF-8, and options whose value after `=` is empty: the parser would take the next
  /// argument for it.
  static func check() throws(Failure) {
    for index in 0..<Int(CommandLine.argc) {
      guard let argument = CommandLine.unsafeArgv[index] else { continue }
      let bytes = UnsafeRawBufferPointer(start: argument, count: strlen(argument))
      if let offset = firstInvalidOffset(in: bytes) {
        throw Failure(.usage, "argument \(index) is not valid UTF-8 at byte \(offset): give text in UTF-8")
      }
      let text = String(decoding: bytes, as: UTF8.self)
      if text.hasPrefix("--"), text.firstIndex(of: "=") == text.indices.last {
        throw Failure(.usage, "\(text.dropLast()): there is nothing after the =: give a value, or leave the option out")
      }
    }
  }

  /// The place, counted from 0, of the first byte that belongs to no character; `nil` in valid UTF-8.
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
