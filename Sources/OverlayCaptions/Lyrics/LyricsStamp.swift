/// A time in brackets as LRC writes it, `[01:02.50]` or `<01:02.50>`, or an invalid stamp.
struct LyricsStamp {
  /// A hundred years in nanoseconds. Later times are invalid.
  static let limit = TimeSpan.maximumNanoseconds

  /// The nanoseconds from the start of the song, up to ``limit``; `nil` for an invalid stamp.
  let nanoseconds: Int64?
  /// The index after the stamp.
  let end: Int

  /// Reads the stamp that opens at an index of a line; `nil` if there is text.
  ///
  /// A stamp that is malformed or truncated by the end of the line has no time. It is not text either.
  init?(in line: ArraySlice<UInt8>, at position: Int) {
    guard LyricsStamp.opens(in: line, at: position, skippingJoiners: false) else { return nil }
    let body = line[(position + 1)...].prefix(while: LyricsStamp.mayContain)
    guard body.endIndex < line.endIndex else {
      (nanoseconds, end) = (nil, body.endIndex)
      return
    }
    switch (line[position], line[body.endIndex]) {
    case (UInt8(ascii: "["), UInt8(ascii: "]")), (UInt8(ascii: "<"), UInt8(ascii: ">")):
      nanoseconds = LyricsStamp.nanoseconds(body)
    case (_, UInt8(ascii: "]")), (_, UInt8(ascii: ">")):
      nanoseconds = nil
    default:
      return nil
    }
    end = body.endIndex + 1
  }

  /// Returns the nanoseconds of `mm:ss`, of `mm:ss.xx` with any number of decimals after `.`, `,` or `:`, and of
  /// `hh:mm:ss.xx`; `nil` for anything else. Spaces around the numbers are ignored.
  ///
  /// The first of three numbers is hours only if decimals follow: `1:02:03.5` is one hour and two minutes, `01:02:03`
  /// is one minute and two seconds.
  static func nanoseconds(_ text: ArraySlice<UInt8>) -> Int64? {
    var rest = trimmed(text)
    guard let first = number(&rest, digitCount: 1...Int.max), rest.popFirst() == UInt8(ascii: ":"),
      let second = number(&rest, digitCount: 1...2), second < 60
    else { return nil }
    var seconds = first * 60 + second
    if rest.first == UInt8(ascii: ":"), rest.contains(where: \.isDecimalMark) {
      rest = rest.dropFirst()
      guard let third = number(&rest, digitCount: 1...2), third < 60 else { return nil }
      seconds = seconds * 60 + third
    }
    guard seconds <= limit / 1_000_000_000 else { return nil }
    var nanoseconds = seconds * 1_000_000_000
    if let mark = rest.popFirst() {
      rest = trimmed(rest)
      guard mark.isDecimalMark || mark == UInt8(ascii: ":"), !rest.isEmpty, rest.allSatisfy(\.isDigit) else {
        return nil
      }
      // Digits after the nanoseconds are ignored.
      var unit: Int64 = 100_000_000
      for digit in rest.prefix(9) {
        nanoseconds += Int64(digit - UInt8(ascii: "0")) * unit
        unit /= 10
      }
    }
    return nanoseconds <= limit ? nanoseconds : nil
  }

  /// Reads the number of minutes or seconds at the start. The result is limited to a number that is too large for a
  /// stamp.
  private static func number(_ text: inout ArraySlice<UInt8>, digitCount: ClosedRange<Int>) -> Int64? {
    let digits = text.drop(while: \.isBlank).prefix(while: \.isDigit)
    guard digitCount.contains(digits.count) else { return nil }
    text = text[digits.endIndex...].drop(while: \.isBlank)
    let tooGreat = limit / 60_000_000_000 + 1
    return digits.reduce(0) { min(tooGreat, $0 * 10 + Int64($1 - UInt8(ascii: "0"))) }
  }

