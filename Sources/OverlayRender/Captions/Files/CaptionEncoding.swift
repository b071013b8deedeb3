/// The character encoding that a caption file was read in, by its IANA name, and how it was found.
public enum CaptionEncoding: Sendable, Hashable {
  /// The one that was asked for, that a byte order mark names, or UTF-8.
  case known(String)
  /// The one that the bytes look like.
  case detected(String)
  /// The bytes are not UTF-8 and look like nothing else: windows-1252, the most common of all older encodings.
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
/// - Returns: The name of an encoding as iconv(3) or IANA has it; `nil` for no answer.
public typealias CaptionEncodingDetector = (_ bytes: [UInt8]) -> String?

extension CaptionDocument {
  /// The names of the character encodings that caption files are found in. Every other one that iconv(3) knows is read as
  /// well.
  public static var encodingNames: [String] { EncodingName.common }
}

/// The text of a file as UTF-8 without byte order marks and zero bytes, the encoding it was in, and what was wrong with it.
struct DecodedText {
  private(set) var utf8: [UInt8]
  private(set) var encoding = CaptionEncoding.known("UTF-8")
  private(set) var problems = CaptionProblems()
  /// How many bytes of byte order marks stood before the text.
  private var markLength = 0

  /// How many bytes of UTF-8 a text may become.
  private static let limit = 2 * CaptionDocument.sizeLimit

  /// Reads bytes in an encoding by its name. A byte order mark says more than a name does (WHATWG Encoding Standard,
  /// section 6, "decode"). Without either they are UTF-8, maybe damaged, or what `detectEncoding` takes them for.
  init(
    _ bytes: consuming [UInt8], encoding name: String?, detectEncoding: CaptionEncodingDetector? = nil
  ) throws(CaptionError.Kind) {
    utf8 = bytes
    let mark = ByteOrderMark(of: utf8)
    dropByteOrderMarks()
    let name = name.map(EncodingName.known)
    if let encoding = mark?.encoding, encoding != "UTF-8" {
      try convert(from: encoding)
    } else if mark != nil, takeUTF8() {
      // The text is what its mark says.
    } else if let name, name != "UTF-8" {
      try convert(from: name)
    } else {
      try takeUnmarked(isNamed: name != nil, detectEncoding)
    }
    dropByteOrderMarks()
    dropZeroBytes()
  }

  /// Reads bytes that are not UTF-8, whole or damaged, in the encoding that `detectEncoding` takes them for. `nil` where they
  /// are UTF-8 or no other encoding fits.
  init?(guessing bytes: [UInt8], _ detectEncoding: CaptionEncodingDetector) {
    let isISO2022JP = EncodingName.isISO2022JP(bytes)
    guard isISO2022JP || !DecodedText.isUTF8(bytes) else { return nil }
    utf8 = bytes
    dropByteOrderMarks()
    if isISO2022JP, takeGuess("ISO-2022-JP") { return }
    guard !DecodedText.isUTF8(utf8), takeAnswer(detectEncoding(utf8)), encoding.name != "UTF-8" else { return nil }
  }

  /// Returns whether the invalid sequences are so few that the text is damaged and not in another encoding: at most one for
  /// every 20 characters beyond ASCII, of which there must be one.
  private static func isDamage(_ invalidCount: Int, validCount: Int) -> Bool {
    validCount >= 1 && 20 * invalidCount <= validCount
  }

  // MARK: UTF-8

  /// Returns whether bytes are UTF-8, whole or damaged.
  private static func isUTF8(_ bytes: [UInt8]) -> Bool {
    var invalidCount = 0
    // Bytes that only a character of several bytes begins with.
    var faultyStartCount = 0
    var isWhole = true
    for fault in UTF8Faults(bytes) {
      isWhole = false
      if !fault.isCutOff { invalidCount += 1 }
      if bytes[fault.bytes.lowerBound] >= 0xC0 { faultyStartCount += 1 }
    }
    if isWhole { return true }
    return isDamage(invalidCount, validCount: bytes.count { $0 >= 0xC0 } - faultyStartCount)
  }

  /// Takes the text for UTF-8, whole or damaged; `false` where it is something else.
  private mutating func takeUTF8() -> Bool {
    guard DecodedText.isUTF8(utf8) else { return false }
    repairUTF8()
    return true
  }

  /// Drops a character that is cut off at the end, and puts U+FFFD for every other invalid sequence.
  private mutating func repairUTF8() {
    if let fault = UTF8Faults(utf8).first(where: \.isCutOff) { dropHalfCharacter(at: fault.bytes.lowerBound) }
    let invalidCount = UTF8Faults(utf8).count { _ in true }
    guard invalidCount > 0 else { return }
    problems.append(invalidUTF8In: utf8)
    utf8 = DecodedText.repaired(utf8, invalidCount: invalidCount)
  }

  private mutating func dropHalfCharacter(at place: Int) {
    problems.append(.halfCharacter, line: ByteLines.number(ofByteAt: place, in: utf8))
    utf8.removeSubrange(place...)
  }

