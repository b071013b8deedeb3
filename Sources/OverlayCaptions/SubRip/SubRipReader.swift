/// Reads SRT as players do, and reports what they silently ignore.
///
/// There is no specification. A timing line starts a cue. All lines up to the next timing line are its text, except for
/// the index above that line. Blank lines at the start and the end of the text are left out, others are kept.
struct SubRipReader {
  /// Reads UTF-8 without a byte order mark; `nil` if there is no timing line, not even an invalid one.
  static func read(_ text: [UInt8]) -> CaptionReading? {
    var reader = SubRipReader(text)
    reader.readLines()
    return reader.hasTimings ? reader.reading : nil
  }

  private let text: [UInt8]
  private var reading = CaptionReading()
  private var hasTimings = false
  /// The timing line of the part that is being read; `nil` before the first one.
  private var timing: (line: SubRipTiming.Line, number: Int)?
  private var body = SubRipBody(isAfterBlank: true)
  /// The index of the cue that is being read; `nil` if it has none.
  private var index: Int?
  private var pieceCount = 0
  private var isFull = false

  private init(_ text: [UInt8]) {
    self.text = text
  }

  private mutating func readLines() {
    var lines = ByteLines(text)
    while !isFull, let line = lines.next() {
      let line = text.trimmed(line)
      let timing = line.isEmpty ? .text : SubRipTiming.Line(text, line)
      if timing.isTiming {
        hasTimings = true
        let nextIndex = body.takeIndex(text, isAfterIndexedCue: self.timing == nil || index != nil)
        endPart()
        self.timing = (timing, lines.number)
        index = nextIndex
      } else {
        body.append(line, number: lines.number)
      }
    }
    guard !isFull else { return }
    if let line = body.takeBeginningOfCue(text, expectedIndex: index.map { $0 &+ 1 }, isEnded: lines.isEnded) {
      reading.problems.append(.truncatedCue, line: line)
    }
    endPart()
  }

  /// Adds the cue or the problem of a timing line and the text below it.
  private mutating func endPart() {
    defer { body = SubRipBody() }
    guard let (line, number) = timing else {
      if let stray = body.lines.first {
        reading.problems.append(.strayText(text[stray.range].excerpt), line: stray.number)
      }
      return
    }
    switch line {
    case .text: break
    case .broken(let kind): reading.problems.append(kind, line: number)
    case .times(let timing): addCue(timing, number: number)
    }
  }

  private mutating func addCue(_ timing: SubRipTiming, number: Int) {
    guard timing.start < timing.end else {
      reading.problems.append(timing.start == timing.end ? .endsAtStart : .endsBeforeStart, line: number)
      return
    }
    guard timing.end > .zero else {
      reading.problems.append(.endsBeforeZero, line: number)
      return
    }
    guard reading.cues.count < CaptionDocument.cueLimit, pieceCount < CaptionDocument.runLimit else {
      reading.problems.append(.tooManyCues, line: number)
      isFull = true
      return
    }
    if let unknown = timing.unknown { reading.problems.append(.badSetting(text[unknown].excerpt), line: number) }
    var markup = SubRipMarkup(text)
    for line in body.lines {
      markup.read(line: line.range)
      for tag in markup.droppedTags { reading.warnings.append(.droppedTag(text[tag].excerpt), line: line.number) }
      for override in markup.ignoredOverrides {
        reading.warnings.append(.ignoredOverride(text[override].excerpt), line: line.number)
      }
    }
    markup.finish()
    if markup.isTruncated || body.isTruncated { reading.problems.append(.textTooLong, line: number) }
    pieceCount += markup.pieceCount
    let cue = CaptionCue(
      start: max(timing.start, .zero), end: timing.end,
      placement: timing.placement ?? markup.alignment?.placement ?? CaptionPlacement(), lines: markup.lines)
    reading.cues.append((cue, number))
  }
}

/// The lines between two timing lines: the text of a cue, and possibly the index of the next one.
struct SubRipBody {
  struct Line {
    let range: Range<Int>
    let number: Int
    /// Whether a blank line precedes the line.
    let isAfterBlank: Bool
  }

  /// The lines from the first to the last one with text. Blank lines between them are empty.
  private(set) var lines: [Line] = []
  /// Whether there are more lines than the text of a cue can have bytes.
  private(set) var isTruncated = false
  /// The number of blank lines at the end.
  private var blankCount: Int
  /// The last line with text, and whether it is in `lines`.
  private var last: (line: Line, isKept: Bool)?

  /// Creates an empty body. `isAfterBlank` is true if nothing that can be text precedes it.
  init(isAfterBlank: Bool = false) {
    blankCount = isAfterBlank ? 1 : 0
  }

  mutating func append(_ range: Range<Int>, number: Int) {
    guard !range.isEmpty else {
      blankCount += 1
      return
    }
    let line = Line(range: range, number: number, isAfterBlank: blankCount > 0)
    let isKept = lines.count + blankCount < CaptionDocument.cueTextLimit
    if isKept {
      if !lines.isEmpty {
        for blank in 0..<blankCount {
          let empty = range.lowerBound..<range.lowerBound
          lines.append(Line(range: empty, number: number - blankCount + blank, isAfterBlank: blank > 0))
        }
      }
      lines.append(line)
    } else {
      isTruncated = true
    }
    last = (line, isKept)
    blankCount = 0
  }

  /// Removes the index of the next cue if the last line is one: a number, or a word that starts with one.
  ///
  /// A number without a blank line before it may be text. It is text if the previous cue has no index either.
  mutating func takeIndex(_ text: [UInt8], isAfterIndexedCue: Bool) -> Int? {
    guard let last, let first = text[last.line.range].first, first.digit != nil else { return nil }
    let word = text[last.line.range]
    let isNumber = word.allSatisfy { $0.digit != nil }
    guard
      isNumber
        ? last.line.isAfterBlank || isAfterIndexedCue : last.line.isAfterBlank && !word.contains(where: \.isBlank)
    else { return nil }
    dropLast()
    return SubRipBody.number(word)
  }

  /// Removes the start of a cue with incomplete times at the end of a file: its index, and possibly a part of its
  /// times. Returns the line on which the cue starts.
  mutating func takeBeginningOfCue(_ text: [UInt8], expectedIndex: Int?, isEnded: Bool) -> Int? {
    guard let expectedIndex, let last, last.isKept else { return nil }
    let endsInTimes = !isEnded && SubRipTiming.Line.looksLikeATime(text[last.line.range])
    let position = lines.count - (endsInTimes ? 2 : 1)
    guard lines.indices.contains(position), lines[position].isAfterBlank,
      SubRipBody.number(text[lines[position].range]) == expectedIndex
    else { return nil }
    let number = lines[position].number
    lines.removeSubrange(position...)
    dropTrailingBlanks()
    return number
  }

  private mutating func dropLast() {
    guard let last, last.isKept else { return }
    lines.removeLast()
    dropTrailingBlanks()
  }

  private mutating func dropTrailingBlanks() {
    while lines.last?.range.isEmpty == true { lines.removeLast() }
  }

  private static func number(_ text: ArraySlice<UInt8>) -> Int? {
    guard text.count < 10, text.allSatisfy({ $0.digit != nil }) else { return nil }
    return text.reduce(0) { $0 * 10 + ($1.digit ?? 0) }
  }
}
