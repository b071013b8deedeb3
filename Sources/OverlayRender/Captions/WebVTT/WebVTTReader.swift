/// Reads WebVTT: the "WebVTT parser" of W3C WebVTT, section 6.
enum WebVTTReader {
  /// Reads a file; `nil` when it does not begin as WebVTT does.
  ///
  /// Bytes that are no UTF-8 become U+FFFD. What the specification's parser drops is told as a problem; comments and
  /// style sheets are passed over in silence.
  static func read(
    _ bytes: [UInt8], cueLimit: Int = CaptionDocument.cueLimit, runLimit: Int = CaptionDocument.runLimit
  ) -> CaptionReading? {
    var parser = WebVTTParser(bytes, cueLimit: cueLimit, runLimit: runLimit)
    guard parser.takeSignature() else { return nil }
    parser.takeBlocks()
    return parser.reading
  }
}

/// The "WebVTT parser algorithm" of section 6.1, at some place of a file.
struct WebVTTParser {
  /// A cue's times and settings.
  private struct Timing {
    var start: MediaTime
    var end: MediaTime
    var placement: CaptionPlacement
  }

  /// What a block turned out to be.
  private enum Block {
    case none, styleSheet, region
    case cue(identifier: Range<Int>, timing: Timing)
  }

  private(set) var reading = CaptionReading()
  private var input: WebVTTInput
  /// "Seen cue": after the first one no regions or style sheets are taken.
  private var hasSeenCue = false
  /// How many runs all cues have.
  private var runCount = 0
  /// The places of the regions in `reading`, by identifier.
  private var regionPlaces: [String: Int] = [:]
  /// Whether there is more in the file than is read.
  private var isFull = false

  private let cueLimit: Int
  private let runLimit: Int

  init(_ bytes: [UInt8], cueLimit: Int, runLimit: Int) {
    input = WebVTTInput(bytes)
    self.cueLimit = cueLimit
    self.runLimit = runLimit
  }

  /// Steps 4 to 10: whether the file begins with `WEBVTT` and a blank, a tab or the line's end; takes that line.
  mutating func takeSignature() -> Bool {
    input.bytes[input.takeLine().range].begins(withWord: "WEBVTT")
  }

  /// Steps 11 to 15.
  mutating func takeBlocks() {
    guard !input.isAtEnd else { return }
    if input.bytes[input.place.position] != UInt8(ascii: "\n") { takeBlock(inHeader: true) }
    input.skipLineFeeds()
    while !input.isAtEnd, !isFull {
      takeBlock(inHeader: false)
      input.skipLineFeeds()
    }
  }

  // MARK: Blocks

  /// "Collect a WebVTT block".
  private mutating func takeBlock(inHeader: Bool) {
    let firstLine = input.place
    var block = Block.none
    var lineCount = 0
    var hasSeenArrow = false
    // The lines in the buffer follow each other in the file, so that their place there is enough.
    var buffer = firstLine.position..<firstLine.position
    while true {
      let lineStart = input.place
      let line = input.takeLine()
      lineCount += 1
      if line.hasArrow {
        guard !inHeader, lineCount == 1 || lineCount == 2 && !hasSeenArrow else {
          // The line belongs to the next block.
          input.place = lineStart
          break
        }
        hasSeenArrow = true
        if let timing = timing(on: line) {
          block = .cue(identifier: buffer, timing: timing)
          buffer = input.place.position..<input.place.position
          hasSeenCue = true
        }
      } else if line.range.isEmpty {
        break
      } else {
        if !inHeader, lineCount == 2, !hasSeenCue, let kind = definition(in: buffer) {
          block = kind
          buffer = line.range
        }
        buffer = (buffer.isEmpty ? line.range.lowerBound : buffer.lowerBound)..<line.range.upperBound
      }
      if line.isLast { break }
    }
    if !inHeader { add(block, buffer: buffer, firstLine: firstLine, hasSeenArrow: hasSeenArrow) }
  }

  /// What begins with `STYLE` or `REGION` on a line of its own.
  private func definition(in line: Range<Int>) -> Block? {
    let line = input.bytes[line]
    for (word, block) in [("STYLE", Block.styleSheet), ("REGION", .region)] where line.starts(with: word.utf8) {
      if line.dropFirst(word.utf8.count).allSatisfy(\.isASCIIWhitespace) { return block }
    }
    return nil
  }

  private mutating func add(_ block: Block, buffer: Range<Int>, firstLine: WebVTTInput.Place, hasSeenArrow: Bool) {
    switch block {
    case .cue(let identifier, let timing):
      addCue(identifier: identifier, timing: timing, text: buffer, firstLine: firstLine)
    case .styleSheet:
      reading.hasStyleSheets = true
    case .region:
      addRegion(buffer, line: firstLine.lineNumber)
    case .none where hasSeenArrow:
      // That its times are none has been told.
      break
    case .none:
      tellStray(buffer, line: firstLine.lineNumber)
    }
  }

