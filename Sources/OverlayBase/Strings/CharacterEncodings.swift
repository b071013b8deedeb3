/// The names of character encodings.
package enum EncodingName {
  /// The names of encodings that are common in caption files, as in iconv(3).
  package static let common =
    ["UTF-8", "UTF-16", "UTF-16LE", "UTF-16BE", "UTF-32", "UTF-32LE", "UTF-32BE"]
    + (1...16).filter { $0 != 12 }.map { "ISO-8859-\($0)" }
    + (1250...1258).map { "windows-\($0)" }
    + [
      "windows-874", "US-ASCII", "KOI8-R", "KOI8-U", "IBM437", "IBM850", "IBM866", "MACINTOSH", "TIS-620", "Shift_JIS",
      "windows-31J", "EUC-JP", "ISO-2022-JP", "EUC-KR", "UHC", "GB2312", "GBK", "GB18030", "Big5", "Big5-HKSCS",
    ]

  /// Other common names, folded.
  private static let otherNames = [
    "latin1": "ISO-8859-1", "latin2": "ISO-8859-2", "latin5": "ISO-8859-9", "latin9": "ISO-8859-15",
    "ascii": "US-ASCII", "sjis": "Shift_JIS", "mssjis": "windows-31J", "cp932": "windows-31J", "cp949": "UHC",
    "cp936": "GBK", "cp950": "Big5", "cp437": "IBM437", "cp850": "IBM850", "cp866": "IBM866", "mac": "MACINTOSH",
    "macroman": "MACINTOSH", "unicode": "UTF-16", "ucs2": "UTF-16", "ucs2le": "UTF-16LE", "ucs2be": "UTF-16BE",
  ]

  private static let byFoldedName = Dictionary(
    common.map { (folded($0), $0) } + otherNames.map { ($0.key, $0.value) }, uniquingKeysWith: { first, _ in first })

  /// Returns the name of an encoding for iconv(3): the common name for different spellings of it, or the given name.
  package static func canonicalName(for name: String) -> String {
    let folded = folded(name)
    for prefix in ["cp", "win", "ms"] where folded.hasPrefix(prefix) {
      let number = folded.dropFirst(prefix.count)
      if let known = byFoldedName["windows" + number] ?? byFoldedName["cp" + number] { return known }
    }
    return byFoldedName[folded] ?? name
  }

  /// Returns common names similar to an unknown one.
  package static func names(similarTo name: String) -> [String] {
    NearNames(candidates: common).near(name)
  }

  /// Returns whether the result of a detector is UTF-8, or its subset ASCII.
  package static func isUTF8(_ answer: String?) -> Bool {
    answer.map { canonicalName(for: $0) }.map { ["UTF-8", "US-ASCII"].contains($0) } ?? false
  }

  /// Returns whether the result of a detector is an encoding of Chinese, Japanese or Korean.
  package static func isEastAsian(_ answer: String?) -> Bool {
    guard let name = answer.map({ folded(canonicalName(for: $0)) }) else { return false }
    return [
      "shiftjis", "windows31j", "eucjp", "iso2022jp", "euckr", "uhc", "iso2022kr", "gb2312", "gbk", "gb18030",
      "hzgb2312", "big5", "big5hkscs", "euctw",
    ].contains(name)
  }

  /// Returns the encodings to try for the result of a detector, in this order. Files often contain more than their
  /// encoding allows, so the superset that browsers use comes first (WHATWG Encoding Standard, section 4.2, "Names and
  /// labels").
  ///
  /// - Parameter holdsControls: Whether there are bytes from 80 to 9F. In the encodings of ISO 8859 they are control
  ///   characters, which do not occur in text. The corresponding encodings of Windows have letters there.
  package static func candidates(for answer: String?, holdsControls: Bool) -> [String] {
    guard let answer, !answer.isEmpty else { return [] }
    let name = canonicalName(for: answer)
    let windows = holdsControls ? windowsEncodings[folded(name)] : nil
    return [windows, widerEncodings[folded(name)], name].compactMap(\.self)
  }

  private static let windowsEncodings = [
    "iso88592": "windows-1250", "iso88595": "windows-1251", "iso88596": "windows-1256", "iso88597": "windows-1253",
    "iso88598": "windows-1255", "iso885913": "windows-1257", "iso885915": "windows-1252",
  ]

  private static let widerEncodings = [
    "iso88591": "windows-1252", "iso88599": "windows-1254", "tis620": "windows-874",
    "iso885911": "windows-874", "shiftjis": "windows-31J", "euckr": "UHC", "gb2312": "GB18030", "gbk": "GB18030",
    "big5": "Big5-HKSCS",
  ]

  /// Returns whether an ASCII text contains escape sequences of ISO-2022-JP (RFC 1468).
  package static func isISO2022JP(_ text: [UInt8]) -> Bool {
    var rest = text[...]
    while let escape = rest.firstIndex(of: 0x1B) {
      let sequence = String(decoding: rest[escape...].dropFirst().prefix(2), as: UTF8.self)
      if ["$@", "$B", "(J"].contains(sequence) { return true }
      rest = rest[(escape + 1)...]
    }
    return false
  }

  /// Returns a name for comparison: only lowercase letters and digits.
  private static func folded(_ name: String) -> String {
    String(decoding: name.utf8.filter { $0.isLetter || $0.digit != nil }, as: UTF8.self).lowercased()
  }
}