  /// UTF-8 with U+FFFD for what is invalid.
  private static func repaired(_ text: [UInt8], invalidCount: Int) -> [UInt8] {
    var repaired: [UInt8] = []
    repaired.reserveCapacity(text.count + 2 * invalidCount)
    var place = 0
    for fault in UTF8Faults(text) {
      repaired += text[place..<fault.bytes.lowerBound]
      repaired += "\u{FFFD}".utf8
      place = fault.bytes.upperBound
    }
    return repaired + text[place...]
  }

  // MARK: Text without a mark

  /// Takes a text that is named UTF-8, or not at all.
  private mutating func takeUnmarked(
    isNamed: Bool, _ detectEncoding: CaptionEncodingDetector?
  ) throws(CaptionError.Kind) {
    let census = ByteCensus(utf8)
    let fault = UTF8Faults(utf8).first { _ in true }
    if !isNamed {
      if let name = census.likelyEncoding {
        guard detectEncoding != nil else { throw .unmarkedUTF16(encoding: name) }
        if takeGuess(EncodingName.known(for: name)) { return }
      }
      if census.isBinary || fault?.isCutOff == false {
        if let format = ForeignFormat(binary: utf8) { throw .foreign(format) }
        if census.isBinary { throw .binary }
      }
      if fault == nil, EncodingName.isISO2022JP(utf8), takeGuess("ISO-2022-JP") { return }
    }
    guard let fault, !takeUTF8() else { return }
    if !isNamed, let detectEncoding {
      if !takeAnswer(detectEncoding(utf8)) { try assumeWindows1252() }
    } else if fault.isCutOff {
      dropHalfCharacter(at: fault.bytes.lowerBound)
    } else {
      let place = fault.bytes.lowerBound
      throw .notUTF8(offset: markLength + place, byte: utf8[place], line: ByteLines.number(ofByteAt: place, in: utf8))
    }
  }

  /// Reads the text in the encoding that a detector names; `false` where it does not fit.
  private mutating func takeAnswer(_ answer: String?) -> Bool {
    if EncodingName.isUTF8(answer) {
      repairUTF8()
      encoding = .detected("UTF-8")
      return true
    }
    let holdsControls = utf8.contains { (0x80...0x9F).contains($0) }
    for name in EncodingName.candidates(for: answer, holdsControls: holdsControls) where takeGuess(name) { return true }
    return false
  }

  /// Converts the text if it is one in an encoding, up to damage; one invalid sequence for 20 characters at most.
  private mutating func takeGuess(_ name: String) -> Bool {
    guard var converter = CharacterConverter(from: name) else { return false }
    let conversion = converter.utf8(of: utf8, limit: DecodedText.limit, invalidLimit: utf8.count / 20)
    switch conversion.ending {
    case .complete, .cutOff: break
    case .invalid, .tooLong: return false
    }
    guard 20 * conversion.invalidPlaces.count <= conversion.validCount else { return false }
    take(conversion)
    encoding = .detected(name)
    return true
  }

  /// Converts text of unknown encoding as windows-1252. Bytes that windows-1252 has no character for become U+FFFD.
  private mutating func assumeWindows1252() throws(CaptionError.Kind) {
    guard var converter = CharacterConverter(from: "windows-1252") else { throw .encodingNotInstalled("windows-1252") }
    let conversion = converter.utf8(of: utf8, limit: DecodedText.limit, invalidLimit: .max)
    if case .tooLong = conversion.ending { throw .tooLarge }
    take(conversion)
    encoding = .assumed("windows-1252")
  }

  // MARK: Other encodings

  private mutating func convert(from name: String) throws(CaptionError.Kind) {
    guard var converter = CharacterConverter(from: name) else {
      if EncodingName.common.contains(name) { throw .encodingNotInstalled(name) }
      throw .unknownEncoding(name, near: EncodingName.near(name))
    }
    let conversion = converter.utf8(of: utf8, limit: DecodedText.limit, invalidLimit: utf8.count / 20)
    if case .tooLong = conversion.ending { throw .tooLarge }
    if let place = conversion.firstInvalidByte {
      guard DecodedText.isDamage(conversion.invalidPlaces.count, validCount: conversion.validCount) else {
        let line = ByteLines.number(ofByteAt: conversion.invalidPlaces.first ?? 0, in: conversion.utf8)
        throw .notInEncoding(name, offset: place, line: line)
      }
    }
    take(conversion)
    encoding = .known(name)
  }

  private mutating func take(_ conversion: CharacterConverter.Conversion) {
    utf8 = conversion.utf8
    problems.append(invalidIn: utf8, at: conversion.invalidPlaces)
    if case .cutOff = conversion.ending {
      problems.append(.halfCharacter, line: ByteLines.number(ofByteAt: utf8.count, in: utf8))
    }
  }

  // MARK: What is left out

  /// Drops the marks of UTF-8 at the start. Programs that convert a marked text and add a mark of their own leave two.
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
  /// Adds a problem for each line with bytes that are not UTF-8.
  mutating func append(invalidUTF8In text: [UInt8]) {
    append(invalidIn: text, at: UTF8Faults(text).lazy.map(\.bytes.lowerBound))
  }

  /// Adds a problem for each line with characters that are invalid, by their places in order.
  mutating func append(invalidIn text: [UInt8], at places: some Sequence<Int>) {
    var lines = LineCounter(text)
    var last: (line: Int, count: Int)?
    for place in places {
      let line = lines.number(ofByteAt: place)
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
