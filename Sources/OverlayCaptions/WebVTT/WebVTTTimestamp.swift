/// The times of WebVTT: `00:01.500`, `100:00:01.500`.
enum WebVTTTimestamp {
  /// Removes and returns a time at the front of a text.
  ///
  /// Implements "collect a WebVTT timestamp" of W3C WebVTT, section 6.3; the numbers below are its steps. A time with
  /// more milliseconds than fit into `Int64` is invalid.
  static func take(from text: inout ArraySlice<UInt8>) throws(CaptionProblem.TimeError) -> MediaTime {
    // 3 to 7. Two digits above 59 are hours too. But if no third number follows, the error is more likely in the
    // minutes.
    let first = try takeNumber(from: &text)
    let hasHours = first.digits != 2
    // 8 to 11.
    guard text.skip(":") else { throw .malformed }
    let second = try takeNumber(from: &text, digits: 2)
    // 12.
    var (hours, minutes, seconds) = (Int64(0), first.value, second)
    if hasHours || text.first == UInt8(ascii: ":") {
      guard text.skip(":") else { throw .malformed }
      (hours, minutes, seconds) = (first.value, second, try takeNumber(from: &text, digits: 2))
    }
    // 13 to 16.
    guard text.skip(".") else {
      throw text.first == UInt8(ascii: ",") ? .comma : text.first?.isDigit == true ? .malformed : .milliseconds
    }
    guard let decimals = try? takeNumber(from: &text, digits: 3) else { throw .milliseconds }
    // 17.
    guard minutes <= 59 else { throw .minutes }
    guard seconds <= 59 else { throw .seconds }
    // 18.
    let (hourMilliseconds, overflow) = hours.multipliedReportingOverflow(by: 3_600_000)
    let (milliseconds, sumOverflow) = hourMilliseconds.addingReportingOverflow(
      minutes * 60_000 + seconds * 1000 + decimals)
    guard !overflow, !sumOverflow else { throw .tooLong }
    return .milliseconds(milliseconds)
  }

  /// Returns the time if the text is a time and nothing else.
  static func time(_ text: ArraySlice<UInt8>) -> MediaTime? {
    var rest = text
    guard let time = try? take(from: &rest), rest.isEmpty else { return nil }
    return time
  }

  /// Returns the text of a time that is not negative, with hours.
  static func text(milliseconds: Int64) -> String {
    let seconds = milliseconds / 1000
    return "\((seconds / 3600).zeroPadded(to: 2)):\((seconds / 60 % 60).zeroPadded(to: 2)):"
      + "\((seconds % 60).zeroPadded(to: 2)).\((milliseconds % 1000).zeroPadded(to: 3))"
  }

  /// Reads a number of at least one digit, limited to the maximum of `Int64`.
  private static func takeNumber(
    from text: inout ArraySlice<UInt8>
  ) throws(CaptionProblem.TimeError) -> (value: Int64, digits: Int) {
    var value: Int64 = 0
    var end = text.startIndex
    while end < text.endIndex, text[end].isDigit {
      let (tens, overflow) = value.multipliedReportingOverflow(by: 10)
      let (sum, sumOverflow) = tens.addingReportingOverflow(Int64(text[end] - UInt8(ascii: "0")))
      value = overflow || sumOverflow ? .max : sum
      end += 1
    }
    let digits = end - text.startIndex
    guard digits > 0 else { throw .malformed }
    text = text[end...]
    return (value, digits)
  }

  /// Reads a number with exactly the given number of digits.
  private static func takeNumber(
    from text: inout ArraySlice<UInt8>, digits: Int
  ) throws(CaptionProblem.TimeError) -> Int64 {
    let number = try takeNumber(from: &text)
    guard number.digits == digits else { throw .malformed }
    return number.value
  }
}
