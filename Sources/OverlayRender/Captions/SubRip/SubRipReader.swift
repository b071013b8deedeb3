/// Reads SRT as players do, and says what they pass over in silence.
///
/// There is no specification. What begins a cue is a line that tells times; all lines up to the next such line are its text,
/// save the index above that line. Blank lines at the ends of a text are left out, those within it are kept.
struct SubRipReader {
  /// Reads UTF-8 without a byte order mark; `nil` where no line is meant to tell times.
  static func read(_ text: [UInt8]) -> CaptionReading? {
    var reader = SubRipReader(text)
    reader.readLines()
    return reader.hasTimings ? reader.reading : nil
  }

  private let text: [UInt8]
  private var reading = CaptionReading()
  private var hasTimings = false
  /// The line that began the part of the file that is being read; `nil` before the first.
  private var timing: (line: SubRipTiming.Line, number: Int)?
  private var body = SubRipBody(isAfterBlank: true)
  /// The index of the cue that is being read, if it has one.
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
      reading.problems.append(.cutOff, line: line)
    }
    endPart()
  }

  /// Makes what a line of times and the text below it are worth.
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
    }
    markup.finish()
    if markup.isCut || body.isCut { reading.problems.append(.textTooLong, line: number) }
    pieceCount += markup.pieceCount
    let cue = CaptionCue(
      start: max(timing.start, .zero), end: timing.end,
      placement: timing.placement ?? markup.alignment?.placement ?? CaptionPlacement(), lines: markup.lines)
    reading.cues.append((cue, number))
  }
}