/// The byte order mark at the start of a text, which identifies its encoding (The Unicode Standard, section 23.8).
package struct ByteOrderMark {
  package let encoding: String

  /// Creates the mark at the start of the bytes; `nil` if there is none.
  package init?(of bytes: [UInt8]) {
    // UTF-32LE must precede UTF-16LE, because its mark starts with the mark of UTF-16LE. No text starts with a zero
    // character.
    let marks: [(bytes: [UInt8], encoding: String)] = [
      (.byteOrderMark, "UTF-8"), ([0xFF, 0xFE, 0, 0], "UTF-32LE"), ([0, 0, 0xFE, 0xFF], "UTF-32BE"),
      ([0xFF, 0xFE], "UTF-16LE"), ([0xFE, 0xFF], "UTF-16BE"),
    ]
    guard let mark = marks.first(where: { bytes.starts(with: $0.bytes) }) else { return nil }
    encoding = mark.encoding
  }
}

/// Counts of certain bytes at the start of a file, which distinguish text from binary files.
package struct ByteStatistics {
  /// The encoding whose units of two or four bytes are characters of text; `nil` if there is none.
  package let likelyEncoding: String?
  /// Whether there are too many bytes that do not occur in text: control characters other than line ends and tabs.
  private let hasControls: Bool

  package init(_ bytes: [UInt8]) {
    let start = bytes.prefix(4096)
    // Zeros do not count, because an incompletely written file may end with zeros.
    hasControls = start.count { $0 != 0 && $0 != 0x1A && $0 != 0x1B && Self.isControl(UInt32($0)) } * 20 > start.count
    likelyEncoding = Self.likelyEncoding(of: Array(start))
  }

  /// Whether the file is not text, such as a movie, an archive or a program.
  package var isBinary: Bool { likelyEncoding == nil && hasControls }

  /// Returns the encoding of a text in UTF-32 or UTF-16 without a mark.
  ///
  /// In UTF-32 the highest byte of each unit is zero, and the next one is at most 0x10. In UTF-16 digits and line ends,
  /// which make up an eighth of each caption file at least, have a zero in each unit.
  private static func likelyEncoding(of bytes: [UInt8]) -> String? {
    guard bytes.contains(0) else { return nil }
    for (name, order) in [("utf-32le", [3, 2, 1, 0]), ("utf-32be", [0, 1, 2, 3])] {
      let units = units(of: bytes, order: order)
      if units.count >= 4, units.allSatisfy({ Unicode.Scalar($0) != nil && !isControl($0) }) { return name }
    }
    for (name, order, zero) in [("utf-16le", [1, 0], 1), ("utf-16be", [0, 1], 0)] {
      let zeroCount = bytes.indices.count { $0 % 2 == zero && bytes[$0] == 0 }
      let otherCount = bytes.indices.count { $0 % 2 != zero && bytes[$0] == 0 }
      guard zeroCount * 8 >= max(bytes.count, 8), otherCount * 8 <= zeroCount else { continue }
      let units = units(of: bytes, order: order)
      if units.count(where: isControl) * 16 <= units.count { return name }
    }
    return nil
  }

  /// Returns the units of bytes other than zero, each of which has them in an order, the highest first.
  private static func units(of bytes: [UInt8], order: [Int]) -> [UInt32] {
    stride(from: 0, to: bytes.count - order.count + 1, by: order.count).compactMap { start in
      let unit = order.reduce(0) { $0 << 8 | UInt32(bytes[start + $1]) }
      return unit == 0 ? nil : unit
    }
  }

  /// Returns whether a unit does not occur in text: a control character, or one of private use.
  private static func isControl(_ unit: UInt32) -> Bool {
    switch unit {
    case 0x09...0x0D: false
    case ..<0x20, 0x7F, 0xE000...0xF8FF: true
    default: false
    }
  }
}
