import Glibc

/// The arguments as bytes: what is no text must not be mended silently, as `CommandLine.arguments` does.
enum ArgumentBytes {
  /// Refuses arguments that are not UTF-8.
  static func check() throws(Failure) {
    for index in 0..<Int(CommandLine.argc) {
      guard let argument = CommandLine.unsafeArgv[index] else { continue }
      let bytes = UnsafeRawBufferPointer(start: argument, count: strlen(argument))
      guard let offset = firstInvalidOffset(in: bytes) else { continue }
      throw Failure(.usage, "argument \(index) is not valid UTF-8 at byte \(offset): give text in UTF-8")
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
