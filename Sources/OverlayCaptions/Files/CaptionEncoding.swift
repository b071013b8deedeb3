/// The character encoding of a caption file, as an IANA name, and how it was determined.
public enum CaptionEncoding: Sendable, Hashable {
  /// The encoding was requested, or a byte order mark names it, or the bytes are UTF-8.
  case known(String)
  /// The encoding was detected from the bytes.
  case detected(String)
  /// The bytes are not UTF-8, and no other encoding was detected. They are read as windows-1252, the most common legacy
  /// encoding.
  case assumed(String)

  /// The name of the encoding.
  public var name: String {
    switch self {
    case .known(let name), .detected(let name), .assumed(let name): name
    }
  }
}

/// Guesses the character encoding of bytes that are not UTF-8.
///
/// - Parameter bytes: The whole file.
/// - Returns: The name of an encoding as iconv(3) or IANA has it; `nil` if the encoding is unknown.
public typealias CaptionEncodingDetector = (_ bytes: [UInt8]) -> String?

extension CaptionDocument {
  /// The names of the character encodings that are common in caption files. All other encodings of iconv(3) can be read
  /// too.
  package static var encodingNames: [String] { EncodingName.common }
}

/// The text of a file as UTF-8 without byte order marks and zero bytes, with its original encoding and its problems.
struct DecodedText {
  private(set) var utf8: [UInt8]
  private(set) var encoding = CaptionEncoding.known("UTF-8")
  private(set) var problems = CaptionProblems()
  /// The number of bytes of byte order marks before the text.
  private var markLength = 0

  /// The maximum number of bytes of a text in UTF-8.
  private static let limit = 2 * CaptionDocument.sizeLimit

  /// Decodes bytes in the named encoding. A byte order mark overrides the name (WHATWG Encoding Standard, section 6,
  /// "decode"). Without a mark and a name the bytes are UTF-8, possibly damaged, or in the encoding that
  /// `detectEncoding` returns.
  init(
    _ bytes: consuming [UInt8], encoding name: String?, detectEncoding: CaptionEncodingDetector? = nil
  ) throws(CaptionError.Kind) {
    utf8 = bytes
    let mark = ByteOrderMark(of: utf8)
    dropByteOrderMarks()
    let name = name.map(EncodingName.canonicalName)
    if let encoding = mark?.encoding, encoding != "UTF-8" {
      try convert(from: encoding)
    } else if mark != nil, decodeUTF8() {
      // The bytes are UTF-8, as the mark says.
    } else if let name, name != "UTF-8" {
      try convert(from: name)
    } else {
      try decodeUnmarked(isNamed: name != nil, detectEncoding)
    }
    dropByteOrderMarks()
    dropZeroBytes()
  }

  /// Decodes bytes that are neither UTF-8 nor damaged UTF-8, in the encoding that `detectEncoding` returns. The result
  /// is `nil` if they are UTF-8 or no other encoding fits.
  init?(guessing bytes: [UInt8], _ detectEncoding: CaptionEncodingDetector) {
    let isISO2022JP = EncodingName.isISO2022JP(bytes)
    guard isISO2022JP || !DecodedText.isUTF8(bytes) else { return nil }
    utf8 = bytes
    dropByteOrderMarks()
    if isISO2022JP, decodeGuess("ISO-2022-JP") { return }
    guard !DecodedText.isUTF8(utf8), decodeDetected(detectEncoding(utf8)), encoding.name != "UTF-8" else { return nil }
  }

  /// Returns whether there are so few invalid sequences that the text is damaged and not in another encoding: at most
  /// one for every 20 non-ASCII characters, and at least one such character.
  private static func isDamage(_ invalidCount: Int, validCount: Int) -> Bool {
    validCount >= 1 && 20 * invalidCount <= validCount
  }

  // MARK: UTF-8

