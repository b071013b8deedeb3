/// Walks over the bytes of a text that are not UTF-8 (The Unicode Standard, table 3-7, "Well-Formed UTF-8 Byte Sequences").
struct UTF8Faults: Sequence, IteratorProtocol {
  /// Invalid bytes: a maximal subpart of an ill-formed sequence, which one U+FFFD stands for (section 3.9).
  struct Fault: Hashable {
    /// The place of the first byte, and the place behind the last.
    var bytes: Range<Int>
    /// Whether they could be the beginning of a character that comes after the last byte of the text.
    var isCutOff: Bool
  }

  private let bytes: [UInt8]
  private var place = 0
  /// How many characters of several bytes were passed so far.
  private(set) var validCount = 0

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  mutating func next() -> Fault? {
    bytes.withUnsafeBytes { bytes in
      while place < bytes.count {
        if bytes[place] < 0x80 {
          place = UTF8Faults.endOfASCII(bytes, from: place)
        } else if let fault = passCharacter(bytes) {
          return fault
        }
      }
      return nil
    }
  }

  /// Looks at eight characters at a time; may stop before the end by a few.
  private static func endOfASCII(_ bytes: UnsafeRawBufferPointer, from start: Int) -> Int {
    var place = start + 1
    while place + 8 <= bytes.count,
      bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self) & 0x8080_8080_8080_8080 == 0
    {
      place += 8
    }
    return place
  }

  /// Passes a character of several bytes, or invalid bytes.
  private mutating func passCharacter(_ bytes: UnsafeRawBufferPointer) -> Fault? {
    let start = place
    let (length, second) = UTF8Faults.form(of: bytes[start])
    place += 1
    guard length > 0 else { return Fault(bytes: start..<place, isCutOff: false) }
    while place < start + length {
      guard place < bytes.count else { return Fault(bytes: start..<place, isCutOff: true) }
      let range = place == start + 1 ? second : 0x80...0xBF
      guard range.contains(bytes[place]) else { return Fault(bytes: start..<place, isCutOff: false) }
      place += 1
    }
    validCount += 1
    return nil
  }

  /// How long a sequence is that begins so, and what its second byte may be; a length of 0 for an invalid first byte.
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
