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
