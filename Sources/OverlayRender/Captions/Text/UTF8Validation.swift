/// Finds where bytes are no UTF-8 (The Unicode Standard, table 3-7, "Well-Formed UTF-8 Byte Sequences").
enum UTF8Validation {
  /// Bytes that are no character.
  struct Fault: Hashable {
    /// The place of the first.
    var place: Int
    /// Whether they could be the beginning of one that comes after the last byte.
    var isCutOff: Bool
  }

  static func firstFault(in bytes: [UInt8]) -> Fault? {
    bytes.withUnsafeBytes { bytes in
      var place = 0
      while place < bytes.count {
        if bytes[place] < 0x80 {
          place += 1
          // Eight characters of ASCII at a time.
          while place + 8 <= bytes.count,
            bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self) & 0x8080_8080_8080_8080 == 0
          {
            place += 8
          }
        } else {
          let (length, second) = form(of: bytes[place])
          guard length > 0 else { return Fault(place: place, isCutOff: false) }
          for offset in 1..<length {
            guard place + offset < bytes.count else { return Fault(place: place, isCutOff: true) }
            guard (offset == 1 ? second : 0x80...0xBF).contains(bytes[place + offset]) else {
              return Fault(place: place, isCutOff: false)
            }
          }
          place += length
        }
      }
      return nil
    }
  }

  /// How long a sequence is that begins so, and what its second byte may be; a length of 0 where none begins so.
  private static func form(of first: UInt8) -> (length: Int, second: ClosedRange<UInt8>) {
    switch first {
    case 0xC2...0xDF: (2, 0x80...0xBF)
    case 0xE0: (3, 0xA0...0xBF)
    case 0xED: (3, 0x80...0x9F)
    case 0xE1...0xEF: (3, 0x80...0xBF)
    case 0xF0: (4, 0x90...0xBF)
    case 0xF1...0xF3: (4, 0x80...0xBF)
    case 0xF4: (4, 0x80...0x8F)
    default: (0, 0...0)
    }
  }
}
