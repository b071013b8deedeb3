/// A time in brackets as LRC writes it, `[01:02.50]` or `<01:02.50>`, or what was meant for one.
struct LyricsStamp {
  /// A hundred years in nanoseconds; a later time is none.
  static let limit = TimeSpan.maximumNanoseconds

  /// Nanoseconds from the song's start, up to ``limit``; `nil` for what looks like a stamp and is no time.
  let nanoseconds: Int64?
  /// The place behind it.
  let end: Int

  /// Reads the stamp that opens at a place of a line; `nil` where there is text.
  ///
  /// A stamp that is broken, or that the line's end cuts off, is one without a time: it is no text either.
  init?(in line: ArraySlice<UInt8>, at place: Int) {
    guard LyricsStamp.opens(in: line, at: place, behindJoiners: false) else { return nil }
    let body = line[(place + 1)...].prefix(while: LyricsStamp.mayContain)
    guard body.endIndex < line.endIndex else {
      (nanoseconds, end) = (nil, body.endIndex)
      return
    }
    switch (line[place], line[body.endIndex]) {
    case (UInt8(ascii: "["), UInt8(ascii: "]")), (UInt8(ascii: "<"), UInt8(ascii: ">")):
      nanoseconds = LyricsStamp.nanoseconds(body)
    case (_, UInt8(ascii: "]")), (_, UInt8(ascii: ">")):
      nanoseconds = nil
    default:
      return nil
    }
    end = body.endIndex + 1
  }

  /// Nanoseconds of `mm:ss`, and `mm:ss.xx` with any number of decimals behind `.`, `,` or `:`, and of `hh:mm:ss.xx`; `nil` for
  /// anything else.
  ///
  /// The first of three numbers is hours only if decimals follow: `1:02:03.5` is one hour and two minutes, `01:02:03` one
  /// minute and two seconds.
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
      guard mark.isDecimalMark || mark == UInt8(ascii: ":"), !rest.isEmpty, rest.allSatisfy(\.isDigit) else {
        return nil
      }
      // What is finer than a nanosecond is dropped.
      var unit: Int64 = 100_000_000
      for digit in rest.prefix(9) {
        nanoseconds += Int64(digit - UInt8(ascii: "0")) * unit
        unit /= 10
      }
    }
    return nanoseconds <= limit ? nanoseconds : nil
  }

  /// Takes the number of minutes or seconds in front; one too great for a stamp counts as some number too great.
  private static func number(_ text: inout ArraySlice<UInt8>, digitCount: ClosedRange<Int>) -> Int64? {
    let digits = text.prefix(while: \.isDigit)
    guard digitCount.contains(digits.count) else { return nil }
    text = text[digits.endIndex...]
    let tooGreat = limit / 60_000_000_000 + 1
    return digits.reduce(0) { min(tooGreat, $0 * 10 + Int64($1 - UInt8(ascii: "0"))) }
  }

  /// Why what looks like a stamp is no time.
  static func fault(of text: String) -> CaptionProblem.TimeFault {
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
  /// U+2060, the word joiner: between a bracket and a number it says that they are text. It is not visible, and players
  /// that do not know the rule take them for text as well.
  static let joiner: [UInt8] = [0xE2, 0x81, 0xA0]

  /// Whether a bracket, a number and a colon stand at a place, as a stamp begins.
  static func opens(in line: ArraySlice<UInt8>, at place: Int, behindJoiners: Bool) -> Bool {
    guard line[place] == UInt8(ascii: "[") || line[place] == UInt8(ascii: "<") else { return false }
    var rest = line[(place + 1)...]
    if behindJoiners { rest = withoutJoiners(rest) }
    rest = rest.drop(while: \.isBlank)
    let digits = rest.prefix(while: \.isDigit)
    return !digits.isEmpty && digits.endIndex < line.endIndex && line[digits.endIndex] == UInt8(ascii: ":")
  }

  /// Whether the joiner behind the bracket at `place` marks it as text. Within background vocals this applies to closing
  /// brackets too.
  static func isEscaped(in line: ArraySlice<UInt8>, at place: Int, inBackground: Bool) -> Bool {
    line[(place + 1)...].starts(with: joiner) && isMistakable(in: line, at: place, inBackground: inBackground)
  }

  /// Whether the bracket at `place`, without the joiners behind it, is not text.
  static func isMistakable(in line: ArraySlice<UInt8>, at place: Int, inBackground: Bool) -> Bool {
    switch line[place] {
    case UInt8(ascii: "]"): inBackground
    case UInt8(ascii: "["), UInt8(ascii: "<"):
      opens(in: line, at: place, behindJoiners: true)
        || LyricsBackground.opening(in: line, at: place, behindJoiners: true) != nil
    default: false
    }
  }

  /// The text without the joiners at its start.
  static func withoutJoiners(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var text = text
    while text.starts(with: joiner) { text = text.dropFirst(joiner.count) }
    return text
  }
}

extension LyricsStamp {
  /// A time in milliseconds, zero or more, as a stamp has it: in hundredths of a second where they are exact.
  static func text(milliseconds: Int64) -> String {
    let (minutes, rest) = milliseconds.quotientAndRemainder(dividingBy: 60_000)
    let (seconds, thousandths) = rest.quotientAndRemainder(dividingBy: 1000)
    let isExact = thousandths % 10 == 0
    let decimals = isExact ? (thousandths / 10).zeroPadded(to: 2) : thousandths.zeroPadded(to: 3)
    return "\(minutes.zeroPadded(to: 2)):\(seconds.zeroPadded(to: 2)).\(decimals)"
  }

  /// A line without the blanks around it.
  static func trimmed(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    let front = text.drop(while: \.isBlank)
    let end = front.lastIndex { !$0.isBlank }
    return front[..<(end.map { $0 + 1 } ?? front.startIndex)]
  }
}

extension UInt8 {
  fileprivate var isDecimalMark: Bool { self == UInt8(ascii: ".") || self == UInt8(ascii: ",") }
}
