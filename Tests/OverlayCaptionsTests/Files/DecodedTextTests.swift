import TestTools
import Testing

@testable import OverlayCaptions

@Suite("Character encodings")
struct DecodedTextTests {
  private func text(_ bytes: [UInt8], _ encoding: String? = nil) throws(CaptionError.Kind) -> String {
    String(decoding: try DecodedText(bytes, encoding: encoding).utf8, as: UTF8.self)
  }

  private func bytes(_ text: String, isLittleEndian: Bool) -> [UInt8] {
    text.utf16.flatMap { unit in
      let bytes = [UInt8(unit & 0xFF), UInt8(unit >> 8)]
      return isLittleEndian ? bytes : bytes.reversed()
    }
  }

  private static let sample = "1\n00:00:01,000 --> 00:00:02,000\né – 日本語 👩‍👩‍👧\n"

  @Test("UTF-8 is read with and without a byte order mark")
  func utf8() throws {
    let bytes = Array(Self.sample.utf8)
    #expect(try text(bytes) == Self.sample)
    #expect(try text([UInt8].byteOrderMark + bytes) == Self.sample)
    #expect(try text([UInt8].byteOrderMark + bytes, "windows-1252") == Self.sample)
    #expect(try text(bytes, "utf8") == Self.sample)
    #expect(try text([]) == "")
  }

  @Test("UTF-16 is detected by its byte order mark, or read by its name", arguments: [true, false])
  func utf16(isLittleEndian: Bool) throws {
    let marked = bytes("\u{FEFF}" + Self.sample, isLittleEndian: isLittleEndian)
    #expect(try text(marked) == Self.sample)
    #expect(try text(marked, "utf-16") == Self.sample)
    let unmarked = bytes(Self.sample, isLittleEndian: isLittleEndian)
    let name = isLittleEndian ? "utf-16le" : "utf-16be"
    #expect(try text(unmarked, name) == Self.sample)
    #expect(throws: CaptionError.Kind.unmarkedUTF16(encoding: name)) { try text(unmarked) }
    let chinese = bytes("1\n00:00:01,000 --> 00:00:02,000\n" + "我们今天听一段话", isLittleEndian: isLittleEndian)
    #expect(throws: CaptionError.Kind.unmarkedUTF16(encoding: name)) { try text(chinese) }
  }

  @Test("UTF-32 without a byte order mark is recognized, and so is UTF-16 of every script", arguments: [true, false])
  func unmarked(isLittleEndian: Bool) throws {
    for sample in ["Привет", "Γειά", "你好", "안녕", "é 😀"] {
      let text = "1\n00:00:01,000 --> 00:00:02,000\n\(sample)\n"
      let units = text.unicodeScalars.flatMap { scalar -> [UInt8] in
        let bytes = (0..<4).map { UInt8(scalar.value >> (8 * $0) & 0xFF) }
        return isLittleEndian ? bytes : bytes.reversed()
      }
      for bytes in [units, bytes(text, isLittleEndian: isLittleEndian)] {
        let decoded = try DecodedText(bytes, encoding: nil) { _ in nil }
        #expect(String(decoding: decoded.utf8, as: UTF8.self) == text)
        #expect(!ByteStatistics(bytes).isBinary)
      }
    }
  }

