/// Reads numbers and marks from the front of a text.
struct ByteScanner {
  private var rest: Substring.UTF8View

  init(_ text: String) {
    rest = Substring(text).utf8
  }

  var isAtEnd: Bool { rest.isEmpty }

  /// Whether a digit or a sign comes next.
  var startsNumber: Bool { rest.first.map { "0123456789+-".utf8.contains($0) } ?? false }

  /// Takes the mark if it comes next.
  mutating func skip(_ mark: Unicode.Scalar) -> Bool {
    guard let first = rest.first, Unicode.Scalar(first) == mark else { return false }
    rest.removeFirst()
    return true
  }

  /// Takes all digits that come next, maybe none.
  mutating func digits() -> [Int64] {
    let digits = rest.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    rest.removeFirst(digits.count)
    return digits.map { Int64($0 - UInt8(ascii: "0")) }
  }

  /// Takes a number of so many digits; nil when there are more or fewer, or it has over 18.
  mutating func number(digitCount: ClosedRange<Int>) -> Int64? {
    let digits = digits()
    guard digitCount.contains(digits.count), digits.count <= 18 else { return nil }
    return digits.reduce(0) { $0 * 10 + $1 }
  }

  /// Takes ASCII letters and the micro sign, maybe none.
  mutating func letters() -> String {
    take { byte in (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20) || byte >= 0x80 }
  }

  /// Takes the bytes that come next as long as they are wanted, maybe none.
  mutating func take(while isWanted: (UInt8) -> Bool) -> String {
    let bytes = rest.prefix(while: isWanted)
    rest.removeFirst(bytes.count)
    return String(Substring(bytes))
  }

  /// Takes a decimal point or comma and the decimals behind it, in nanoseconds (0 without a mark); nil when no digit follows the mark.
  ///
  /// What is finer than a nanosecond is dropped.
  mutating func fractionNanoseconds() -> Int64? {
    guard skip(".") || skip(",") else { return 0 }
    let digits = digits()
    guard !digits.isEmpty else { return nil }
    return (0..<9).reduce(0) { $0 * 10 + ($1 < digits.count ? digits[$1] : 0) }
  }
}

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