  /// Returns why a stamp is not a valid time.
  static func timeError(of text: String) -> CaptionProblem.TimeError {
    let fields = text.split { !$0.isASCII || !$0.isNumber }
    guard fields.count > 1 else { return .malformed }
    if fields[0].count > 9 { return .tooLong }
    func isAbove59(_ field: Substring) -> Bool { field.count == 2 && field > "59" }
    guard fields.count == 4 else { return isAbove59(fields[1]) ? .seconds : .malformed }
    return isAbove59(fields[1]) ? .minutes : isAbove59(fields[2]) ? .seconds : .malformed
  }

  private static func mayContain(_ byte: UInt8) -> Bool {
    byte.isDigit || byte.isDecimalMark || byte == UInt8(ascii: ":") || byte.isBlank
  }
}

extension LyricsStamp {
  /// U+2060, the word joiner. After a bracket, it marks the bracket as text. It is not visible, and players that do not
  /// know this rule also show the bracket as text.
  static let joiner: [UInt8] = [0xE2, 0x81, 0xA0]

  /// Returns whether a stamp starts at an index: a bracket, a number and a colon.
  static func opens(in line: ArraySlice<UInt8>, at position: Int, skippingJoiners: Bool) -> Bool {
    guard line[position] == UInt8(ascii: "[") || line[position] == UInt8(ascii: "<") else { return false }
    var rest = line[(position + 1)...]
    if skippingJoiners { rest = withoutJoiners(rest) }
    rest = rest.drop(while: \.isBlank)
    let digits = rest.prefix(while: \.isDigit)
    return !digits.isEmpty && rest[digits.endIndex...].first { !$0.isBlank } == UInt8(ascii: ":")
  }

  /// Returns whether the bracket at `position` is marked as text by a joiner after it. In background vocals this also
  /// applies to closing brackets.
  static func isEscaped(in line: ArraySlice<UInt8>, at position: Int, inBackground: Bool) -> Bool {
    line[(position + 1)...].starts(with: joiner) && needsEscaping(in: line, at: position, inBackground: inBackground)
  }

  /// Returns whether the bracket at `position`, without the joiners after it, has a meaning and is not text.
  static func needsEscaping(in line: ArraySlice<UInt8>, at position: Int, inBackground: Bool) -> Bool {
    switch line[position] {
    case UInt8(ascii: "]"): inBackground
    case UInt8(ascii: "["), UInt8(ascii: "<"):
      opens(in: line, at: position, skippingJoiners: true)
        || LyricsBackground.opening(in: line, at: position, skippingJoiners: true) != nil
    default: false
    }
  }

  /// Returns the text without the joiners at its start.
  static func withoutJoiners(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var text = text
    while text.starts(with: joiner) { text = text.dropFirst(joiner.count) }
    return text
  }
}

extension LyricsStamp {
  /// Returns the text of a stamp for a time in milliseconds, zero or more: in hundredths of a second if that is exact.
  static func text(milliseconds: Int64) -> String {
    let (minutes, rest) = milliseconds.quotientAndRemainder(dividingBy: 60_000)
    let (seconds, thousandths) = rest.quotientAndRemainder(dividingBy: 1000)
    let isExact = thousandths % 10 == 0
    let decimals = isExact ? (thousandths / 10).zeroPadded(to: 2) : thousandths.zeroPadded(to: 3)
    return "\(minutes.zeroPadded(to: 2)):\(seconds.zeroPadded(to: 2)).\(decimals)"
  }

  /// Returns a line without spaces at its ends.
  static func trimmed(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    let front = text.drop(while: \.isBlank)
    let end = front.lastIndex { !$0.isBlank }
    return front[..<(end.map { $0 + 1 } ?? front.startIndex)]
  }
}

extension UInt8 {
  fileprivate var isDecimalMark: Bool { self == UInt8(ascii: ".") || self == UInt8(ascii: ",") }
}
