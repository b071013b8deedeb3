/// Writes a track as LRC, in its enhanced form if there are word times.
///
/// A line lasts until the next stamp. So a stamp without text is written where a cue ends and none starts, and a cue
/// that overlaps the next one ends when that one starts. Cues that start together become lines with the same time.
/// Spaces around lines and word times are not kept. Cues without text are left out.
enum LyricsWriter: CaptionWriter {
  /// Writes the text of a file. Reading the text returns the track as far as LRC can represent it.
  static func write<Failure: Error>(
    _ track: CaptionTrack, to output: (String) throws(Failure) -> Void
  ) throws(Failure) -> CaptionLosses {
    var losses = CaptionLosses(format: .lyrics)
    for tag in track.tags {
      // The offset is already applied to all times.
      if tag.name.lowercased() != "offset", let line = LyricsTag.line(tag) {
        try output(line + "\n")
      } else {
        losses.add(ofTrack: .tags)
      }
    }
    var simultaneous: [LyricsCue] = []
    for cue in track.cues {
      guard let lyrics = LyricsCue(cue) else {
        // A cue that cannot be written is a loss only if it has text.
        if cue.lines.contains(where: { LyricsLineText($0) != nil }) { losses.add(cue.features.union([.text])) }
        continue
      }
      if let first = simultaneous.first, first.start != lyrics.start {
        try output(text(of: simultaneous, until: lyrics.start, &losses))
        simultaneous = []
      }
      simultaneous.append(lyrics)
    }
    try output(text(of: simultaneous, until: nil, &losses))
    if !track.regions.isEmpty { losses.add(ofTrack: .regions) }
    return losses
  }

  /// Returns the lines of cues that start together, and a stamp that clears them if they end before the next cue
  /// starts.
  private static func text(of simultaneous: [LyricsCue], until next: Int64?, _ losses: inout CaptionLosses) -> String {
    guard let first = simultaneous.first else { return "" }
    var text = ""
    let ends = simultaneous.map { $0.end ?? .max }
    let end = min(ends.max() ?? .max, next ?? .max)
    for (lyrics, ownEnd) in zip(simultaneous, ends) {
      for line in lyrics.lines {
        text += "[\(LyricsStamp.text(milliseconds: first.start))]\(line.text)"
        // The last time ends the line, so the end of its last word comes before that.
        if !line.wordEnd.isEmpty, end != .max { text += "\(line.wordEnd)<\(LyricsStamp.text(milliseconds: end))>" }
        text += "\n"
      }
      // Without an end and a next line, the reader uses a default duration.
      let keepsEnd = ownEnd == end && end != .max
      losses.add(keepsEnd ? lyrics.losses : lyrics.losses.union([.endTimes]))
    }
    if end != .max, end != next { text += "[\(LyricsStamp.text(milliseconds: end))]\n" }
    return text
  }
}

/// A cue as LRC represents it.
struct LyricsCue {
  /// The milliseconds from the start of the song.
  let start: Int64
  /// The end in milliseconds, later than the start; `nil` for a cue that stays.
  let end: Int64?
  /// The lines without stamps.
  let lines: [LyricsLineText]
  /// What LRC cannot represent.
  let losses: Set<CaptionLoss.Kind>

  /// Creates the cue; `nil` if it has no text, or is not shown between the start of the song and the latest possible
  /// stamp.
  init?(_ cue: CaptionCue) {
    let texts = cue.lines.compactMap { LyricsLineText($0) }
    guard !texts.isEmpty, cue.isEverShown, cue.end > .zero,
      let start = LyricsStamp.milliseconds(cue.start), start < LyricsStamp.limit / 1_000_000
    else { return nil }
    self.start = start
    let end = LyricsStamp.milliseconds(cue.end)
    self.end = end.map { max($0, start + 1) }
    lines = texts

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
  /// Returns a time rounded to milliseconds, at least zero; `nil` if no stamp can represent it.
  static func milliseconds(_ time: MediaTime) -> Int64? {
    guard time > .zero else { return 0 }
    let rounded = time.converted(toTimescale: 1000)
    guard rounded.isNumeric, rounded.timescale == 1000, rounded.value <= limit / 1_000_000 else { return nil }
    return rounded.value
  }
}

/// The text of a line in LRC, with its word times.
struct LyricsLineText {
  private(set) var text = ""
  /// The time after the last word; empty if there is none.
  private(set) var wordEnd = ""
  /// Whether a word time was rounded or left out.
  private(set) var isRounded = false
  /// Whether the text was changed, except for spaces.
  private(set) var isChanged = false

  /// Creates the text; `nil` if the line shows nothing.
  init?(_ line: CaptionLine) {
    // A bracket and what makes it look like a stamp can be in different runs, so runs are joined up to the next word
    // time.
    var words = [Word()]
    for run in line.runs {
      let isBackground = LyricsBackground.unmarked(run) != nil
      if run.time != nil || isBackground != words[words.count - 1].isBackground {
        words.append(Word(time: run.time, isBackground: isBackground))
      }
      words[words.count - 1].text += run.text.utf8
    }
    for index in words.indices {
      let cleaned = CaptionText.cleaned(words[index].text[...])
      if !cleaned.elementsEqual(words[index].text) { isChanged = true }
      words[index].text = Array(cleaned)
    }
    guard words.contains(where: { !$0.text.allSatisfy(\.isBlank) }) else { return nil }
    LyricsLineText.dropBlanks(in: &words)
    if let last = words.last, let time = last.time, last.text.isEmpty, !last.isBackground {
      words.removeLast()
      wordEnd = stamp(time)
    }
    var inBackground = false
    for word in words {
      var wordText = word.text[...]
      if word.isBackground != inBackground {
        inBackground = word.isBackground
        text += inBackground ? "[bg:" : "]"
        // A joiner after the bracket would mark the bracket as text.
        if !inBackground, word.time == nil {
          let rest = LyricsStamp.withoutJoiners(wordText)
          if rest.count < wordText.count { isChanged = true }
          wordText = rest
        }
      }
      if let time = word.time { text += stamp(time) }
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

  /// Removes spaces around the line, and all but one at a word time, as the reader does.
  private static func dropBlanks(in words: inout [Word]) {
    var isAfterBlank = true
    for index in words.indices {
      if isAfterBlank { words[index].text = Array(words[index].text.drop(while: \.isBlank)) }
      if let last = words[index].text.last { isAfterBlank = last.isBlank }
    }
    for index in words.indices.reversed() {
      while words[index].text.last?.isBlank == true { words[index].text.removeLast() }
      if !words[index].text.isEmpty { break }
    }
  }

  /// Returns the stamp of a word; nothing if no stamp can represent its time.
  private mutating func stamp(_ time: MediaTime) -> String {
    let milliseconds = LyricsStamp.milliseconds(time)
    if milliseconds.map({ .milliseconds($0) }) != time { isRounded = true }
    return milliseconds.map { "<\(LyricsStamp.text(milliseconds: $0))>" } ?? ""
  }
}

extension LyricsStamp {
  /// Returns text with a joiner after each bracket that would otherwise have a meaning, or that already has a joiner.
  fileprivate static func escaped(_ text: ArraySlice<UInt8>, inBackground: Bool) -> String {
    let indices = text.indices.filter { needsEscaping(in: text, at: $0, inBackground: inBackground) }
    var escaped: [UInt8] = []
    var position = text.startIndex
    for index in indices {
      escaped += text[position...index] + joiner
      position = index + 1
    }
    return String(decoding: escaped + text[position...], as: UTF8.self)
  }
}
