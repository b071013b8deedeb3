/// Writes a track as LRC, in its enhanced form where there are word times.
///
/// A line lasts until the next stamp, so a stamp without text stands where a cue ends and none begins, and a cue that another
/// one overlaps ends when that begins. Cues that begin together become lines of one. Blanks around a line and around a word
/// time are not kept, and cues without text are left out: they show nothing.
enum LyricsWriter {
  /// The file's text; reading it gives what LRC can hold of the track.
  static func write(_ track: CaptionTrack) -> WrittenCaptions {
    var writing = Writing()
    writing.write(track.tags)
    writing.write(track.cues)
    if !track.regions.isEmpty { writing.losses.add(ofTrack: .regions) }
    return WrittenCaptions(text: writing.text, losses: writing.losses.list)
  }

  /// The file as far as it was written.
  private struct Writing {
    var text = ""
    var losses = CaptionLosses(format: .lyrics)

    mutating func write(_ tags: [CaptionTag]) {
      for tag in tags {
        // An offset would move what is at its right time already.
        if tag.name.lowercased() != "offset", let line = LyricsTag.line(tag) {
          text += line + "\n"
        } else {
          losses.add(ofTrack: .tags)
        }
      }
    }

    mutating func write(_ cues: [CaptionCue]) {
      var together: [TimedLyrics] = []
      for cue in cues {
        guard let lyrics = TimedLyrics(cue) else {
          // What no stamp can show may have text that will be missed.
          if cue.lines.contains(where: { LyricsText($0) != nil }) { losses.add(cue.features.union([.text])) }
          continue
        }
        if let first = together.first, first.start != lyrics.start {
          write(together, until: lyrics.start)
          together = []
        }
        together.append(lyrics)
      }
      write(together, until: nil)
    }

    /// Writes cues that begin together, and clears them if they end before the next begin.
    private mutating func write(_ together: [TimedLyrics], until next: Int64?) {
      guard let first = together.first else { return }
      let ends = together.map { $0.end ?? .max }
      let end = min(ends.max() ?? .max, next ?? .max)
      for (lyrics, ownEnd) in zip(together, ends) {
        for line in lyrics.lines { text += "[\(LyricsStamp.text(milliseconds: first.start))]\(line)\n" }
        // Without an end and without a next line the reader takes one of its own.
        let keepsEnd = ownEnd == end && end != .max
        losses.add(keepsEnd ? lyrics.losses : lyrics.losses.union([.endTimes]))
      }
      if end != .max, end != next { text += "[\(LyricsStamp.text(milliseconds: end))]\n" }
    }
  }
}