  private mutating func addCue(
    identifier: Range<Int>, timing: Timing, text: Range<Int>, firstLine: WebVTTInput.Place
  ) {
    let text = input.bytes[text]
    let line = firstLine.lineNumber
    if text.count > CaptionDocument.longestText { reading.problems.append(.textTooLong, line: line) }
    let tree = WebVTTCueTree(text.utf8Prefix(CaptionDocument.longestText))
    warn(of: tree.remarks, from: firstLine)
    let lines = WebVTTLines(tree).lines
    runCount += lines.reduce(0) { $0 + $1.runs.count }
    guard reading.cues.count < cueLimit, runCount <= runLimit else {
      reading.problems.append(.tooManyCues, line: line)
      isFull = true
      return
    }
    let cue = CaptionCue(
      identifier: String(decoding: input.bytes[identifier], as: UTF8.self), start: timing.start, end: timing.end,
      placement: timing.placement, lines: lines)
    reading.cues.append((cue, line))
  }

  /// Adds warnings about the text of a cue, each with its line. `start` is where the cue begins.
  private mutating func warn(of remarks: [WebVTTTokenizer.Remark], from start: WebVTTInput.Place) {
    var (position, line) = (start.position, start.lineNumber)
    for remark in remarks {
      line += input.bytes[position..<remark.place].reduce(0) { $0 + ($1 == UInt8(ascii: "\n") ? 1 : 0) }
      position = remark.place
      reading.warnings.append(remark.kind, line: line)
    }
  }

  /// Adds a region that cues can name; it takes the place of one of the same identifier.
  private mutating func addRegion(_ buffer: Range<Int>, line: Int) {
    let region = WebVTTRegionSettings.region(input.bytes[buffer], line: line, problems: &reading.problems)
    // What has no identifier can be named by no cue.
    guard !region.identifier.isEmpty else { return }
    if let place = regionPlaces[region.identifier] {
      reading.regions[place] = region
    } else if reading.regions.count == CaptionDocument.regionLimit {
      reading.problems.append(.tooManyRegions, line: line)
    } else {
      regionPlaces[region.identifier] = reading.regions.count
      reading.regions.append(region)
    }
  }

  /// Tells of a block that is nothing, unless it is a comment.
  private mutating func tellStray(_ buffer: Range<Int>, line: Int) {
    let text = input.bytes[buffer].prefix { $0 != UInt8(ascii: "\n") }
    if definition(in: text.startIndex..<text.endIndex) != nil {
      // Before the first cue it is a definition of nothing.
      if hasSeenCue { reading.problems.append(.lateDefinition(text.excerpt), line: line) }
    } else if !text.begins(withWord: "NOTE") {
      // The times may stand below an identifier.
      let lines = input.bytes[buffer].split(separator: UInt8(ascii: "\n"), maxSplits: 2).prefix(2)
      for (number, text) in lines.enumerated() {
        guard let arrow = MistakenArrow.find(in: text) else { continue }
        reading.problems.append(.notAnArrow(arrow), line: line + number)
        return
      }
      reading.problems.append(.strayText(text.excerpt), line: line)
    }
  }

  // MARK: Times and settings

  /// "Collect WebVTT cue timings and settings" of section 6.3.
  private mutating func timing(on line: WebVTTInput.Line) -> Timing? {
    var rest = input.bytes[line.range]
    rest.skipWhitespace()
    guard let start = takeTime(from: &rest, on: line) else { return nil }
    rest.skipWhitespace()
    guard rest.skip("-->") else {
      reading.problems.append(.notATime(input.bytes[line.range].excerpt), line: line.number)
      return nil
    }
    rest.skipWhitespace()
    guard let end = takeTime(from: &rest, on: line) else { return nil }
    let placement = WebVTTCueSettings.placement(
      rest, regions: regionPlaces, line: line.number, problems: &reading.problems)
    return Timing(start: start, end: end, placement: placement)
  }

  private mutating func takeTime(from text: inout ArraySlice<UInt8>, on line: WebVTTInput.Line) -> MediaTime? {
    let word = text.prefix { !$0.isASCIIWhitespace }
    do throws(CaptionProblem.TimeFault) {
      return try WebVTTTimestamp.take(from: &text)
    } catch {
      let shown = word.isEmpty ? input.bytes[line.range] : word
      reading.problems.append(.notATime(shown.excerpt, error), line: line.number)
      return nil
    }
  }
}
