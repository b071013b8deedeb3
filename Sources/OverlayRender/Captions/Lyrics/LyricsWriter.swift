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