  /// Returns whether bytes are UTF-8 or damaged UTF-8.
  private static func isUTF8(_ bytes: [UInt8]) -> Bool {
    var invalidCount = 0
    // Invalid sequences that start with a leading byte of a multibyte character.
    var invalidStartCount = 0
    var isWhole = true
    for sequence in InvalidUTF8Sequences(bytes) {
      isWhole = false
      if !sequence.isTruncated { invalidCount += 1 }
      if bytes[sequence.bytes.lowerBound] >= 0xC0 { invalidStartCount += 1 }
    }
    if isWhole { return true }
    return isDamage(invalidCount, validCount: bytes.count { $0 >= 0xC0 } - invalidStartCount)
  }

  /// Decodes the text as UTF-8, possibly damaged. Returns `false` if it is something else.
  private mutating func decodeUTF8() -> Bool {
    guard DecodedText.isUTF8(utf8) else { return false }
    repairUTF8()
    return true
  }

  /// Removes a truncated character at the end, and replaces every other invalid sequence by U+FFFD.
  private mutating func repairUTF8() {
    if let sequence = InvalidUTF8Sequences(utf8).first(where: \.isTruncated) {
      dropTruncatedCharacter(at: sequence.bytes.lowerBound)
    }
    let invalidCount = InvalidUTF8Sequences(utf8).count { _ in true }
    guard invalidCount > 0 else { return }
    problems.append(invalidUTF8In: utf8)
    utf8 = DecodedText.repaired(utf8, invalidCount: invalidCount)
  }

  private mutating func dropTruncatedCharacter(at offset: Int) {
    problems.append(.truncatedCharacter, line: ByteLines.number(ofByteAt: offset, in: utf8))
    utf8.removeSubrange(offset...)
  }

  /// Returns UTF-8 with U+FFFD for each invalid sequence.
  private static func repaired(_ text: [UInt8], invalidCount: Int) -> [UInt8] {
    var repaired: [UInt8] = []
    repaired.reserveCapacity(text.count + 2 * invalidCount)
    var offset = 0
    for sequence in InvalidUTF8Sequences(text) {
      repaired += text[offset..<sequence.bytes.lowerBound]
      repaired += "\u{FFFD}".utf8
      offset = sequence.bytes.upperBound
    }
    return repaired + text[offset...]
  }

  // MARK: Text without a mark

  /// Decodes a text whose encoding was given as UTF-8 or not given.
  private mutating func decodeUnmarked(
    isNamed: Bool, _ detectEncoding: CaptionEncodingDetector?
  ) throws(CaptionError.Kind) {
    let statistics = ByteStatistics(utf8)
    let sequence = InvalidUTF8Sequences(utf8).first { _ in true }
    if !isNamed {
      if let name = statistics.likelyEncoding {
        guard detectEncoding != nil else { throw .unmarkedUTF16(encoding: name) }
        if decodeGuess(EncodingName.canonicalName(for: name)) { return }
      }
      if statistics.isBinary || sequence?.isTruncated == false {
        if let format = UnsupportedCaptionFormat(binary: utf8) { throw .unsupportedFormat(format) }
        if statistics.isBinary { throw .binary }
      }
      if sequence == nil, EncodingName.isISO2022JP(utf8), decodeGuess("ISO-2022-JP") { return }
    }
    guard let sequence, !decodeUTF8() else { return }
    if !isNamed, let detectEncoding {
      if !decodeDetected(detectEncoding(utf8)) { try assumeWindows1252() }
    } else if sequence.isTruncated {
      dropTruncatedCharacter(at: sequence.bytes.lowerBound)
    } else {
      let offset = sequence.bytes.lowerBound
      throw .notUTF8(
        offset: markLength + offset, byte: utf8[offset], line: ByteLines.number(ofByteAt: offset, in: utf8))
    }
  }

  /// Decodes the text in the encoding that a detector returned, or in one of Chinese, Japanese or Korean if its
  /// characters are common there. Returns `false` if none fits.
  private mutating func decodeDetected(_ answer: String?) -> Bool {
    if !EncodingName.isEastAsian(answer), let name = EastAsianEncodings.encoding(ofShortText: utf8), decodeGuess(name) {
      return true
    }
    if EncodingName.isUTF8(answer) {
      repairUTF8()
      encoding = .detected("UTF-8")
      return true
    }
    let holdsControls = utf8.contains { (0x80...0x9F).contains($0) }
    for name in EncodingName.candidates(for: answer, holdsControls: holdsControls) where decodeGuess(name) {
      return true
    }
    return false
  }