  @Test(
    "A short text in an encoding of Chinese, Japanese or Korean is recognized by its common characters",
    arguments: [
      ([0xC4, 0xE3, 0xBA, 0xC3], "你好", "GB18030"),
      ([0xCE, 0xD2, 0xC3, 0xC7, 0xD7, 0xDF, 0xB0, 0xC9], "我们走吧", "GB18030"),
      ([0xCE, 0xD2, 0x82, 0x83, 0xD7, 0xDF, 0xB0, 0xC9], "我們走吧", "GB18030"),
      ([0xC1, 0xC2, 0xC1, 0xC2, 0xA7, 0x41, 0xA1, 0x41, 0xA6, 0x41, 0xA8, 0xA3, 0xA1, 0x49], "謝謝你，再見！", "Big5-HKSCS"),
      ([0xBF, 0xEC, 0xB8, 0xAE, 0x20, 0xB0, 0xA1, 0xC0, 0xDA], "우리 가자", "UHC"),
      (
        [0x8C, 0x63, 0xB9, 0xE6, 0xB0, 0xA2, 0xC7, 0xCF, 0xB0, 0xA1, 0x20, 0xBF, 0xD4, 0xBE, 0xEE, 0xBF, 0xE4],
        "똠방각하가 왔어요", "UHC"
      ),
      ([0xA4, 0xA4, 0xA4, 0xC6], "いて", "EUC-JP"),
    ] as [([UInt8], String, String)])
  func shortText(bytes: [UInt8], text: String, encoding: String) throws {
    let times = "1\n00:00:01,000 --> 00:00:02,000\n"
    for answer in ["windows-1252", nil] {
      let decoded = try DecodedText(Array(times.utf8) + bytes, encoding: nil) { _ in answer }
      #expect(String(decoding: decoded.utf8, as: UTF8.self) == times + text)
      #expect(decoded.encoding == .detected(encoding))
    }
    // A detector that names another encoding of these languages is believed.
    let other = try DecodedText(bytes, encoding: nil) { _ in "GB18030" }
    #expect(other.encoding == .detected("GB18030"))
    // Long texts are left to the detector.
    let long = Array(repeating: bytes + [0x0A], count: 1000).flatMap(\.self)
    #expect(try DecodedText(long, encoding: nil) { _ in "windows-1252" }.encoding == .detected("windows-1252"))
  }

  @Test(
    "Letters of other scripts are not read as Chinese, Japanese or Korean",
    arguments: [
      [0xCF, 0xF0, 0xE8, 0xE2, 0xE5, 0xF2],
      [0xC2, 0xDB, 0x20, 0x2F, 0x20, 0xC7, 0xE0, 0xE2, 0xF2, 0xF0, 0xE0],
      [0xBC, 0xEB, 0xEF, 0xE9],
      [0xD6, 0xBE, 0xC3, 0xC5, 0x20, 0x2F, 0x20, 0xC3, 0xC5, 0xC9, 0xC1],
      [0xCA, 0xC7, 0xD1, 0xCA, 0xB4, 0xD5],
      [0xC7, 0x61, 0x20, 0x76, 0x61, 0x20, 0x6C, 0xE0],
      [
        0x4E, 0x69, 0x65, 0x20, 0x6D, 0x61, 0x20, 0x64, 0x6F, 0x6D, 0xF3, 0x77, 0x20, 0x69, 0x20, 0x6F, 0x67, 0x72,
        0x6F, 0x64, 0xF3, 0x77, 0x2E,
      ],
      [
        0x4B, 0x72, 0x61, 0x6B, 0xF3, 0x77, 0x2C, 0x20, 0x54, 0x61, 0x72, 0x6E, 0xF3, 0x77, 0x20, 0x2F, 0x20, 0x52,
        0x7A, 0x65, 0x73, 0x7A, 0xF3, 0x77,
      ],
      [0xC4, 0xC4, 0x4E, 0x49, 0x20, 0x4B, 0xC4, 0xC4, 0x4E, 0x54, 0x59, 0x59],
      [0x41, 0xC7, 0xD5, 0x45, 0x53, 0x20, 0x2F, 0x20, 0x4E, 0x41, 0xC7, 0xD5, 0x45, 0x53],
      [0xA5, 0x4F, 0xA5, 0x4F],
      [0xC7, 0xD0, 0xE5, 0xC8, 0x20, 0x2F, 0x20, 0xC7, 0xD1, 0xDF, 0xD6],
      [0xB2, 0xBB],
    ] as [[UInt8]])
  func otherScripts(bytes: [UInt8]) {
    #expect(EastAsianEncodings.encoding(ofShortText: bytes) == nil)
  }

