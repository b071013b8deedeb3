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
    var words = [Word()]
    for run in line.runs {
      let isBackground = LyricsBackground.unmarked(run) != nil
      if run.time != nil || isBackground != words[words.count - 1].isBackground {
        words.append(Word(time: run.time, isBackground: isBackground))
      }
      words[words.count - 1].text += run.text.utf8
    }
    for place in words.indices {
      let cleaned = CaptionText.cleaned(words[place].text[...])
      if !cleaned.elementsEqual(words[place].text) { isChanged = true }
      words[place].text = Array(cleaned)
    }
    guard words.contains(where: { !$0.text.allSatisfy(\.isBlank) }) else { return nil }
    LyricsText.dropBlanks(in: &words)
    var inBackground = false
    for word in words {
      var wordText = word.text[...]
      if word.isBackground != inBackground {
        inBackground = word.isBackground
        text += inBackground ? "[bg:" : "]"
        // A joiner behind the bracket would mark it as text.
        if !inBackground, word.time == nil {
          let rest = LyricsStamp.withoutJoiners(wordText)
          if rest.count < wordText.count { isChanged = true }
          wordText = rest
        }
      }
      if let time = word.time { append(time) }
      text += LyricsStamp.escaped(wordText, inBackground: inBackground)
    }
    if inBackground { text += "]" }
  }

  /// A piece of the line up to the next word time.
  private struct Word {
    var time: MediaTime?
    var text: [UInt8] = []
    var isBackground = false
  }

  /// Leaves out blanks around the line, and all but one at a word time, as the reader does.
  private static func dropBlanks(in words: inout [Word]) {
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
  /// Text with a joiner behind each bracket that would be taken for something else, or that has a joiner there already.
  fileprivate static func escaped(_ text: ArraySlice<UInt8>, inBackground: Bool) -> String {
    let places = text.indices.filter { isMistakable(in: text, at: $0, inBackground: inBackground) }
    var escaped: [UInt8] = []
    var position = text.startIndex
    for place in places {
      escaped += text[position...place] + joiner
      position = place + 1
    }
    return String(decoding: escaped + text[position...], as: UTF8.self)
  }
}
