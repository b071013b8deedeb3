/// The text of a cue in the words of WebVTT (section 4.2.2).
///
/// Every line is complete in itself: what is open at its end is closed.
struct WebVTTCueText {
  private(set) var text = ""
  /// What is not in it.
  private(set) var lost: Set<CaptionLoss.Kind> = []
  private let times: WebVTTCueTimes
  /// The last time that was written, or the cue's start: the next has to be later.
  private var time: Int64
  private var hasWords = false
  private var open: [WebVTTSpan] = []

  init(_ lines: [CaptionLine], times: WebVTTCueTimes) {
    self.times = times
    time = times.start
    for (number, line) in lines.enumerated() {
      if number > 0 { text += "\n" }
      let runs = words(of: line)
      for run in runs { append(run) }
      close(keeping: 0)
      // An empty line would end the cue.
      if runs.isEmpty { text += "<c></c>" }
    }
    appendEnd(of: lines)
    if text.utf8.count > CaptionDocument.longestText { lost.insert(.text) }
  }

  // MARK: Runs

  /// A run as it is written.
  private struct Words {
    var text: String
    var time: MediaTime?
    var spans: [WebVTTSpan]
  }

  private mutating func words(of line: CaptionLine) -> [Words] {
    var words: [Words] = []
    var rubies: [CaptionRuby?] = []
    for run in line.runs {
      let text = CaptionText.cleaned(run.text)
      if text != run.text { lost.insert(.text) }
      if text.isEmpty { continue }
      words.append(Words(text: text, time: run.time, spans: WebVTTSpan.spans(of: run, lost: &lost)))
      rubies.append(WebVTTSpan.ruby(of: run, lost: &lost))
    }
    // Runs with the same annotation are one ruby. It stands within all else if they are alike, and else around it.
    var start = 0
    while start < words.count {
      let end = rubies[start...].firstIndex { $0 != rubies[start] } ?? words.count
      if let ruby = rubies[start] {
        let areAlike = words[start..<end].allSatisfy { $0.spans == words[start].spans }
        for place in start..<end { words[place].spans.insert(.ruby(ruby), at: areAlike ? words[place].spans.count : 0) }
      }
      start = end
    }
    return words
  }

  private mutating func append(_ words: Words) {
    close(keeping: zip(open, words.spans).prefix { $0 == $1 }.count)
    if let time = words.time { append(time) }
    for span in words.spans[open.count...] {
      text += span.startTag
      open.append(span)
    }
    text += words.text.escapedForWebVTT
    hasWords = true
  }

  private mutating func close(keeping count: Int) {
    while open.count > count { text += open.removeLast().endTag }
  }

  // MARK: Times

  /// Times have to rise, and to lie within the cue.
  private mutating func append(_ moment: MediaTime) {
    let milliseconds = WebVTTCueTimes.milliseconds(moment)
    if let milliseconds, milliseconds.value > time, milliseconds.value < times.end {
      if !milliseconds.isExact { lost.insert(.times) }
      time = milliseconds.value
      text += "<\(WebVTTTimestamp.text(milliseconds: time))>"
    } else if hasWords || milliseconds?.value != times.start {
      // The first words are spoken from the cue's start on anyway.
      lost.insert(.wordTimes)
    }
  }

  /// The time of an empty run behind all words is when the last one ends. Elsewhere there is nothing to hang a time on.
  private mutating func appendEnd(of lines: [CaptionLine]) {
    let runs = lines.flatMap(\.runs)
    let end = runs.lastIndex { !$0.text.isEmpty }.map { $0 + 1 } ?? 0
    if runs[..<end].contains(where: { $0.text.isEmpty && $0.time != nil }) { lost.insert(.wordTimes) }
    let ends = runs[end...].compactMap(\.time)
    if ends.count > 1 { lost.insert(.wordTimes) }
    if let last = ends.last, WebVTTCueTimes.milliseconds(last)?.value != times.end { append(last) }
  }
}

extension String {
  /// The text with character references for what would be taken for something else; no `-->` is left in it.
  var escapedForWebVTT: String {
    guard utf8.contains(where: { $0 == UInt8(ascii: "&") || $0 == UInt8(ascii: "<") || $0 == UInt8(ascii: ">") })
    else { return self }
    var escaped = ""
    for scalar in unicodeScalars {
      switch scalar {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }
}