  /// Converts the text if it is valid in an encoding, except for damage: at most one invalid sequence for 20
  /// characters.
  private mutating func decodeGuess(_ name: String) -> Bool {
    guard var converter = CharacterConverter(from: name) else { return false }
    let conversion = converter.utf8(of: utf8, limit: DecodedText.limit, invalidLimit: utf8.count / 20)
    switch conversion.ending {
    case .complete, .truncated: break
    case .invalid, .tooLong: return false
    }
    guard 20 * conversion.invalidOffsets.count <= conversion.validCount else { return false }
    adopt(conversion)
    encoding = .detected(name)
    return true
  }

  /// Decodes text of unknown encoding as windows-1252. Bytes that are undefined in windows-1252 become U+FFFD.
  private mutating func assumeWindows1252() throws(CaptionError.Kind) {
    guard var converter = CharacterConverter(from: "windows-1252") else { throw .encodingNotInstalled("windows-1252") }
    let conversion = converter.utf8(of: utf8, limit: DecodedText.limit, invalidLimit: .max)
    if case .tooLong = conversion.ending { throw .tooLarge }
    adopt(conversion)
    encoding = .assumed("windows-1252")
  }

  // MARK: Other encodings

  private mutating func convert(from name: String) throws(CaptionError.Kind) {
    guard var converter = CharacterConverter(from: name) else {
      if EncodingName.common.contains(name) { throw .encodingNotInstalled(name) }
      throw .unknownEncoding(name, near: EncodingName.names(similarTo: name))
    }
    let conversion = converter.utf8(of: utf8, limit: DecodedText.limit, invalidLimit: utf8.count / 20)
    if case .tooLong = conversion.ending { throw .tooLarge }
    if let offset = conversion.firstInvalidByte {
      guard DecodedText.isDamage(conversion.invalidOffsets.count, validCount: conversion.validCount) else {
        let line = ByteLines.number(ofByteAt: conversion.invalidOffsets.first ?? 0, in: conversion.utf8)
        throw .notInEncoding(name, offset: offset, line: line)
      }
    }
    adopt(conversion)
    encoding = .known(name)
  }

  private mutating func adopt(_ conversion: CharacterConverter.Conversion) {
    utf8 = conversion.utf8
    problems.append(invalidIn: utf8, at: conversion.invalidOffsets)
    if case .truncated = conversion.ending {
      problems.append(.truncatedCharacter, line: ByteLines.number(ofByteAt: utf8.count, in: utf8))
    }
  }

  // MARK: Removed bytes

  /// Removes UTF-8 byte order marks at the start. There can be two, because some programs add a mark to a text that has
  /// one.
  private mutating func dropByteOrderMarks() {
    var count = 0
    while utf8.holds(.byteOrderMark, at: count) { count += 3 }
    utf8.removeFirst(count)
    markLength += count
  }

  private mutating func dropZeroBytes() {
    guard let first = utf8.firstIndex(of: 0) else { return }
    let line = ByteLines.number(ofByteAt: first, in: utf8)
    let count = utf8.count
    utf8.removeAll { $0 == 0 }
    problems.append(.zeroBytes(count: count - utf8.count), line: line)
  }
}

extension CaptionProblems {
  /// Adds a problem for each line that contains invalid UTF-8.
  mutating func append(invalidUTF8In text: [UInt8]) {
    append(invalidIn: text, at: InvalidUTF8Sequences(text).lazy.map(\.bytes.lowerBound))
  }

  /// Adds a problem for each line that contains invalid characters. Their offsets are in ascending order.
  mutating func append(invalidIn text: [UInt8], at offsets: some Sequence<Int>) {
    var lines = LineCounter(text)
    var last: (line: Int, count: Int)?
    for offset in offsets {
      let line = lines.number(ofByteAt: offset)
      if let (number, count) = last, number == line {
        last = (line, count + 1)
      } else {
        if let last { append(.invalidCharacters(count: last.count), line: last.line) }
        last = (line, 1)
      }
    }
    if let last { append(.invalidCharacters(count: last.count), line: last.line) }
  }
}
