/// Reads WebVTT: the "WebVTT parser" of W3C WebVTT, section 6.
enum WebVTTReader {
  /// Reads a file; `nil` if it does not start with the signature of WebVTT.
  ///
  /// Bytes that are not UTF-8 become U+FFFD. What the parser of the specification drops is reported as a problem,
  /// except for comments and style sheets.
  static func read(
    _ bytes: [UInt8], cueLimit: Int = CaptionDocument.cueLimit, runLimit: Int = CaptionDocument.runLimit
  ) -> CaptionReading? {
    var parser = WebVTTParser(bytes, cueLimit: cueLimit, runLimit: runLimit)
    guard parser.takeSignature() else { return nil }
    parser.takeBlocks()
    return parser.reading
  }
}

/// The "WebVTT parser algorithm" of section 6.1.
struct WebVTTParser {
  /// The times and settings of a cue.
  private struct Timing {
    var start: MediaTime
    var end: MediaTime
    var placement: CaptionPlacement
  }

  /// The kind of a block.
  private enum Block {
    case none, styleSheet, region
    case cue(identifier: Range<Int>, timing: Timing)
  }

  private(set) var reading = CaptionReading()
  private var input: WebVTTInput
  /// "Seen cue" of the specification: regions and style sheets after the first cue are ignored.
  private var hasSeenCue = false
  /// The number of runs of all cues.
  private var runCount = 0
  /// The indices of the regions in `reading`, by identifier.
  private var regionIndices: [String: Int] = [:]
  /// Whether a limit was exceeded, so that the rest of the file is not read.
  private var isFull = false

  private let cueLimit: Int
  private let runLimit: Int

  init(_ bytes: [UInt8], cueLimit: Int, runLimit: Int) {
    input = WebVTTInput(bytes)
    self.cueLimit = cueLimit
    self.runLimit = runLimit
  }

  /// Reads the first line (steps 4 to 10). Returns whether the file starts with `WEBVTT` followed by a space, a tab or
  /// the line end.
  mutating func takeSignature() -> Bool {
    input.bytes[input.takeLine().range].begins(withWord: "WEBVTT")
  }

  /// Reads all blocks (steps 11 to 15).
  mutating func takeBlocks() {
    guard !input.isAtEnd else { return }
    if input.bytes[input.location.position] != UInt8(ascii: "\n") { takeBlock(inHeader: true) }
    input.skipLineFeeds()
    while !input.isAtEnd, !isFull {
      takeBlock(inHeader: false)
      input.skipLineFeeds()
    }
  }

  // MARK: Blocks

