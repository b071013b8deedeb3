/// A line of an LRC file: tags, or text with the times of its words.
struct LyricsLine {
  /// A piece of the text, up to the next one.
  struct Word {
    /// The start time in nanoseconds; `nil` if there is none.
    var time: Int64?
    /// The offset in the text at which the piece starts.
    var start: Int
    /// Whether the piece is background vocals.
    var isBackground = false
  }

  /// The times at which the line is shown, in nanoseconds, in the order of the file.
  private(set) var stamps: [Int64] = []
  /// The end time in nanoseconds when the line is shown at its first stamp; `nil` if there is none.
  private(set) var end: Int64?
  /// Whether the line contains background vocals of the line above it and has no stamp.
  private(set) var isBackground = false
  private(set) var tags: [CaptionTag] = []
  /// The text without stamps (UTF-8); empty if the line clears the previous one.
  private(set) var text: [UInt8] = []
  /// The pieces of the text, at least one if there is text.
  private(set) var words: [Word] = []
  /// The parts that look like a stamp and are not a valid time.
  private(set) var brokenStamps: [String] = []
  /// The start of text that does not follow a stamp.
  private(set) var strayText: String?
  /// Whether the line has more text than a cue can have. The rest is left out.
  private(set) var isTruncated = false

  /// Reads the bytes between two line ends.
  init(_ bytes: ArraySlice<UInt8>) {
    let line = LyricsStamp.trimmed(CaptionText.cleaned(bytes))
    let body = readFront(of: line)
    isBackground = stamps.isEmpty && body.first.map { _ in opensBackground(body) } == true
    guard !stamps.isEmpty || isBackground else {
      if !body.isEmpty, brokenStamps.isEmpty { strayText = body.excerpt }
      return
    }
    readWords(body)
    closeWords()
  }

  /// Whether the line has none of the marks of LRC.
  var isUnrecognized: Bool { stamps.isEmpty && tags.isEmpty && brokenStamps.isEmpty && !isBackground }

  private func opensBackground(_ text: ArraySlice<UInt8>) -> Bool {
    LyricsBackground.opening(in: text, at: text.startIndex) != nil
  }

  /// Reads the tags and stamps before the text, and returns the text.
  private mutating func readFront(of line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var rest = line
    while let position = rest.indices.first, rest[position] == UInt8(ascii: "["), !opensBackground(rest) {
      if let stamp = LyricsStamp(in: line, at: position) {
        if let time = time(of: stamp, at: position, in: line) { stamps.append(time) }
        rest = line[stamp.end...]
      } else if stamps.isEmpty, let tag = LyricsTag(in: line, at: position) {
        tags.append(tag.tag)
        rest = line[tag.end...]
      } else {
        break
      }
      rest = rest.drop(while: \.isBlank)
    }
    return rest
  }

  private mutating func readWords(_ body: ArraySlice<UInt8>) {
    words = [Word(start: 0)]
    var inBackground = false
    var position = body.startIndex
    while position < body.endIndex {
      let plain = body[position...].prefix { !"[<]".utf8.contains($0) }
      append(plain)
      position = plain.endIndex
      guard position < body.endIndex else { return }
      if LyricsStamp.isEscaped(in: body, at: position, inBackground: inBackground) {
        append(body[position...position])
        position += 1 + LyricsStamp.joiner.count
      } else if let stamp = LyricsStamp(in: body, at: position) {
        if let time = time(of: stamp, at: position, in: body) {
          words.append(Word(time: time, start: text.count, isBackground: inBackground))
        }
        position = stamp.end
      } else if !inBackground, let start = LyricsBackground.opening(in: body, at: position) {
        inBackground = true
        words.append(Word(start: text.count, isBackground: true))
        position = start
      } else if inBackground, body[position] == UInt8(ascii: "]") {
        inBackground = false
        words.append(Word(start: text.count))
        position += 1
      } else {
        append(body[position...position])
        position += 1
      }
    }
  }

  private mutating func time(of stamp: LyricsStamp, at position: Int, in line: ArraySlice<UInt8>) -> Int64? {
    if stamp.nanoseconds == nil, brokenStamps.count < CaptionProblems.limit {
      brokenStamps.append(line[position..<stamp.end].excerpt)
    }
    return stamp.nanoseconds
  }

  /// Appends to the text. Spaces can be on both sides of a word time: `<00:01.00> one <00:01.50> two`.
  private mutating func append(_ piece: ArraySlice<UInt8>) {
    guard !isTruncated else { return }
    let beginsWord = words.last?.start == text.count
    let piece = beginsWord && (text.last?.isBlank ?? true) ? piece.drop(while: \.isBlank) : piece
    let fitting = piece.utf8Prefix(CaptionDocument.cueTextLimit - text.count)
    isTruncated = fitting.count < piece.count
    text += fitting
  }

