/// Reads a document of ``CaptionJSON``.
struct CaptionJSONReader {
  var scanner: JSONScanner
  private var reading = CaptionReading()
  /// The number of runs that can still be added.
  private var remainingRuns: Int
  /// The number of bytes of text that can still be added to the cue.
  private var remainingBytes = 0
  private var isTextTruncated = false
  private var isFull = false
  private var hasTooManyRegions = false

  init(_ text: [UInt8], runLimit: Int = CaptionDocument.runLimit) {
    scanner = JSONScanner(text)
    remainingRuns = runLimit
  }

  mutating func read() throws(CaptionJSONError) -> CaptionReading {
    if try scanner.kind() == .array {
      try readCues()
    } else {
      try readDocument()
    }
    try scanner.finish()
    return reading
  }

  private mutating func readDocument() throws(CaptionJSONError) {
    var hasCues = false
    try scanner.openObject()
    while let name = try scanner.nextMember() {
      switch name {
      case "cues":
        hasCues = true
        try readCues()
      case "regions":
        try scanner.openArray()
        while try scanner.nextElement() {
          let region = try region()
          if reading.regions.count < CaptionDocument.regionLimit {
            reading.regions.append(region)
          } else if reading.regions.count == CaptionDocument.regionLimit, !hasTooManyRegions {
            hasTooManyRegions = true
            reading.problems.append(.tooManyRegions, line: scanner.line)
          }
        }
      case "tags":
        try scanner.openArray()
        while try scanner.nextElement() { reading.tags.append(try tag()) }
      default: try scanner.skipValue()
      }
    }
    if !hasCues { throw scanner.error(.missing("cues")) }
  }

  private mutating func readCues() throws(CaptionJSONError) {
    try scanner.openArray()
    while try scanner.nextElement() {
      // The line of the next value is known after the whitespace before it.
      _ = try scanner.kind()
      let line = scanner.line
      if reading.cues.count == CaptionDocument.cueLimit { reportTooManyCues() }
      if isFull {
        try scanner.skipValue()
      } else {
        reading.cues.append((try cue(), line))
      }
    }
  }

  private mutating func cue() throws(CaptionJSONError) -> CaptionCue {
    (remainingBytes, isTextTruncated) = (CaptionDocument.cueTextLimit, false)
    var (start, end): (MediaTime?, MediaTime?)
    var cue = CaptionCue(start: .zero, end: .zero, lines: [])
    try scanner.openObject()
    while let name = try scanner.nextMember() {
      switch name {
      case "start": start = try scanner.skipNull() ? .negativeInfinity : try time()
      case "end": end = try scanner.skipNull() ? .positiveInfinity : try time()
      case "id": cue.identifier = try self.name() ?? ""
      case "settings": cue.placement = try placement()
      case "lines": cue.lines = try lines()
      case "text": cue.lines = try plainLines()
      default: try scanner.skipValue()
      }
    }
    guard let start else { throw scanner.error(.missing("start")) }
    guard let end else { throw scanner.error(.missing("end")) }
    (cue.start, cue.end) = (start, end)
    return cue
  }

  private mutating func tag() throws(CaptionJSONError) -> CaptionTag {
    var (tagName, value): (String?, String?)
    try scanner.openObject()
    while let name = try scanner.nextMember() {
      switch name {
      case "name": tagName = try text()
      case "value": value = try text()
      default: try scanner.skipValue()
      }
    }
    guard let tagName else { throw scanner.error(.missing("name")) }
    return CaptionTag(name: tagName, value: value ?? "")
  }

  private mutating func reportTooManyCues() {
    guard !isFull else { return }
    isFull = true
    reading.problems.append(.tooManyCues, line: scanner.line)
  }
}

extension CaptionJSONReader {
  private mutating func plainLines() throws(CaptionJSONError) -> [CaptionLine] {
    let text = Array(try scanner.string().utf8)
    var lines: [CaptionLine] = []
    for (_, line) in NumberedLines(text) where reserveLine() {
      lines.append(plainLine(String(decoding: line, as: UTF8.self)))
    }
    return lines
  }

  private mutating func lines() throws(CaptionJSONError) -> [CaptionLine] {
    var lines: [CaptionLine] = []
    // Each annotation without a number is separate.
    var nextRuby = 0
    try scanner.openArray()
    while try scanner.nextElement() {
      guard reserveLine() else {
        try scanner.skipValue()
        continue
      }
      let isPlain = try scanner.kind() == .string
      lines.append(isPlain ? plainLine(try scanner.string()) : try line(nextRuby: &nextRuby))
    }
    return lines
  }

  private mutating func line(nextRuby: inout Int) throws(CaptionJSONError) -> CaptionLine {
    var line = CaptionLine(runs: [])
    try scanner.openArray()
    while try scanner.nextElement() {
      var run = try run(nextRuby: &nextRuby)
      guard let text = fitting(run.text) else { continue }
      run.text = text
      line.runs.append(run)
    }
    return line
  }

  private mutating func plainLine(_ text: String) -> CaptionLine {
    CaptionLine(text.isEmpty ? "" : fitting(text) ?? "")
  }

  /// Reserves the space of one more line, whose end counts as text. Returns whether the cue has space for it.
  private mutating func reserveLine() -> Bool {
    if remainingBytes == 0 { reportTruncation() }
    remainingBytes = max(0, remainingBytes - 1)
    return !isTextTruncated
  }

  /// Returns the text of one more run, truncated to the remaining space of the cue; `nil` if there is no space.
  private mutating func fitting(_ text: String) -> String? {
    guard remainingRuns > 0 else {
      reportTooManyCues()
      return nil
    }
    remainingRuns -= 1
    let text = CaptionText.cleaned(text)
    guard text.utf8.count > remainingBytes else {
      remainingBytes -= text.utf8.count
      return text
    }
    let fitting = Array(text.utf8)[...].utf8Prefix(remainingBytes)
    remainingBytes = 0
    reportTruncation()
    return fitting.isEmpty ? nil : String(decoding: fitting, as: UTF8.self)
  }

  private mutating func reportTruncation() {
    guard !isTextTruncated else { return }
    isTextTruncated = true
    reading.problems.append(.textTooLong, line: scanner.line)
  }
}
