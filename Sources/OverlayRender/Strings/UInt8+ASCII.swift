extension UInt8 {
  static let tabulator = UInt8(ascii: "\t")
  static let lineFeed = UInt8(ascii: "\n")
  static let carriageReturn = UInt8(ascii: "\r")
  static let space = UInt8(ascii: " ")

  /// Whether it is one of `0` to `9`.
  var isDigit: Bool { digit != nil }

  /// The value of an ASCII digit.
  var digit: Int? {
    let value = self &- UInt8(ascii: "0")
    return value < 10 ? Int(value) : nil
  }

  /// Whether it is one of `A` to `Z` and `a` to `z`.
  var isLetter: Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self | 0x20) }

  /// Whether it is a space or a tabulator.
  var isBlank: Bool { self == .space || self == .tabulator }

  /// Whether it is a tabulator, LF, FF, CR or a space (Infra Standard, "ASCII whitespace").
  var isASCIIWhitespace: Bool { isBlank || self == .lineFeed || self == 0x0C || self == .carriageReturn }
}