  /// Removes spaces at the end of the text, the stamp that ends the line, and words with neither time nor text.
  private mutating func closeWords() {
    text = Array(LyricsStamp.trimmed(text[...]))
    takeEnd()
    for index in words.indices.reversed() {
      guard words[index].start > text.count else { break }
      words[index].start = text.count
    }
    if text.isEmpty {
      words = []
    } else {
      let ends = words.dropFirst().map(\.start) + [text.count]
      words = zip(words, ends).filter { $0.time != nil || $0.start < $1 }.map(\.0)
    }
  }

  /// Takes the time after the text, which is the end of the line, or of background vocals on their own line.
  private mutating func takeEnd() {
    guard !text.isEmpty, let last = words.lastIndex(where: { $0.time != nil }), words[last].start >= text.count,
      let time = words[last].time
    else { return }
    if isBackground {
      end = time
    } else if !words[last].isBackground, let first = stamps.first, time > first {
      end = time
      words.remove(at: last)
    }
  }
}

/// A tag in brackets as LRC writes it: `[ti:A title]`.
struct LyricsTag {
  /// The maximum length of a name. Anything longer is text.
  private static let maximumNameLength = 32

  /// The name and value.
  let tag: CaptionTag
  /// The index after the tag.
  let end: Int

  /// Reads the tag that opens at an index of a line; `nil` if there is none.
  ///
  /// A value can contain brackets (`[ti:Title [Live]]`), so it ends at the first closing bracket that is followed by
  /// nothing, by another tag, or by a stamp.
  init?(in line: ArraySlice<UInt8>, at position: Int) {
    guard let valueStart = LyricsTag.valueStart(in: line, at: position) else { return nil }
    let closing = line.indices[valueStart...].first { index in
      guard line[index] == UInt8(ascii: "]") else { return false }
      let next = line[(index + 1)...].drop(while: \.isBlank)
      return next.isEmpty || LyricsTag.valueStart(in: line, at: next.startIndex) != nil
        || LyricsStamp.opens(in: line, at: next.startIndex, skippingJoiners: false)
    }
    guard let closing else { return nil }
    let name = LyricsStamp.trimmed(line[(position + 1)..<(valueStart - 1)])
    tag = CaptionTag(
      name: String(decoding: name, as: UTF8.self),
      value: String(decoding: LyricsStamp.trimmed(line[valueStart..<closing]), as: UTF8.self))
    end = closing + 1
  }

  /// Returns the tag as a line of a file; `nil` if reading the line would not return the same tag.
  static func line(_ tag: CaptionTag) -> String? {
    let line = "[\(tag.name):\(tag.value)]"
    let bytes = Array(line.utf8)
    guard CaptionText.cleaned(bytes[...]).elementsEqual(bytes), let read = LyricsTag(in: bytes[...], at: 0) else {
      return nil
    }
    return read.tag == tag && read.end == bytes.count ? line : nil
  }

  /// Returns the index at which the value of a tag starts: after a bracket, a name and a colon.
  private static func valueStart(in line: ArraySlice<UInt8>, at position: Int) -> Int? {
    guard line[position] == UInt8(ascii: "[") else { return nil }
    let name = line[(position + 1)...].prefix(maximumNameLength + 1).prefix(while: \.isOfTagName)
    guard let first = name.first, !first.isDigit, name.count <= maximumNameLength else { return nil }
    let rest = line[name.endIndex...].prefix(maximumNameLength).drop(while: \.isBlank)
    return rest.first == UInt8(ascii: ":") ? rest.startIndex + 1 : nil
  }
}

extension UInt8 {
  /// Whether the byte is a letter, a digit, `_`, `-`, or the `#` of comments.
  fileprivate var isOfTagName: Bool {
    isDigit || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self | 0x20) || self == UInt8(ascii: "_")
      || self == UInt8(ascii: "-") || self == UInt8(ascii: "#")
  }
}

/// Background vocals in LRC, `[bg:(oh, <00:12.50>yeah)]`: within a line, or on their own line below the line that they
/// belong to.
///
/// Their runs are smaller than other text, and have a class by which the writer recognizes them.
enum LyricsBackground {
  private static let className = "bg"
  private static let scale = 0.75
  private static let opening = Array("[bg:".utf8)

  /// Marks a run as background vocals.
  static func mark(_ run: inout CaptionRun) {
    run.classes = [className]
    run.style.scale = scale
  }

  /// Returns a run without the mark; `nil` if it has no mark.
  static func unmarked(_ run: CaptionRun) -> CaptionRun? {
    guard run.classes.contains(className) else { return nil }
    var run = run
    run.classes.removeAll { $0 == className }
    if run.style.scale == scale { run.style.scale = nil }
    return run
  }

  /// Returns the index after the mark that opens background vocals at `position`; `nil` if there is none.
  static func opening(in line: ArraySlice<UInt8>, at position: Int, skippingJoiners: Bool = false) -> Int? {
    guard line[position] == opening[0] else { return nil }
    var rest = line[(position + 1)...]
    if skippingJoiners { rest = LyricsStamp.withoutJoiners(rest) }
    let word = rest.prefix(opening.count - 1)
    guard word.map({ $0.isLetter ? $0 | 0x20 : $0 }) == Array(opening.dropFirst()) else { return nil }
    return word.endIndex
  }
}
