/// The text of a file as UTF-8 without a byte order mark and zero bytes, and what was wrong with it.
struct DecodedText {
  private(set) var utf8: [UInt8]
  private(set) var problems = CaptionProblems()

  /// How many bytes of UTF-8 a text may become.
  private static let limit = 2 * CaptionDocument.sizeLimit

  /// Reads bytes in an encoding by its name. A byte order mark says more than a name does (WHATWG Encoding Standard,
  /// section 6, "decode"); without either they are UTF-8.
  init(_ bytes: [UInt8], encoding: String?) throws(CaptionError.Kind) {
    let name = EncodingName.known(for: DecodedText.markedEncoding(of: bytes) ?? encoding ?? "UTF-8")
    if name == "UTF-8" {
      utf8 = bytes
      try checkUTF8(isNamed: encoding != nil)
    } else {
      utf8 = []
      try convert(bytes, from: name)
    }
    if utf8.starts(with: [UInt8].byteOrderMark) { utf8.removeFirst(3) }
    dropZeroBytes()
  }

  private static func markedEncoding(of bytes: [UInt8]) -> String? {
    if bytes.starts(with: [UInt8].byteOrderMark) { return "UTF-8" }
    if bytes.starts(with: [0xFF, 0xFE]) { return "UTF-16LE" }
    if bytes.starts(with: [0xFE, 0xFF]) { return "UTF-16BE" }
    return nil
  }

  private mutating func checkUTF8(isNamed: Bool) throws(CaptionError.Kind) {
    let census = ByteCensus(utf8)
    if !isNamed, let encoding = census.likelyEncoding { throw .unmarkedUTF16(encoding: encoding) }
    let fault = UTF8Validation.firstFault(in: utf8)
    if !isNamed, census.isBinary || fault?.isCutOff == false {
      if let format = ForeignFormat(binary: utf8) { throw .foreign(format) }
      if census.isBinary { throw .binary }
    }
    guard let fault else { return }
    let line = ByteLines.number(ofByteAt: fault.place, in: utf8)
    guard fault.isCutOff else { throw .notUTF8(offset: fault.place, byte: utf8[fault.place], line: line) }
    utf8.removeSubrange(fault.place...)
    problems.append(.halfCharacter, line: line)
  }

  private mutating func convert(_ bytes: [UInt8], from encoding: String) throws(CaptionError.Kind) {
    guard var converter = CharacterConverter(from: encoding) else {
      if EncodingName.common.contains(encoding) { throw .encodingNotInstalled(encoding) }
      throw .unknownEncoding(encoding, near: EncodingName.near(encoding))
    }
    let (utf8, ending) = converter.utf8(of: bytes, limit: DecodedText.limit)
    switch ending {
    case .complete: break
    case .cutOff: problems.append(.halfCharacter, line: ByteLines.number(ofByteAt: utf8.count, in: utf8))
    case .invalid(let place):
      let line = ByteLines.number(ofByteAt: utf8.count, in: utf8)
      throw .notInEncoding(encoding, offset: place, line: line)
    case .tooLong: throw .tooLarge
    }
    self.utf8 = utf8
  }

  private mutating func dropZeroBytes() {
    guard let first = utf8.firstIndex(of: 0) else { return }
    let line = ByteLines.number(ofByteAt: first, in: utf8)
    let count = utf8.count
    utf8.removeAll { $0 == 0 }
    problems.append(.zeroBytes(count: count - utf8.count), line: line)
  }
}
