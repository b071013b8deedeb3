/// Reads the text of a cue: tags, ASS overrides in braces, and character references.
struct SubRipMarkup {
  /// What marks of the text mean.
  enum Dialect {
    /// SRT, with what players read from ASS in it.
    case subRip
    /// ASS: it has no tags and no character references, and everything in braces is an override or a comment.
    case subStationAlpha
    /// ASS that FFmpeg makes of other text, whose braces it does not escape.
    case convertedText
  }

  private let source: [UInt8]
  private let dialect: Dialect
  private(set) var lines: [CaptionLine] = []
  /// The alignment that the text requests. The first request counts.
  private(set) var alignment: SubRipAlignment?
  /// The unknown tags of the last line that was read. They are left out.
  private(set) var droppedTags: [Range<Int>] = []
  /// The overrides of that line that are not supported.
  private(set) var ignoredOverrides: [Range<Int>] = []
  /// The number of runs and empty lines.
  private(set) var pieceCount = 0

  private var buffer = CueTextBuffer()
  private var runs: [CaptionRun] = []
  private var style = SubRipStyle()
  /// Whether the text is a drawing of ASS, which consists of coordinates.
  private var isDrawing = false
  private var keepsLeadingBlanks = false
  /// The lines that stay even if they are empty.
  private var escapedLines: ClosedRange<Int>?

  /// Whether the text is longer than the limit for cues.
  var isTruncated: Bool { buffer.isTruncated }

  init(_ source: [UInt8], dialect: Dialect = .subRip) {
    self.source = source
    self.dialect = dialect
  }

  /// Reads a line without spaces at its ends.
  mutating func read(line: Range<Int>) {
    droppedTags.removeAll()
    ignoredOverrides.removeAll()
    var line = line
    let startsWithJoiner = takeWordJoiner(at: line.lowerBound, of: &line)
    let endsWithJoiner = takeWordJoiner(at: line.upperBound - SubRipWordJoiner.bytes.count, of: &line)
    keepsLeadingBlanks = startsWithJoiner
    if startsWithJoiner || endsWithJoiner {
      escapedLines = (escapedLines?.lowerBound ?? lines.count)...lines.count
    }
    var index = line.lowerBound
    var plain = index
    var hasBraces = true
    while index < line.upperBound, !isTruncated {
      guard isMark(source[index]) else {
        index += 1
        continue
      }
      append(plain..<index)
      plain = readMark(at: index, in: line, &hasBraces)
      index = max(plain, index + 1)
    }
    append(plain..<line.upperBound)
    endLine(keepsBlanks: endsWithJoiner)
  }

  /// Removes empty lines, which markup left at the start and at the end.
  mutating func finish() {
    let kept = lines.indices.filter { !lines[$0].runs.isEmpty || escapedLines?.contains($0) == true }
    lines = kept.first.map { Array(lines[$0...(kept.last ?? $0)]) } ?? []
  }

  // MARK: Marks