  @Test(
    "Other encodings are found by their names in different spellings",
    arguments: [
      ("windows-1252", [0xE9, 0x96], "é–"), ("CP1252", [0xE9], "é"), ("latin1", [0xE9], "é"),
      ("ISO_8859-1", [0xE9], "é"),
      ("iso8859-15", [0xA4], "€"), ("windows-1251", [0xCF], "П"), ("win1251", [0xCF], "П"), ("koi8r", [0xF0], "П"),
      ("Shift_JIS", [0x93, 0xFA], "日"), ("sjis", [0x93, 0xFA], "日"), ("euc-jp", [0xC6, 0xFC], "日"),
      ("GB18030", [0xC8, 0xD5], "日"), ("gbk", [0xC8, 0xD5], "日"), ("big5", [0xA4, 0xE9], "日"),
      ("EUC-KR", [0xC7, 0xD1], "한"),
      ("ms949", [0xC7, 0xD1], "한"), ("windows-1258", [0x61, 0xD2, 0x61], "ảa"), ("IBM850", [0x82], "é"),
    ] as [(String, [UInt8], String)])
  func named(encoding: String, bytes: [UInt8], string: String) throws {
    #expect(try text(bytes, encoding) == string)
  }

  @Test(
    "Invalid UTF-8 is reported with its offset and line",
    arguments: [
      ([0x61, 0x0A, 0xE9, 0x0A], 2, 2), ([0xE9, 0x61], 0, 1), ([0x61, 0x0D, 0x0A, 0x0D, 0xC0, 0x80], 4, 3),
      ([0x61, 0xED, 0xA0, 0x80, 0x62], 1, 1), ([0xF4, 0x90, 0x80, 0x80], 0, 1), ([0xF8, 0x88], 0, 1), ([0x80], 0, 1),
      ([0xE0, 0x9F, 0xBF], 0, 1), ([0xF0, 0x8F, 0xBF, 0xBF], 0, 1), ([0xC3, 0x0A], 0, 1),
      (Array("eight characters and more ".utf8) + [0xFE], 26, 1),
    ] as [([UInt8], Int, Int)])
  func invalidUTF8(bytes: [UInt8], offset: Int, line: Int) {
    #expect(throws: CaptionError.Kind.notUTF8(offset: offset, byte: bytes[offset], line: line)) { try text(bytes) }
  }

  @Test("UTF-8 validation agrees with Swift", arguments: 0..<20 as Range<UInt64>)
  func likeSwift(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let marks: [UInt8] = [
      0x41, 0x80, 0xBF, 0xC2, 0xDF, 0xE0, 0xA0, 0x9F, 0xED, 0xEF, 0xF0, 0x90, 0x8F, 0xF4, 0xF5, 0xC0,
    ]
    for _ in 0..<500 {
      let bytes = (0..<Int.random(in: 0...6, using: &generator)).map { _ in generator.pick(marks) }
      #expect(InvalidUTF8Sequences(bytes).contains { _ in true } == (String(validating: bytes, as: UTF8.self) == nil))
    }
  }

  @Test(
    "A truncated character at the end is left out and reported",
    arguments: [
      ([0x61, 0x0A, 0xC3], nil, "a\n", 2), ([0x61, 0xE6, 0x97], nil, "a", 1), ([0xF0, 0x9F, 0x91], nil, "", 1),
      ([0xFF, 0xFE, 0x61, 0, 0x62], nil, "a", 1), ([0x61, 0, 0x3D, 0xD8], "utf-16le", "a", 1),
      ([0x61, 0x93], "sjis", "a", 1),
    ] as [([UInt8], String?, String, Int)])
  func truncatedCharacter(bytes: [UInt8], encoding: String?, string: String, line: Int) throws {
    let decoded = try DecodedText(bytes, encoding: encoding)
    #expect(String(decoding: decoded.utf8, as: UTF8.self) == string)
    #expect(decoded.problems.first == [CaptionProblem(line: line, .truncatedCharacter)])
  }

