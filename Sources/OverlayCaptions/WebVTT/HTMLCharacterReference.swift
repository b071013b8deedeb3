/// Character references of HTML, which WebVTT also uses: `&amp;`, `&#38;`, `&#x26;`.
enum HTMLCharacterReference {
  /// Returns the characters that a reference stands for, and the position after it; `nil` if there is no reference.
  ///
  /// Implements HTML Standard, section 13.2.5.72 and the following ones, outside of attributes. `position` is after the
  /// ampersand.
  static func characters(in text: ArraySlice<UInt8>, at position: Int) -> (characters: String, end: Int)? {
    guard position < text.endIndex else { return nil }
    return text[position] == UInt8(ascii: "#")
      ? numbered(in: text, at: position + 1) : named(in: text, at: position)
  }

  /// Returns the position after an unknown reference that ends with a semicolon; `nil` if there is none. `position` is
  /// after the ampersand.
  static func end(ofUnknownIn text: ArraySlice<UInt8>, at position: Int) -> Int? {
    let name = text[position...].prefix(maximumNameLength + 1).prefix {
      $0.isLetter || $0.isDigit || $0 == UInt8(ascii: "#")
    }
    guard !name.isEmpty, name.endIndex < text.endIndex, text[name.endIndex] == UInt8(ascii: ";") else { return nil }
    return name.endIndex + 1
  }

  // MARK: Names

  /// Finds the longest name that matches (sections 13.2.5.73 and 13.2.5.74).
  private static func named(in text: ArraySlice<UInt8>, at position: Int) -> (characters: String, end: Int)? {
    let name = text[position...].prefix(maximumNameLength + 1).prefix { $0.isLetter || $0.isDigit }
    guard name.count > 1 else { return nil }
    let end = name.endIndex
    if end < text.endIndex, text[end] == UInt8(ascii: ";"), let named = names[String(decoding: name, as: UTF8.self)] {
      return (named.characters, end + 1)
    }
    for length in stride(from: min(name.count, maximumNameLengthWithoutSemicolon), to: 1, by: -1) {
      let named = names[String(decoding: name.prefix(length), as: UTF8.self)]
      if let named, !named.needsSemicolon { return (named.characters, position + length) }
    }
    return nil
  }

  private struct NamedCharacters {
    var characters: String
    var needsSemicolon: Bool
  }

  private static let names: [String: NamedCharacters] = {
    var names: [String: NamedCharacters] = [:]
    for entry in table.split(whereSeparator: \.isWhitespace) {
      let parts = entry.split(separator: "=")
      guard let name = parts.first, let codes = parts.last else { continue }
      let scalars = codes.split(separator: "+").compactMap { UInt32($0, radix: 16).flatMap(Unicode.Scalar.init) }
      let needsSemicolon = name.last != "*"
      names[String(needsSemicolon ? name : name.dropLast())] = NamedCharacters(
        characters: String(String.UnicodeScalarView(scalars)), needsSemicolon: needsSemicolon)
    }
    return names
  }()

  private static let maximumNameLength = names.keys.map(\.utf8.count).max() ?? 0
  private static let maximumNameLengthWithoutSemicolon =
    names.filter { !$0.value.needsSemicolon }.map(\.key.utf8.count).max() ?? 0

  // MARK: Numbers

  /// Reads a number (sections 13.2.5.75 to 13.2.5.80). `position` is after the number sign.
  private static func numbered(in text: ArraySlice<UInt8>, at position: Int) -> (characters: String, end: Int)? {
    let isHexadecimal = position < text.endIndex && text[position] | 0x20 == UInt8(ascii: "x")
    let radix: UInt32 = isHexadecimal ? 16 : 10
    let start = isHexadecimal ? position + 1 : position
    var end = start
    var code: UInt32 = 0
    while end < text.endIndex, let digit = text[end].hexadecimalDigit, digit < radix {
      // All numbers beyond the last code point are equivalent.
      code = min(code * radix + digit, 0x11_0000)
      end += 1
    }
    guard end > start else { return nil }
    if end < text.endIndex, text[end] == UInt8(ascii: ";") { end += 1 }
    return (String(Character(scalar(numbered: code))), end)
  }

  /// Returns the scalar for a number (section 13.2.5.80).
  private static func scalar(numbered code: UInt32) -> Unicode.Scalar {
    guard code != 0, let scalar = Unicode.Scalar(code) else { return "\u{FFFD}" }
    return windows1252[scalar] ?? scalar
  }

  /// The printable characters of windows-1252 for the numbers of control characters.
  private static let windows1252: [Unicode.Scalar: Unicode.Scalar] = [
    "\u{80}": "\u{20AC}", "\u{82}": "\u{201A}", "\u{83}": "\u{0192}", "\u{84}": "\u{201E}", "\u{85}": "\u{2026}",
    "\u{86}": "\u{2020}", "\u{87}": "\u{2021}", "\u{88}": "\u{02C6}", "\u{89}": "\u{2030}", "\u{8A}": "\u{0160}",
    "\u{8B}": "\u{2039}", "\u{8C}": "\u{0152}", "\u{8E}": "\u{017D}", "\u{91}": "\u{2018}", "\u{92}": "\u{2019}",
    "\u{93}": "\u{201C}", "\u{94}": "\u{201D}", "\u{95}": "\u{2022}", "\u{96}": "\u{2013}", "\u{97}": "\u{2014}",
    "\u{98}": "\u{02DC}", "\u{99}": "\u{2122}", "\u{9A}": "\u{0161}", "\u{9B}": "\u{203A}", "\u{9C}": "\u{0153}",
    "\u{9E}": "\u{017E}", "\u{9F}": "\u{0178}",
  ]
}

extension UInt8 {
  fileprivate var hexadecimalDigit: UInt32? {
    if isDigit { return UInt32(self - UInt8(ascii: "0")) }
    let letter = self | 0x20
    return (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(letter) ? UInt32(letter - UInt8(ascii: "a")) + 10 : nil
  }
}
