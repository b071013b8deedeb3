import Glibc

/// Converts bytes from an encoding to UTF-8 with iconv(3).
package struct CharacterConverter: ~Copyable {
  /// The reason why a conversion ended.
  package enum Ending: Hashable {
    /// The end of the bytes.
    case complete
    /// The end of the bytes within a character, which is left out.
    case truncated
    /// More invalid sequences than allowed.
    case invalid
    /// The limit of the result.
    case tooLong
  }

  /// The result of a conversion.
  package struct Conversion {
    /// The text, with U+FFFD for invalid bytes.
    package var utf8: [UInt8] = []
    /// The offsets of these characters in the text.
    package var invalidOffsets: [Int] = []
    /// The offset of the first invalid byte.
    package var firstInvalidByte: Int?
    package var ending = Ending.complete

    /// The number of valid non-ASCII characters.
    package var validCount: Int { utf8.count { $0 >= 0xC0 } - invalidOffsets.count }
  }

  private let descriptor: iconv_t
  /// The number of bytes to skip at an invalid sequence.
  private let unit: Int

  /// Creates a converter from an encoding as the C library names it; `nil` if it is unknown.
  package init?(from encoding: String) {
    // The library interprets names with slashes as files and options.
    guard encoding.utf8.allSatisfy(CharacterConverter.isInNames), !encoding.isEmpty,
      let descriptor = iconv_open("UTF-8", encoding), descriptor != iconv_t(bitPattern: -1)
    else { return nil }
    self.descriptor = descriptor
    unit = encoding.hasPrefix("UTF-32") ? 4 : encoding.hasPrefix("UTF-16") ? 2 : 1
  }

  deinit {
    iconv_close(descriptor)
  }

  /// Converts bytes up to `limit` bytes of UTF-8 and up to `invalidLimit` invalid sequences.
  package mutating func utf8(of bytes: [UInt8], limit: Int, invalidLimit: Int) -> Conversion {
    var conversion = Conversion()
    conversion.utf8.reserveCapacity(min(limit, bytes.count + bytes.count / 4))
    conversion.ending = bytes.withUnsafeBytes { bytes in
      // The C function takes a mutable pointer, but does not change the bytes.
      var input = UnsafeMutablePointer(mutating: bytes.baseAddress?.assumingMemoryBound(to: CChar.self))
      var inputCount = bytes.count
      while conversion.utf8.count <= limit {
        switch step(&input, &inputCount, into: &conversion.utf8) {
        case 0: return Ending.complete
        case E2BIG: continue
        case EINVAL: return .truncated
        default:
          conversion.firstInvalidByte = conversion.firstInvalidByte ?? bytes.count - inputCount
          conversion.invalidOffsets.append(conversion.utf8.count)
          guard conversion.invalidOffsets.count <= invalidLimit else { return .invalid }
          conversion.utf8 += "\u{FFFD}".utf8
          let skipped = min(unit, inputCount)
          input = input.map { $0 + skipped }
          inputCount -= skipped
        }
      }
      return .tooLong
    }
    // Some encodings delay a character because the next one can change it.
    var (nothing, count): (UnsafeMutablePointer<CChar>?, Int) = (nil, 0)
    _ = step(&nothing, &count, into: &conversion.utf8)
    return conversion
  }

  /// Converts as much as fits into a buffer. Returns the error number, or 0.
  private func step(
    _ input: inout UnsafeMutablePointer<CChar>?, _ inputCount: inout Int, into utf8: inout [UInt8]
  ) -> Int32 {
    withUnsafeTemporaryAllocation(byteCount: 65_536, alignment: 1) { buffer in
      var output = buffer.baseAddress?.assumingMemoryBound(to: CChar.self)
      var remainingCount = buffer.count
      let result = iconv(descriptor, &input, &inputCount, &output, &remainingCount)
      let error = result < 0 ? errno : 0
      utf8 += buffer[..<(buffer.count - remainingCount)]
      return error
    }
  }

  private static func isInNames(_ byte: UInt8) -> Bool {
    byte.isLetter || byte.digit != nil || "-_.:+".utf8.contains(byte)
  }
}
