import Glibc

/// Turns bytes of one encoding into UTF-8: a conversion of iconv(3).
struct CharacterConverter: ~Copyable {
  /// How a conversion ended.
  enum Ending: Hashable {
    /// At the end of the bytes.
    case complete
    /// At the end of the bytes, within a character, which is left out.
    case cutOff
    /// At bytes that stand for nothing; the place of the first.
    case invalid(place: Int)
    /// At the limit of what it may give.
    case tooLong
  }

  private let descriptor: iconv_t

  /// A conversion from an encoding by the name that the C library has for it; `nil` when it has none.
  init?(from encoding: String) {
    // The library takes names with slashes for files and options.
    guard encoding.utf8.allSatisfy(CharacterConverter.isInNames), !encoding.isEmpty,
      let descriptor = iconv_open("UTF-8", encoding), descriptor != iconv_t(bitPattern: -1)
    else { return nil }
    self.descriptor = descriptor
  }

  deinit {
    iconv_close(descriptor)
  }

  /// Converts all bytes, or as many as give `limit` bytes of UTF-8.
  mutating func utf8(of bytes: [UInt8], limit: Int) -> (utf8: [UInt8], ending: Ending) {
    var utf8: [UInt8] = []
    utf8.reserveCapacity(min(limit, bytes.count + bytes.count / 4))
    var bytes = bytes
    let ending = bytes.withUnsafeMutableBytes { bytes in
      var input = bytes.baseAddress?.assumingMemoryBound(to: CChar.self)
      var inputCount = bytes.count
      while utf8.count <= limit {
        let error = step(&input, &inputCount, into: &utf8)
        switch error {
        case 0: return Ending.complete
        case E2BIG: continue
        case EINVAL: return .cutOff
        default: return .invalid(place: bytes.count - inputCount)
        }
      }
      return .tooLong
    }
    // Some encodings keep a character back, because the next one may change it.
    var (nothing, count): (UnsafeMutablePointer<CChar>?, Int) = (nil, 0)
    _ = step(&nothing, &count, into: &utf8)
    return (utf8, ending)
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
