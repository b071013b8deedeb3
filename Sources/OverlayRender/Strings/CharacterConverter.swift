import Glibc

/// Turns bytes of one encoding into UTF-8: a conversion of iconv(3).
struct CharacterConverter: ~Copyable {
  /// How a conversion ended.
  enum Ending: Hashable {
    /// At the end of the bytes.
    case complete
    /// At the end of the bytes, within a character, which is left out.
    case cutOff
    /// At invalid bytes, after as many such places as are allowed.
    case invalid
    /// At the limit of what it may give.
    case tooLong
  }

  /// What bytes were converted to.
  struct Conversion {
    /// The text, with U+FFFD for invalid bytes.
    var utf8: [UInt8] = []
    /// The places of these characters in the text.
    var invalidPlaces: [Int] = []
    /// The place of the first invalid byte.
    var firstInvalidByte: Int?
    var ending = Ending.complete

    /// How many characters beyond ASCII the bytes stand for.
    var validCount: Int { utf8.count { $0 >= 0xC0 } - invalidPlaces.count }
  }

  private let descriptor: iconv_t
  /// How many bytes are passed over where they are invalid.
  private let unit: Int

  /// A conversion from an encoding by the name that the C library has for it; `nil` when it has none.
  init?(from encoding: String) {
    // The library takes names with slashes for files and options.
    guard encoding.utf8.allSatisfy(CharacterConverter.isInNames), !encoding.isEmpty,
      let descriptor = iconv_open("UTF-8", encoding), descriptor != iconv_t(bitPattern: -1)
    else { return nil }
    self.descriptor = descriptor
    unit = encoding.hasPrefix("UTF-32") ? 4 : encoding.hasPrefix("UTF-16") ? 2 : 1
  }

  deinit {
    iconv_close(descriptor)
  }

  /// Converts all bytes, or as many as give `limit` bytes of UTF-8, or those before more than `invalidLimit` places where
  /// they are invalid.
  mutating func utf8(of bytes: [UInt8], limit: Int, invalidLimit: Int) -> Conversion {
    var conversion = Conversion()
    conversion.utf8.reserveCapacity(min(limit, bytes.count + bytes.count / 4))
    conversion.ending = bytes.withUnsafeBytes { bytes in
      // The C function takes a pointer to what may change, and changes nothing.
      var input = UnsafeMutablePointer(mutating: bytes.baseAddress?.assumingMemoryBound(to: CChar.self))
      var inputCount = bytes.count
      while conversion.utf8.count <= limit {
        switch step(&input, &inputCount, into: &conversion.utf8) {
        case 0: return Ending.complete
        case E2BIG: continue
        case EINVAL: return .cutOff
        default:
          conversion.firstInvalidByte = conversion.firstInvalidByte ?? bytes.count - inputCount
          conversion.invalidPlaces.append(conversion.utf8.count)
          guard conversion.invalidPlaces.count <= invalidLimit else { return .invalid }
          conversion.utf8 += "\u{FFFD}".utf8
          let skipped = min(unit, inputCount)
          input = input.map { $0 + skipped }
          inputCount -= skipped
        }
      }
      return .tooLong
    }
    // Some encodings keep a character back, because the next one may change it.
    var (nothing, count): (UnsafeMutablePointer<CChar>?, Int) = (nil, 0)
    _ = step(&nothing, &count, into: &conversion.utf8)
    return conversion
  }

  /// Converts as much as fits into a buffer; gives the error number, or 0.
  private func step(
    _ input: inout UnsafeMutablePointer<CChar>?, _ inputCount: inout Int, into utf8: inout [UInt8]
  ) -> Int32 {
    withUnsafeTemporaryAllocation(byteCount: 65_536, alignment: 1) { buffer in
      var output = buffer.baseAddress?.assumingMemoryBound(to: CChar.self)
      var room = buffer.count
      let result = iconv(descriptor, &input, &inputCount, &output, &room)
      let error = result < 0 ? errno : 0
      utf8 += buffer[..<(buffer.count - room)]
      return error
    }
  }

  private static func isInNames(_ byte: UInt8) -> Bool {
    byte.isLetter || byte.digit != nil || "-_.:+".utf8.contains(byte)
  }
}
