/// A time as SRT has it, and what else is found: `hh:mm:ss,mmm`; the hours may be missing, and `.` or `:` may stand before
/// the milliseconds, which may be missing too.
struct SubRipTime {
  /// The time; it may be before zero.
  let time: MediaTime
  /// Whether it tells milliseconds.
  let hasMilliseconds: Bool
  /// The place behind it.
  let end: Int

  /// Reads a time that begins at a place. As ffmpeg has it, what follows the mark is a number of milliseconds, however
  /// many digits it has (`,5` are five of them), blanks may stand before each number, and minutes and seconds may be above
  /// 59 (`00:75:61,000` is 1:16:01).
  init(_ text: [UInt8], _ range: Range<Int>) throws(CaptionProblem.TimeFault) {
    var scanner = SubRipNumbers(text, range)
    let isNegative = scanner.skip(UInt8(ascii: "-"))
    var units = [try scanner.number()]
    while units.count < 4, scanner.skip(UInt8(ascii: ":")) { units.append(try scanner.number()) }
    guard units.count > 1 else { throw .malformed }
    if units.count < 4, scanner.skip(UInt8(ascii: ",")) || scanner.skip(UInt8(ascii: ".")) {
      hasMilliseconds = true
      units.append(try scanner.number())
    } else {
      hasMilliseconds = units.count == 4
    }
    let milliseconds = hasMilliseconds ? units.removeLast() : 0
    let (hours, minutes, seconds) = units.count == 3 ? (units[0], units[1], units[2]) : (0, units[0], units[1])
    let total = ((hours * 60 + minutes) * 60 + seconds) * 1000 + milliseconds
    time = .milliseconds(isNegative ? -total : total)
    end = scanner.place
  }
}

/// Reads numbers one after the other.
private struct SubRipNumbers {
  private let text: [UInt8]
  private(set) var place: Int
  private let end: Int

  init(_ text: [UInt8], _ range: Range<Int>) {
    self.text = text
    place = range.lowerBound
    end = range.upperBound
  }

  mutating func skip(_ byte: UInt8) -> Bool {
    guard place < end, text[place] == byte else { return false }
    place += 1
    return true
  }

  mutating func number() throws(CaptionProblem.TimeFault) -> Int64 {
    while place < end, text[place].isBlank { place += 1 }
    let start = place
    var value: Int64 = 0
    while place < end, let digit = text[place].digit {
      guard place - start < 9 else { throw .tooLong }
      value = value * 10 + Int64(digit)
      place += 1
    }
    guard place > start else { throw .malformed }
    return value
  }
}
