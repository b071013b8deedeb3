/// Reads the text of a cue: tags, ASS overrides between braces, characters by name.
struct SubRipMarkup {
  private let source: [UInt8]
  private(set) var lines: [CaptionLine] = []
  /// Where the text asks to stand; the first to ask is heard.
  private(set) var alignment: SubRipAlignment?
  /// The unknown tags of the line that was read last. They are left out.
  private(set) var droppedTags: [Range<Int>] = []
  /// How many runs and empty lines there are.
  private(set) var pieceCount = 0

  private var visible = VisibleText()
  private var runs: [CaptionRun] = []
  private var style = SubRipStyle()
  /// Within a shape that ASS draws: its text is the course of a line.
  private var isDrawing = false
  private var keepsLeadingBlanks = false
  /// The lines that stay although nothing is in them.
  private var guardedLines: ClosedRange<Int>?

  /// Whether the text is longer than a cue's may be.
  var isCut: Bool { visible.isCut }

  init(_ source: [UInt8]) {
    self.source = source
  }

  /// Reads a line without blanks at its ends.
  mutating func read(line: Range<Int>) {
    droppedTags.removeAll()
    var line = line
    let isGuardedAtStart = takeGuard(at: line.lowerBound, of: &line)
    let isGuardedAtEnd = takeGuard(at: line.upperBound - SubRipGuard.bytes.count, of: &line)
    keepsLeadingBlanks = isGuardedAtStart
    if isGuardedAtStart || isGuardedAtEnd {
      guardedLines = (guardedLines?.lowerBound ?? lines.count)...lines.count
    }
    var place = line.lowerBound
    var plain = place
    var hasBraces = true
    while place < line.upperBound, !isCut {
      guard Self.isMark(source[place]) else {
        place += 1
        continue
      }
      append(plain..<place)
      plain = readMark(at: place, in: line, &hasBraces)
      place = max(plain, place + 1)
    }
    append(plain..<line.upperBound)
    endLine(keepsBlanks: isGuardedAtEnd)
  }

  /// Takes away empty lines that markup has left at the start and at the end.
  mutating func finish() {
    let kept = lines.indices.filter { !lines[$0].runs.isEmpty || guardedLines?.contains($0) == true }
    lines = kept.first.map { Array(lines[$0...(kept.last ?? $0)]) } ?? []
  }

  // MARK: Marks

  private static func isMark(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "<") || byte == UInt8(ascii: "{") || byte == UInt8(ascii: "&") || byte == UInt8(ascii: "\\")
  }

  /// Reads what a mark begins; gives the place from which on there is text again, which may be the mark itself.
  private mutating func readMark(at place: Int, in line: Range<Int>, _ hasBraces: inout Bool) -> Int {
    let next = place + 1
    if next <= line.upperBound - SubRipGuard.bytes.count, source.holds(SubRipGuard.bytes, at: next) {
      append(place..<next)
      return next + SubRipGuard.bytes.count
    }
    switch source[place] {
    case UInt8(ascii: "<"):
      let isAfterAngle = place > line.lowerBound && source[place - 1] == UInt8(ascii: "<")
      guard let tag = SubRipTag(source, at: place, before: line.upperBound, isAfterAngle: isAfterAngle) else {
        return place
      }
      // Only the start tag is reported.
      if case .unknown = tag.kind, source[next] != UInt8(ascii: "/") { droppedTags.append(place..<tag.end) }
      apply(tag.kind)
      return tag.end
    case UInt8(ascii: "{"):
      guard hasBraces, SubRipOverrides.begin(in: source, at: place, before: line.upperBound) else { return place }
      guard let end = source[next..<line.upperBound].firstIndex(of: UInt8(ascii: "}")) else {
        hasBraces = false
        return place
      }
      apply(SubRipOverrides(source[next..<end]))
      return end + 1
    case UInt8(ascii: "&"):
      guard let entity = SubRipEntity(source, at: place, before: line.upperBound) else { return place }
      if !isDrawing { visible.append(entity.scalar) }
      return entity.end
    default:
      guard next < line.upperBound else { return place }
      if source[next] == UInt8(ascii: "N") {
        endLine(keepsBlanks: false)
      } else if source[next] == UInt8(ascii: "h") {
        if !isDrawing { visible.append("\u{A0}") }
      } else {
        return place
      }
      return next + 1
    }
  }

  private mutating func apply(_ tag: SubRipTag.Kind) {
    if case .lineBreak = tag { return endLine(keepsBlanks: false) }
    endRun()
    switch tag {
    case .letter(let letter, let isOn): style.set(letter, isOn)
    case .font(let font): style.open(font)
    case .fontEnd: style.closeFont()
    case .lineBreak, .unknown: break
    }
  }

  private mutating func apply(_ overrides: SubRipOverrides) {
    endRun()
    alignment = alignment ?? overrides.alignment
    for (letter, isOn) in overrides.letters { style.set(letter, isOn) }
    isDrawing = overrides.isDrawing ?? isDrawing
  }

  // MARK: Text

  private mutating func takeGuard(at place: Int, of line: inout Range<Int>) -> Bool {
    guard place >= line.lowerBound, line.count >= SubRipGuard.bytes.count, source.holds(SubRipGuard.bytes, at: place)
    else { return false }
    let isAtStart = place == line.lowerBound
    line =
      isAtStart
      ? (place + SubRipGuard.bytes.count)..<line.upperBound : line.lowerBound..<place
    return true
  }

  private mutating func append(_ range: Range<Int>) {
    guard !isDrawing, !range.isEmpty else { return }
    var range = range
    if !keepsLeadingBlanks, runs.isEmpty, visible.isEmpty {
      while !range.isEmpty, source[range.lowerBound].isBlank { range.removeFirst() }
    }
    visible.append(source[range])
  }

  private mutating func endRun() {
    guard !visible.isEmpty else { return }
    let run = CaptionRun(visible.take(), style: style.textStyle)
    if let last = runs.last, last.style == run.style {
      runs[runs.count - 1].text += run.text
    } else {
      runs.append(run)
    }
  }

  private mutating func endLine(keepsBlanks: Bool) {
    endRun()
    while !keepsBlanks, let last = runs.last, last.text.utf8.last == .space {
      let blanks = last.text.utf8.reversed().prefix { $0 == .space }.count
      runs[runs.count - 1].text.unicodeScalars.removeLast(blanks)
      if runs[runs.count - 1].text.isEmpty { runs.removeLast() }
    }
    guard !visible.isCut || !runs.isEmpty else { return }
    visible.endLine()
    pieceCount += max(runs.count, 1)
    lines.append(CaptionLine(runs: runs))
    runs.removeAll()
    keepsLeadingBlanks = false
  }
}