  @Test("Zero bytes are left out and reported once")
  func zeroBytes() throws {
    let decoded = try DecodedText(Array("a\nb\0c\0\0".utf8), encoding: nil)
    #expect(decoded.utf8 == Array("a\nbc".utf8))
    #expect(decoded.problems.first == [CaptionProblem(line: 2, .zeroBytes(count: 3))])
    let padded = Array(Self.sample.utf8) + [UInt8](repeating: 0, count: 9000)
    #expect(try text(padded) == Self.sample)
  }

  @Test("Bytes that are invalid in the named encoding are reported with their offset and line")
  func invalidInEncoding() {
    #expect(throws: CaptionError.Kind.notInEncoding("US-ASCII", offset: 2, line: 2)) {
      try text([0x61, 0x0A, 0xE9], "ascii")
    }
    let loneSurrogate = bytes("a\nb", isLittleEndian: true) + [0x00, 0xDC, 0x61, 0x00]
    #expect(throws: CaptionError.Kind.notInEncoding("UTF-16LE", offset: 6, line: 2)) {
      try text(loneSurrogate, "utf-16le")
    }
  }

  @Test("UTF-8 with damaged characters is read, and each line with one is reported")
  func damagedUTF8() throws {
    let line = String(repeating: "é", count: 20) + "\n"
    let decoded = try DecodedText(Array(line.utf8) + [0x61, 0xFF, 0x62, 0x0A], encoding: nil)
    #expect(decoded.utf8 == Array((line + "a\u{FFFD}b\n").utf8) && decoded.encoding == .known("UTF-8"))
    #expect(decoded.problems.first == [CaptionProblem(line: 2, .invalidCharacters(count: 1))])
    // A truncated character counts as one, whatever number of its bytes is left.
    let many = Array(String(repeating: "я", count: 60).utf8) + [0xE6, 0x97, 0x0A, 0xC0, 0x80, 0x0A]
    let repaired = try DecodedText(many, encoding: "utf-8")
    #expect(String(decoding: repaired.utf8, as: UTF8.self).hasSuffix("я\u{FFFD}\n\u{FFFD}\u{FFFD}\n"))
    #expect(
      repaired.problems.first == [
        CaptionProblem(line: 1, .invalidCharacters(count: 1)), CaptionProblem(line: 2, .invalidCharacters(count: 2)),
      ])
    // More than one invalid sequence for 20 characters is not damage.
    #expect(throws: CaptionError.Kind.notUTF8(offset: 120, byte: 0xE6, line: 1)) { try text(many + [0xFF], "utf-8") }
    let few = Array(String(repeating: "я", count: 19).utf8)
    #expect(throws: CaptionError.Kind.notUTF8(offset: 38, byte: 0xFF, line: 1)) { try text(few + [0xFF, 0x61]) }
  }

  @Test("A damaged character in a named encoding is also shown as U+FFFD")
  func damagedInEncoding() throws {
    let sun = (0..<20).flatMap { _ in [0x93, 0xFA] as [UInt8] }
    let decoded = try DecodedText(sun + [0x0A, 0x61, 0xFF, 0x62], encoding: "windows-31J")
    #expect(String(decoding: decoded.utf8, as: UTF8.self) == String(repeating: "日", count: 20) + "\na\u{FFFD}b")
    #expect(decoded.problems.first == [CaptionProblem(line: 2, .invalidCharacters(count: 1))])
    let line = String(repeating: "é", count: 20) + "\na"
    let utf16 = bytes(line, isLittleEndian: true) + [0x00, 0xDC] + bytes("b", isLittleEndian: true)
    #expect(try text(utf16, "utf-16le") == line + "\u{FFFD}b")
    #expect(throws: CaptionError.Kind.notInEncoding("windows-31J", offset: 2, line: 1)) {
      try text([0x93, 0xFA, 0xFF], "windows-31J")
    }
  }

  @Test("The detector is only called for text that is not UTF-8")
  func detector() throws {
    let russian: [UInt8] = [0xCF, 0xF0, 0xE8, 0xE2, 0xE5, 0xF2]
    var asked: [[UInt8]] = []
    func decoded(_ bytes: [UInt8], _ answer: String?, named name: String? = nil) throws -> DecodedText {
      try DecodedText(bytes, encoding: name) { bytes in
        asked.append(bytes)
        return answer
      }
    }
    let detected = try decoded(russian, "WINDOWS-1251")
    #expect(detected.encoding == .detected("windows-1251") && detected.utf8 == Array("Привет".utf8))
    #expect(asked == [russian])
    _ = try decoded(Array(String(repeating: "é", count: 20).utf8) + [0xFF], "windows-1251")
    _ = try decoded(russian, "windows-1251", named: "windows-1252")
    _ = try decoded(Array("plain".utf8), "windows-1251")
    #expect(asked.count == 1)
    // Some labels mean a superset in browsers.
    #expect(try decoded([0x80, 0xE9], "ISO-8859-1").utf8 == Array("€é".utf8))
    #expect(try decoded([0x87, 0x40, 0x5C], "SHIFT_JIS").utf8 == Array("①\\".utf8))
  }

  @Test(
    "If no answer of the detector fits, windows-1252 is assumed",
    arguments: [nil, "", "nonsense", "EUC-JP"] as [String?])
  func assumed(answer: String?) throws {
    // The byte 81 is undefined in windows-1252.
    let decoded = try DecodedText([0x63, 0xE9, 0x0A, 0x81, 0x0A], encoding: nil) { _ in answer }
    #expect(String(decoding: decoded.utf8, as: UTF8.self) == "cé\n\u{FFFD}\n")
    #expect(decoded.encoding == .assumed("windows-1252"))
    #expect(decoded.problems.first == [CaptionProblem(line: 2, .invalidCharacters(count: 1))])
  }

  @Test("If the detector answers UTF-8, the text is damaged UTF-8", arguments: ["UTF-8", "utf8", "ASCII"])
  func detectedUTF8(answer: String) throws {
    let decoded = try DecodedText([0x63, 0xC3, 0xA9, 0x0A, 0x81, 0x0A, 0xE6], encoding: nil) { _ in answer }
    #expect(String(decoding: decoded.utf8, as: UTF8.self) == "cé\n\u{FFFD}\n")
    #expect(decoded.encoding == .detected("UTF-8"))
    #expect(
      decoded.problems.first == [
        CaptionProblem(line: 3, .truncatedCharacter), CaptionProblem(line: 2, .invalidCharacters(count: 1)),
      ])
  }

  @Test("UTF-32 is detected by its byte order mark", arguments: [true, false])
  func utf32(isLittleEndian: Bool) throws {
    let bytes = ("\u{FEFF}" + Self.sample).unicodeScalars.flatMap { scalar in
      let bytes = (0..<4).map { UInt8(scalar.value >> (8 * $0) & 0xFF) }
      return isLittleEndian ? bytes : bytes.reversed()
    }
    #expect(try text(bytes) == Self.sample)
  }

  @Test("Two byte order marks are removed, and a wrong one is ignored")
  func marks() throws {
    #expect(try text([UInt8].byteOrderMark + .byteOrderMark + Array(Self.sample.utf8)) == Self.sample)
    #expect(try text(bytes("\u{FEFF}\u{FEFF}a", isLittleEndian: true)) == "a")
    let decoded = try DecodedText([UInt8].byteOrderMark + [0xCF, 0xF0], encoding: nil) { _ in "windows-1251" }
    #expect(decoded.encoding == .detected("windows-1251"))
    #expect(try text([UInt8].byteOrderMark + [0xCF, 0xF0], "windows-1251").hasSuffix("Пр"))
  }

  @Test("ISO-2022-JP is detected by its escape sequences")
  func iso2022JP() throws {
    let bytes: [UInt8] = [0x61, 0x1B, 0x24, 0x42, 0x46, 0x7C, 0x1B, 0x28, 0x42, 0x62]
    let decoded = try DecodedText(bytes, encoding: nil)
    #expect(decoded.utf8 == Array("a日b".utf8) && decoded.encoding == .detected("ISO-2022-JP"))
    // An escape character alone is not a sign of ISO-2022-JP.
    #expect(try text([0x61, 0x1B, 0x5B]) == "a\u{1B}[")
  }

  @Test("UTF-16 without a mark is detected if there is a detector", arguments: [true, false])
  func guessedUTF16(isLittleEndian: Bool) throws {
    let decoded = try DecodedText(bytes(Self.sample, isLittleEndian: isLittleEndian), encoding: nil) { _ in nil }
    #expect(decoded.utf8 == Array(Self.sample.utf8))
    #expect(decoded.encoding == .detected(isLittleEndian ? "UTF-16LE" : "UTF-16BE"))
  }

  @Test("An unknown name is an error with similar names")
  func unknownNames() {
    #expect(
      throws: CaptionError.Kind.unknownEncoding(
        "windows-1259", near: ["windows-1250", "windows-1251", "windows-1252"])
    ) {
      try text([0x61], "windows-1259")
    }
    for name in ["", "/etc/passwd", "utf-16//TRANSLIT", "é", "nonsense"] {
      #expect(throws: CaptionError.Kind.unknownEncoding(name, near: [])) { try text([0x61], name) }
    }
  }

  @Test("Long text is converted completely")
  func longText() throws {
    let decoded = try DecodedText([UInt8](repeating: 0xE9, count: 100_000), encoding: "latin1")
    #expect(decoded.utf8 == Array(String(repeating: "é", count: 100_000).utf8))
  }

  @Test("All line ends are supported, and the last line may have none")
  func lines() {
    func lines(_ text: String) -> [String] {
      let bytes = Array(text.utf8)
      return ByteLines(bytes).map { bytes[$0].excerpt }
    }
    #expect(lines("") == [] && lines("\n") == [""] && lines("a") == ["a"] && lines("a\n") == ["a"])
    #expect(lines("a\r\nb\rc\nd\r\r\ne\r\rf\n\r") == ["a", "b", "c", "d", "e", "", "f", ""])
    let text = Array("ab\nc\r\n\rd".utf8)
    #expect(text.indices.map { ByteLines.number(ofByteAt: $0, in: text) } == [1, 1, 1, 2, 2, 2, 3, 4])
    #expect(ByteLines.number(ofByteAt: text.count, in: text) == 4)
    #expect(ByteLines.number(ofByteAt: 2, in: Array("a\n".utf8)) == 2 && ByteLines.number(ofByteAt: 0, in: []) == 1)
  }

  @Test("If bytes are letters only in an encoding of Windows, it replaces the detected ISO 8859")
  func windowsInsteadOfISO8859() throws {
    // "Příliš žluťoučký" in windows-1250: three letters are control characters in ISO-8859-2.
    let bytes: [UInt8] = [
      0x50, 0xF8, 0xED, 0x6C, 0x69, 0x9A, 0x20, 0x9E, 0x6C, 0x75, 0x9D, 0x6F, 0x75, 0xE8, 0x6B, 0xFD,
    ]
    let text = try DecodedText(bytes, encoding: nil) { _ in "ISO-8859-2" }
    #expect(String(decoding: text.utf8, as: UTF8.self) == "Příliš žluťoučký")
    #expect(text.encoding == .detected("windows-1250"))
    let other = try DecodedText([0x50, 0xF8, 0xED, 0x6C, 0x69, 0xB9], encoding: nil) { _ in "ISO-8859-2" }
    #expect(String(decoding: other.utf8, as: UTF8.self) == "Příliš")
    #expect(other.encoding == .detected("ISO-8859-2"))
  }
}
