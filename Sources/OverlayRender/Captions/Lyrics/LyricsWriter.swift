/// Writes a track as LRC, in its enhanced form where there are word times.
///
/// A line lasts until the next stamp, so a stamp without text stands where a cue ends and none begins, and a cue that another
/// one overlaps ends when that begins. Cues that begin together become lines of one. Blanks around a line and around a word
/// time are not kept, and cues without text are left out: they show nothing.
enum LyricsWriter: CaptionWriter {
  /// Writes the text of a file; reading it gives what LRC can hold of the track.
  static func write<Failure: Error>(
    _ track: CaptionTrack, to output: (String) throws(Failure) -> Void
  ) throws(Failure) -> CaptionLosses {
    var losses = CaptionLosses(format: .lyrics)
    for tag in track.tags {
      // An offset would move what is at its right time already.
      if tag.name.lowercased() != "offset", let line = LyricsTag.line(tag) {
        try output(line + "\n")
      } else {
        losses.add(ofTrack: .tags)
      }
    }
    var together: [TimedLyrics] = []
    for cue in track.cues {
      guard let lyrics = TimedLyrics(cue) else {
        // What no stamp can show may have text that will be missed.
        if cue.lines.contains(where: { LyricsText($0) != nil }) { losses.add(cue.features.union([.text])) }
        continue
      }
      if let first = together.first, first.start != lyrics.start {
        try output(text(of: together, until: lyrics.start, &losses))
        together = []
      }
      together.append(lyrics)
    }
    try output(text(of: together, until: nil, &losses))
    if !track.regions.isEmpty { losses.add(ofTrack: .regions) }
    return losses
  }

  /// The lines of cues that begin together, and a stamp that clears them if they end before the next begin.
  private static func text(of together: [TimedLyrics], until next: Int64?, _ losses: inout CaptionLosses) -> String {
    guard let first = together.first else { return "" }
    var text = ""
    let ends = together.map { $0.end ?? .max }
    let end = min(ends.max() ?? .max, next ?? .max)
    for (lyrics, ownEnd) in zip(together, ends) {
      for line in lyrics.lines { text += "[\(LyricsStamp.text(milliseconds: first.start))]\(line)\n" }
      // Without an end and without a next line the reader takes one of its own.
      let keepsEnd = ownEnd == end && end != .max
      losses.add(keepsEnd ? lyrics.losses : lyrics.losses.union([.endTimes]))
    }
    if end != .max, end != next { text += "[\(LyricsStamp.text(milliseconds: end))]\n" }
    return text
  }
}

/// A cue as LRC has it.
struct TimedLyrics {
  /// Milliseconds from the song's start.
  let start: Int64
  /// Milliseconds, later than the start; `nil` for a cue that stays.
  let end: Int64?
  /// Its lines without their stamps.
  let lines: [String]
  /// What LRC does not hold of it.
  let losses: Set<CaptionLoss.Kind>

  /// `nil` for a cue that has no text, or that is never shown between the song's start and the last time that stamps have.
  init?(_ cue: CaptionCue) {
    let texts = cue.lines.compactMap { LyricsText($0) }
    guard !texts.isEmpty, cue.isEverShown, cue.end > .zero,
      let start = LyricsStamp.milliseconds(cue.start), start < LyricsStamp.limit / 1_000_000
    else { return nil }
    self.start = start
    let end = LyricsStamp.milliseconds(cue.end)
    self.end = end.map { max($0, start + 1) }
    lines = texts.map(\.text)

    var plain = cue
    for line in plain.lines.indices {
      plain.lines[line].runs = plain.lines[line].runs.map { LyricsBackground.unmarked($0) ?? $0 }
    }
    var losses = plain.features.subtracting([.wordTimes])
    let areTimesExact = .milliseconds(start) == cue.start && (end.map { .milliseconds($0) == cue.end } ?? true)
    if !areTimesExact || texts.contains(where: \.isRounded) { losses.insert(.times) }
    if texts.contains(where: \.isChanged) { losses.insert(.text) }
    if texts.count < cue.lines.count { losses.insert(.lineBreaks) }
    self.losses = losses
  }
}

extension LyricsStamp {
  /// A time in whole milliseconds, at least zero, the nearest; `nil` for one that no stamp has.
  static func milliseconds(_ time: MediaTime) -> Int64? {
    guard time > .zero else { return 0 }
    let rounded = time.converted(toTimescale: 1000)
    guard rounded.isNumeric, rounded.timescale == 1000, rounded.value <= limit / 1_000_000 else { return nil }
    return rounded.value
  }
}

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
