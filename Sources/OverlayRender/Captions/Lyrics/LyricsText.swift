/// The text of a line as LRC has it, with its word times.
struct LyricsText {
  private(set) var text = ""
  /// Whether a word time is not the run's own.
  private(set) var isRounded = false
  /// Whether something else than blanks was left out.
  private(set) var isChanged = false

  /// `nil` for a line that shows nothing.
  init?(_ line: CaptionLine) {
    // A bracket and what makes it look like a stamp may be in two runs: runs are joined up to the next word time.
    var words: [(time: MediaTime?, text: [UInt8])] = [(nil, [])]
    for run in line.runs {
      if run.time != nil { words.append((run.time, [])) }
      words[words.count - 1].text += run.text.utf8
    }
    for place in words.indices {
      let cleaned = CaptionText.cleaned(words[place].text[...])
      if !cleaned.elementsEqual(words[place].text) { isChanged = true }
      words[place].text = Array(cleaned)
    }
    guard words.contains(where: { !$0.text.allSatisfy(\.isBlank) }) else { return nil }
    LyricsText.dropBlanks(in: &words)
    for word in words {
      if let time = word.time { append(time) }
      text += LyricsStamp.escaped(word.text[...])
    }
  }

  /// Leaves out blanks around the line, and all but one at a word time, as the reader does.
  private static func dropBlanks(in words: inout [(time: MediaTime?, text: [UInt8])]) {
    var isAfterBlank = true
    for place in words.indices {
      if isAfterBlank { words[place].text = Array(words[place].text.drop(while: \.isBlank)) }
      if let last = words[place].text.last { isAfterBlank = last.isBlank }
    }
    for place in words.indices.reversed() {
      while words[place].text.last?.isBlank == true { words[place].text.removeLast() }
      if !words[place].text.isEmpty { break }
    }
  }

  private mutating func append(_ time: MediaTime) {
    guard let milliseconds = LyricsStamp.milliseconds(time) else {
      isRounded = true
      return
    }
    if .milliseconds(milliseconds) != time { isRounded = true }
    text += "<\(LyricsStamp.text(milliseconds: milliseconds))>"
  }
}

extension LyricsStamp {
  /// Text with a joiner behind each bracket that would begin a stamp, or that has a joiner there already.
  fileprivate static func escaped(_ text: ArraySlice<UInt8>) -> String {
    let places = text.indices.filter { opens(in: text, at: $0, behindJoiners: true) }
    var escaped: [UInt8] = []
    var position = text.startIndex
    for place in places {
      escaped += text[position...place] + joiner
      position = place + 1
    }
    return String(decoding: escaped + text[position...], as: UTF8.self)
  }
}