  /// Implements "collect a WebVTT block".
  private mutating func takeBlock(inHeader: Bool) {
    let firstLine = input.location
    var block = Block.none
    var lineCount = 0
    var hasSeenArrow = false
    // The lines in the buffer are consecutive in the file, so that a range is enough.
    var buffer = firstLine.position..<firstLine.position
    while true {
      let lineStart = input.location
      let line = input.takeLine()
      lineCount += 1
      if line.hasArrow {
        guard !inHeader, lineCount == 1 || lineCount == 2 && !hasSeenArrow else {
          // The line belongs to the next block.
          input.location = lineStart
          break
        }
        hasSeenArrow = true
        if let timing = timing(on: line) {
          block = .cue(identifier: buffer, timing: timing)
          buffer = input.location.position..<input.location.position
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
    if inHeader {
      takeHeader(buffer)
    } else {
      add(block, buffer: buffer, firstLine: firstLine, hasSeenArrow: hasSeenArrow)
    }
  }

  /// Reads the language from the header, where the files of many services have it: `Language: en`. The parser of the
  /// specification ignores all of the header.
  private mutating func takeHeader(_ header: Range<Int>) {
    for line in input.bytes[header].split(separator: UInt8(ascii: "\n")) {
      let parts = line.split(separator: UInt8(ascii: ":"), maxSplits: 1, omittingEmptySubsequences: false)
        .map { String(decoding: input.bytes[input.bytes.trimmed($0.indices)], as: UTF8.self) }
      guard parts.count == 2, parts[0].lowercased() == "language", !parts[1].isEmpty else { continue }
      reading.tags = [CaptionTag(name: CaptionTag.language, value: parts[1])]
    }
  }

  /// Returns the block that starts with `STYLE` or `REGION` on its own line.
  private func definition(in line: Range<Int>) -> Block? {
    let line = input.bytes[line]
    for (word, block) in [("STYLE", Block.styleSheet), ("REGION", .region)] where line.starts(with: word.utf8) {
      if line.dropFirst(word.utf8.count).allSatisfy(\.isASCIIWhitespace) { return block }
    }
    return nil
  }

  private mutating func add(_ block: Block, buffer: Range<Int>, firstLine: WebVTTInput.Location, hasSeenArrow: Bool) {
    switch block {
    case .cue(let identifier, let timing):
      addCue(identifier: identifier, timing: timing, text: buffer, firstLine: firstLine)
    case .styleSheet:
      reading.hasStyleSheets = true
    case .region:
      addRegion(buffer, line: firstLine.lineNumber)
    case .none where hasSeenArrow:
      // The invalid times are already reported.
      break
    case .none:
      reportStrayBlock(buffer, line: firstLine.lineNumber)
    }
  }

  private mutating func addCue(
    identifier: Range<Int>, timing: Timing, text: Range<Int>, firstLine: WebVTTInput.Location
  ) {
    let text = input.bytes[text]
    let line = firstLine.lineNumber
    if text.count > CaptionDocument.cueTextLimit { reading.problems.append(.textTooLong, line: line) }
    let tree = WebVTTCueTree(text.utf8Prefix(CaptionDocument.cueTextLimit))
    addWarnings(tree.warnings, from: firstLine)
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

  /// Adds warnings about the text of a cue with their lines. `start` is the location of the start of the cue.
  private mutating func addWarnings(_ warnings: [WebVTTTokenizer.Warning], from start: WebVTTInput.Location) {
    var (position, line) = (start.position, start.lineNumber)
    for warning in warnings {
      line += input.bytes[position..<warning.position].reduce(0) { $0 + ($1 == UInt8(ascii: "\n") ? 1 : 0) }
      position = warning.position
      reading.warnings.append(warning.kind, line: line)
    }
  }

  /// Adds a region, or replaces one with the same identifier.
  private mutating func addRegion(_ buffer: Range<Int>, line: Int) {
    let region = WebVTTRegionSettings.region(input.bytes[buffer], line: line, problems: &reading.problems)
    // No cue can name a region without an identifier.
    guard !region.identifier.isEmpty else { return }
    if let index = regionIndices[region.identifier] {
      reading.regions[index] = region
    } else if reading.regions.count == CaptionDocument.regionLimit {
      reading.problems.append(.tooManyRegions, line: line)
    } else {
      regionIndices[region.identifier] = reading.regions.count
      reading.regions.append(region)
    }
  }

  /// Reports a block that is neither a cue nor a definition nor a comment.
  private mutating func reportStrayBlock(_ buffer: Range<Int>, line: Int) {
    let text = input.bytes[buffer].prefix { $0 != UInt8(ascii: "\n") }
    if definition(in: text.startIndex..<text.endIndex) != nil {
      // Before the first cue this is a definition without content.
      if hasSeenCue { reading.problems.append(.lateDefinition(text.excerpt), line: line) }
    } else if !text.begins(withWord: "NOTE") {
      // The times may be below an identifier.
      let lines = input.bytes[buffer].split(separator: UInt8(ascii: "\n"), maxSplits: 2).prefix(2)
      for (number, text) in lines.enumerated() {
        guard let arrow = MistypedArrow.find(in: text) else { continue }
        reading.problems.append(.notAnArrow(arrow), line: line + number)
        return
      }
      reading.problems.append(.strayText(text.excerpt), line: line)
    }
  }

  // MARK: Times and settings

  /// Implements "collect WebVTT cue timings and settings" of section 6.3.
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
      rest, regions: regionIndices, line: line.number, problems: &reading.problems)
    return Timing(start: start, end: end, placement: placement)
  }

  private mutating func takeTime(from text: inout ArraySlice<UInt8>, on line: WebVTTInput.Line) -> MediaTime? {
    let word = text.prefix { !$0.isASCIIWhitespace }
    do throws(CaptionProblem.TimeError) {
      return try WebVTTTimestamp.take(from: &text)
    } catch {
      let shown = word.isEmpty ? input.bytes[line.range] : word
      reading.problems.append(.notATime(shown.excerpt, error), line: line.number)
      return nil
    }
  }
}
