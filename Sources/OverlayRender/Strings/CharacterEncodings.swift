/// The names of character encodings.
enum EncodingName {
  /// Those that caption files are found in, as iconv(3) calls them.
  static let common =
    ["UTF-8", "UTF-16", "UTF-16LE", "UTF-16BE", "UTF-32", "UTF-32LE", "UTF-32BE"]
    + (1...16).filter { $0 != 12 }.map { "ISO-8859-\($0)" }
    + (1250...1258).map { "windows-\($0)" }
    + [
      "windows-874", "US-ASCII", "KOI8-R", "KOI8-U", "IBM437", "IBM850", "IBM866", "MACINTOSH", "TIS-620", "Shift_JIS",
      "windows-31J", "EUC-JP", "ISO-2022-JP", "EUC-KR", "UHC", "GB2312", "GBK", "GB18030", "Big5", "Big5-HKSCS",
    ]

  /// What people write for some of them, folded.
  private static let otherNames = [
    "latin1": "ISO-8859-1", "latin2": "ISO-8859-2", "latin5": "ISO-8859-9", "latin9": "ISO-8859-15",
    "ascii": "US-ASCII", "sjis": "Shift_JIS", "mssjis": "windows-31J", "cp932": "windows-31J", "cp949": "UHC",
    "cp936": "GBK", "cp950": "Big5", "cp437": "IBM437", "cp850": "IBM850", "cp866": "IBM866", "mac": "MACINTOSH",
    "macroman": "MACINTOSH", "unicode": "UTF-16", "ucs2": "UTF-16", "ucs2le": "UTF-16LE", "ucs2be": "UTF-16BE",
  ]

  private static let byFoldedName = Dictionary(
    common.map { (folded($0), $0) } + otherNames.map { ($0.key, $0.value) }, uniquingKeysWith: { first, _ in first })

  /// What iconv(3) may know an encoding by: a common name if it is written a little differently, else the name given.
  static func known(for name: String) -> String {
    let folded = folded(name)
    for prefix in ["cp", "win", "ms"] where folded.hasPrefix(prefix) {
      let number = folded.dropFirst(prefix.count)
      if let known = byFoldedName["windows" + number] ?? byFoldedName["cp" + number] { return known }
    }
    return byFoldedName[folded] ?? name
  }

  /// Common names near to one that nothing is known by.
  static func near(_ name: String) -> [String] {
    NearNames(candidates: common).near(name)
  }

  /// Returns whether the answer of a detector is UTF-8, or ASCII, which is a part of it.
  static func isUTF8(_ answer: String?) -> Bool {
    answer.map(known).map { ["UTF-8", "US-ASCII"].contains($0) } ?? false
  }

  /// What to try for the answer of a detector, in this order. Of some encodings files hold more than the name says: what
  /// browsers read them as comes first (WHATWG Encoding Standard, section 4.2, "Names and labels").
  ///
  /// - Parameter holdsControls: Whether there are bytes from 80 to 9F. In the encodings of ISO 8859 they are controls, which no
  ///   text has; the corresponding encoding of Windows has letters there.
  static func candidates(for answer: String?, holdsControls: Bool) -> [String] {
    guard let answer, !answer.isEmpty else { return [] }
    let name = known(for: answer)
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

  /// Whether a text of ASCII has the escape sequences of ISO-2022-JP (RFC 1468).
  static func isISO2022JP(_ text: [UInt8]) -> Bool {
    var rest = text[...]
    while let escape = rest.firstIndex(of: 0x1B) {
      let sequence = String(decoding: rest[escape...].dropFirst().prefix(2), as: UTF8.self)
      if ["$@", "$B", "(J"].contains(sequence) { return true }
      rest = rest[(escape + 1)...]
    }
    return false
  }

  /// A name as it is compared: small letters and digits only.
  private static func folded(_ name: String) -> String {
    String(decoding: name.utf8.filter { $0.isLetter || $0.digit != nil }, as: UTF8.self).lowercased()
  }
}

/// The mark that a text may begin with, which names its encoding (The Unicode Standard, section 23.8).
struct ByteOrderMark {
  let encoding: String

  /// The mark that bytes begin with; `nil` for none.
  init?(of bytes: [UInt8]) {
    // The mark of UTF-32 in little-endian order begins as that of UTF-16 does; no text begins with a zero character.
    let marks: [(bytes: [UInt8], encoding: String)] = [
      (.byteOrderMark, "UTF-8"), ([0xFF, 0xFE, 0, 0], "UTF-32LE"), ([0, 0, 0xFE, 0xFF], "UTF-32BE"),
      ([0xFF, 0xFE], "UTF-16LE"), ([0xFE, 0xFF], "UTF-16BE"),
    ]
    guard let mark = marks.first(where: { bytes.starts(with: $0.bytes) }) else { return nil }
    encoding = mark.encoding
  }
}

/// What the first bytes of a file are, to tell text from what is none.
struct ByteCensus {
  private let size: Int
  /// Zero bytes at even and at odd places.
  private var zeros = (even: 0, odd: 0)
  /// Bytes that no text has: controls other than line ends and tabulators. Zeros do not count: a file that was not
  /// written to its end may be filled up with them.
  private var foreign = 0

  init(_ bytes: [UInt8]) {
    let bytes = bytes.prefix(4096)
    size = bytes.count
    for (place, byte) in bytes.enumerated() {
      switch byte {
      case 0:
        if place.isMultiple(of: 2) { zeros.even += 1 } else { zeros.odd += 1 }
      case .tabulator, .lineFeed, .carriageReturn, 0x0B, 0x0C, 0x1A, 0x1B: break
      case ..<0x20, 0x7F: foreign += 1
      default: break
      }
    }
  }

  /// UTF-16 by its byte order, where the bytes look like that: digits and line ends give zeros in every second place.
  var likelyEncoding: String? {
    guard max(zeros.even, zeros.odd) * 8 >= max(size, 8), foreign * 16 <= size else { return nil }
    if zeros.even * 8 <= zeros.odd { return "utf-16le" }
    return zeros.odd * 8 <= zeros.even ? "utf-16be" : nil
  }

  /// Whether the bytes are those of no text: a movie, an archive, a program.
  var isBinary: Bool {
    likelyEncoding == nil && foreign * 20 > size
  }
}
