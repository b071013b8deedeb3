/// Reads numbers and marks from the front of a text.
struct ByteScanner {
  private var rest: Substring.UTF8View

  init(_ text: String) {
    rest = Substring(text).utf8
  }

  var isAtEnd: Bool { rest.isEmpty }

  /// Whether the next character is a digit or a sign.
  var startsNumber: Bool { rest.first.map { "0123456789+-".utf8.contains($0) } ?? false }

  /// Skips the mark if it is next. Returns whether it was.
  mutating func skip(_ mark: Unicode.Scalar) -> Bool {
    guard let first = rest.first, Unicode.Scalar(first) == mark else { return false }
    rest.removeFirst()
    return true
  }

  /// Reads all digits that are next.
  mutating func digits() -> [Int64] {
    let digits = rest.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    rest.removeFirst(digits.count)
    return digits.map { Int64($0 - UInt8(ascii: "0")) }
  }

  /// Reads a number with the given number of digits; `nil` if it has more or fewer digits, or more than 18.
  mutating func number(digitCount: ClosedRange<Int>) -> Int64? {
    let digits = digits()
    guard digitCount.contains(digits.count), digits.count <= 18 else { return nil }
    return digits.reduce(0) { $0 * 10 + $1 }
  }

  /// Reads ASCII letters and the micro sign.
  mutating func letters() -> String {
    take { byte in (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20) || byte >= 0x80 }
  }

  /// Reads bytes while they satisfy a predicate.
  mutating func take(while isWanted: (UInt8) -> Bool) -> String {
    let bytes = rest.prefix(while: isWanted)
    rest.removeFirst(bytes.count)
    return String(Substring(bytes))
  }

  /// Reads a decimal point or comma and the decimals after it, in nanoseconds; 0 without a mark, `nil` if no digit
  /// follows the mark.
  ///
  /// Digits after the nanoseconds are ignored.
  mutating func fractionNanoseconds() -> Int64? {
    guard skip(".") || skip(",") else { return 0 }
    let digits = digits()
    guard !digits.isEmpty else { return nil }
    return (0..<9).reduce(0) { $0 * 10 + ($1 < digits.count ? digits[$1] : 0) }
  }
}

extension UInt8 {
  static let tabulator = UInt8(ascii: "\t")
  package static let lineFeed = UInt8(ascii: "\n")
  package static let carriageReturn = UInt8(ascii: "\r")
  package static let space = UInt8(ascii: " ")

  /// Whether the byte is one of `0` to `9`.
  package var isDigit: Bool { digit != nil }

  /// The value of an ASCII digit.
  package var digit: Int? {
    let value = self &- UInt8(ascii: "0")
    return value < 10 ? Int(value) : nil
  }

  /// Whether the byte is one of `A` to `Z` and `a` to `z`.
  package var isLetter: Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self | 0x20) }

  /// Whether the byte is a space or a tab.
  package var isBlank: Bool { self == .space || self == .tabulator }

  /// Whether the byte is a tab, LF, FF, CR or a space (Infra Standard, "ASCII whitespace").
  package var isASCIIWhitespace: Bool { isBlank || self == .lineFeed || self == 0x0C || self == .carriageReturn }
}