  private func isMark(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "{"), UInt8(ascii: "\\"): true
    case UInt8(ascii: "<"), UInt8(ascii: "&"): dialect == .subRip
    default: false
    }
  }

  /// Reads the markup that starts at a mark. Returns the index at which text continues, which can be `index` itself.
  private mutating func readMark(at index: Int, in line: Range<Int>, _ hasBraces: inout Bool) -> Int {
    let next = index + 1
    if next <= line.upperBound - SubRipWordJoiner.bytes.count, source.holds(SubRipWordJoiner.bytes, at: next) {
      append(index..<next)
      return next + SubRipWordJoiner.bytes.count
    }
    switch source[index] {
    case UInt8(ascii: "<"):
      let isAfterAngle = index > line.lowerBound && source[index - 1] == UInt8(ascii: "<")
      guard let tag = SubRipTag(source, at: index, before: line.upperBound, isAfterAngle: isAfterAngle) else {
        return index
      }
      // Only the start tag is reported.
      if case .unknown = tag.kind, source[next] != UInt8(ascii: "/") { droppedTags.append(index..<tag.end) }
      apply(tag.kind)
      return tag.end
    case UInt8(ascii: "{"):
      guard hasBraces,
        dialect == .subStationAlpha || SubRipOverrides.begin(in: source, at: index, before: line.upperBound)
      else { return index }
      guard let end = source[next..<line.upperBound].firstIndex(of: UInt8(ascii: "}")) else {
        hasBraces = false
        return index
      }
      let overrides = SubRipOverrides(source[next..<end])
      if overrides.areIncomplete, dialect == .subRip { ignoredOverrides.append(index..<end + 1) }
      apply(overrides)
      return end + 1
    case UInt8(ascii: "&"):
      guard let entity = SubRipEntity(source, at: index, before: line.upperBound) else { return index }
      if !isDrawing { buffer.append(entity.scalar) }
      return entity.end
    default:
      guard next < line.upperBound else { return index }
      switch (source[next], dialect) {
      case (UInt8(ascii: "N"), _), (UInt8(ascii: "n"), .subStationAlpha): endLine(keepsBlanks: false)
      case (UInt8(ascii: "h"), _): if !isDrawing { buffer.append("\u{A0}") }
      case (_, .subRip): return index
      case (UInt8(ascii: "{"), _), (UInt8(ascii: "}"), _): append(next..<next + 1)
      default: return index
      }
      return next + 1
    }
  }

  private mutating func apply(_ tag: SubRipTag.Kind) {
    if case .lineBreak = tag { return endLine(keepsBlanks: false) }
    endRun()
    switch tag {
    case .letter(let letter, let isOn): style.apply(.letter(letter, isOn: isOn))
    case .font(let font): style.open(font)
    case .fontEnd: style.closeFont()
    case .lineBreak, .unknown: break
    }
  }

  private mutating func apply(_ overrides: SubRipOverrides) {
    endRun()
    alignment = alignment ?? overrides.alignment
    for change in overrides.changes { style.apply(change) }
    isDrawing = overrides.isDrawing ?? isDrawing
  }

  // MARK: Text

  private mutating func takeWordJoiner(at index: Int, of line: inout Range<Int>) -> Bool {
    guard index >= line.lowerBound, line.count >= SubRipWordJoiner.bytes.count,
      source.holds(SubRipWordJoiner.bytes, at: index)
    else { return false }
    let isAtStart = index == line.lowerBound
    line =
      isAtStart
      ? (index + SubRipWordJoiner.bytes.count)..<line.upperBound : line.lowerBound..<index
    return true
  }

  private mutating func append(_ range: Range<Int>) {
    guard !isDrawing, !range.isEmpty else { return }
    var range = range
    if !keepsLeadingBlanks, runs.isEmpty, buffer.isEmpty {
      while !range.isEmpty, source[range.lowerBound].isBlank { range.removeFirst() }
    }
    buffer.append(source[range])
  }

  private mutating func endRun() {
    guard !buffer.isEmpty else { return }
    let run = CaptionRun(buffer.take(), style: style.textStyle)
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
    guard !buffer.isTruncated || !runs.isEmpty else { return }
    buffer.endLine()
    pieceCount += max(runs.count, 1)
    lines.append(CaptionLine(runs: runs))
    runs.removeAll()
    keepsLeadingBlanks = false
  }
}

/// A character reference by name or number: `&amp;`, `&#39;`. Some players show the character, others the reference.
/// Files that were converted from web pages contain them.
struct SubRipEntity {
  let scalar: Unicode.Scalar
  /// The index after the reference.
  let end: Int

  private static let names: [String: Unicode.Scalar] = [
    "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "nbsp": "\u{A0}", "lrm": "\u{200E}",
    "rlm": "\u{200F}",
  ]
  private static let maximumLength = 10

  /// Reads the reference that starts with `&` at an index; `nil` if that is text.
  init?(_ text: [UInt8], at index: Int, before lineEnd: Int) {
    let content = text[(index + 1)..<min(lineEnd, index + 1 + SubRipEntity.maximumLength)].prefix {
      $0 != UInt8(ascii: ";")
    }
    let end = content.endIndex
    guard end < lineEnd, text[end] == UInt8(ascii: ";"),
      let scalar = SubRipEntity.scalar(String(decoding: content, as: UTF8.self))
    else { return nil }
    self.scalar = scalar
    self.end = end + 1
  }

  private static func scalar(_ name: String) -> Unicode.Scalar? {
    guard name.hasPrefix("#") else { return names[name] }
    let digits = name.dropFirst()
    let number = digits.hasPrefix("x") ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
    return number.flatMap(Unicode.Scalar.init)
  }
}

/// A character without width (U+2060, word joiner) that escapes text: between `<` and what would make it a tag, at the
/// start of a line that would be a timing line, and at the ends of lines that have spaces there or are empty. All
/// players show the text as intended, and the reader removes the character.
enum SubRipWordJoiner {
  static let character = "\u{2060}"
  static let bytes: [UInt8] = Array(character.utf8)
}
