/// The timing line of a cue, possibly with coordinates: `00:00:01,000 --> 00:00:02,500 X1:40 X2:600 Y1:20 Y2:50`.
struct SubRipTiming {
  var start: MediaTime
  var end: MediaTime
  /// The placement that the coordinates specify.
  var placement: CaptionPlacement?
  /// The range after the times that is not coordinates.
  var unknown: Range<Int>?

  /// The kind of a line.
  enum Line {
    /// The line has no times.
    case text
    case times(SubRipTiming)
    /// The line should have times, and they are not valid.
    case broken(CaptionProblem.Kind)

    var isTiming: Bool {
      if case .text = self { false } else { true }
    }
  }
}

extension SubRipTiming.Line {
  /// Classifies a line without spaces at its ends.
  ///
  /// The arrow has two hyphens or more, and spaces may surround it. Between times with milliseconds, one hyphen is
  /// enough; without them the line may be text, as in `10:30 -> 11:00`. A line with an arrow and one valid time is
  /// reported as broken and not shown.
  init(_ text: [UInt8], _ line: Range<Int>) {
    guard !text.holds(SubRipWordJoiner.bytes, at: line.lowerBound) else {
      self = .text
      return
    }
    if let mistyped = MistypedArrow.find(in: text[line]) {
      self = .broken(.notAnArrow(mistyped))
      return
    }
    guard let arrow = Self.arrow(in: text, line) else {
      self = .text
      return
    }
    let left = text.trimmed(line.lowerBound..<arrow.lowerBound)
    let right = text.trimmed(arrow.upperBound..<line.upperBound)
    switch (Self.start(text, left), Self.end(text, right)) {
    case (.success(let start), .success(let end))
    where arrow.count > 2 || (start.hasMilliseconds && end.hasMilliseconds):
      let rest = text.trimmed(end.end..<right.upperBound)
      let coordinates = SubRipCoordinates(text, rest)
      let unknown = text.trimmed(coordinates.end..<rest.upperBound)
      self = .times(
        SubRipTiming(
          start: start.time, end: end.time, placement: coordinates.placement, unknown: unknown.isEmpty ? nil : unknown))
    case (.failure(let error), .success) where arrow.count > 2:
      self = .broken(.notATime(text[left.isEmpty ? line : left].excerpt, error))
    case (.success, .failure(let error)) where arrow.count > 2:
      self = .broken(.notATime(text[right.isEmpty ? line : right].excerpt, error))
    case (.failure(let error), .failure) where arrow.count > 2 && Self.looksLikeATime(text[left]):
      self = .broken(.notATime(text[left].excerpt, error))
    default:
      self = .text
    }
  }

  /// Returns the range of the first `>` with hyphens before it.
  private static func arrow(in text: [UInt8], _ line: Range<Int>) -> Range<Int>? {
    guard let head = text[line].firstIndex(of: UInt8(ascii: ">")) else { return nil }
    var start = head
    while start > line.lowerBound, text[start - 1] == UInt8(ascii: "-") { start -= 1 }
    return start < head ? start..<(head + 1) : nil
  }

  /// Reads the time before the arrow. The index of the cue may precede it.
  private static func start(_ text: [UInt8], _ range: Range<Int>) -> Result<SubRipTime, CaptionProblem.TimeError> {
    var time = range
    let index = text[range].prefix { $0.digit != nil }
    if !index.isEmpty, index.endIndex < range.upperBound, text[index.endIndex].isBlank {
      time = text.trimmed(index.endIndex..<range.upperBound)
    }
    do throws(CaptionProblem.TimeError) {
      let start = try SubRipTime(text, time)
      return start.end == time.upperBound ? .success(start) : .failure(.malformed)
    } catch {
      return .failure(error)
    }
  }

  private static func end(_ text: [UInt8], _ range: Range<Int>) -> Result<SubRipTime, CaptionProblem.TimeError> {
    do throws(CaptionProblem.TimeError) {
      return .success(try SubRipTime(text, range))
    } catch {
      return .failure(error)
    }
  }

  /// Returns whether a text consists of the characters of times.
  static func looksLikeATime(_ text: ArraySlice<UInt8>) -> Bool {
    text.contains(UInt8(ascii: ":")) && text.contains { $0.digit != nil }
      && text.allSatisfy { $0.digit != nil || $0.isBlank || ":,.-+>".utf8.contains($0) }
  }
}

/// A time in SRT, in all forms that exist: `hh:mm:ss,mmm`, without hours, with `.` or `:` before the milliseconds, or
/// without milliseconds.
struct SubRipTime {
  /// The time, which may be negative.
  let time: MediaTime
  /// Whether the time has milliseconds.
  let hasMilliseconds: Bool
  /// The index after the time.
  let end: Int

  /// Reads the time at the start of a range. As in ffmpeg, the number after the decimal mark is milliseconds, whatever
  /// its number of digits (`,5` is five milliseconds), spaces may precede each number, and minutes and seconds may be
  /// above 59 (`00:75:61,000` is 1:16:01).
  init(_ text: [UInt8], _ range: Range<Int>) throws(CaptionProblem.TimeError) {
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
    end = scanner.position
  }
}

/// Reads numbers and the marks between them.
private struct SubRipNumbers {
  private let text: [UInt8]
  private(set) var position: Int
  private let end: Int

  init(_ text: [UInt8], _ range: Range<Int>) {
    self.text = text
    position = range.lowerBound
    end = range.upperBound
  }

  mutating func skip(_ byte: UInt8) -> Bool {
    guard position < end, text[position] == byte else { return false }
    position += 1
    return true
  }

  mutating func number() throws(CaptionProblem.TimeError) -> Int64 {
    while position < end, text[position].isBlank { position += 1 }
    let start = position
    var value: Int64 = 0
    while position < end, let digit = text[position].digit {
      guard position - start < 9 else { throw .tooLong }
      value = value * 10 + Int64(digit)
      position += 1
    }
    guard position > start else { throw .malformed }
    return value
  }
}
