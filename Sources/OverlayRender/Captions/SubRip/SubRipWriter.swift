/// Writes a track as SRT: cues numbered from 1, tags for styles, `{\an8}` for places.
///
/// What would be read as something else is kept apart by ``SubRipGuard``. Cues that are never shown, or are over at time
/// zero, are left out.
enum SubRipWriter: CaptionWriter {
  /// Writes the text of a file; reading it gives what SRT can hold of the track.
  static func write<Failure: Error>(
    _ track: CaptionTrack, to output: (String) throws(Failure) -> Void
  ) throws(Failure) -> CaptionLosses {
    var losses = CaptionLosses(format: .subRip)
    var number = 0
    for cue in track.cues {
      guard let times = SubRipTimes(cue) else {
        if !cue.plainText.isEmpty { losses.add(cue.features.union([.text])) }
        continue
      }
      number += 1
      var lines = SubRipLines()
      lines.write(cue)
      try output("\(number > 1 ? "\n" : "")\(number)\n\(times)\n\(lines.text)")
      losses.add(lines.losses.union(times.losses))
    }
    if !track.tags.isEmpty { losses.add(ofTrack: .tags) }
    if !track.regions.isEmpty { losses.add(ofTrack: .regions) }
    return losses
  }
}

/// The times of a cue in whole milliseconds.
private struct SubRipTimes: CustomStringConvertible {
  let start: Int64
  let end: Int64
  private(set) var losses: Set<CaptionLoss.Kind> = []

  /// The greatest that the reader takes: nine digits of hours.
  private static let greatest: Int64 = 999_999_999 * 3_600_000 + 3_599_999
  /// What stands for the end of a cue that has none: the last that all programs write.
  private static let noEnd: Int64 = 359_999_999

  /// `nil` for a cue that is shown at no time from zero on.
  init?(_ cue: CaptionCue) {
    guard cue.isEverShown, cue.end > .zero, let start = SubRipTimes.milliseconds(of: max(cue.start, .zero)) else {
      return nil
    }
    self.start = min(start, SubRipTimes.greatest - 1)
    // Rounding must not make a cue vanish.
    end = max(SubRipTimes.milliseconds(of: cue.end) ?? SubRipTimes.noEnd, self.start + 1)
    if !cue.end.isNumeric { losses.insert(.endTimes) }
    let isEndExact = !cue.end.isNumeric || MediaTime.milliseconds(end) == cue.end
    if !isEndExact || MediaTime.milliseconds(self.start) != cue.start { losses.insert(.times) }
  }

  var description: String {
    "\(SubRipTimes.text(start)) --> \(SubRipTimes.text(end))"
  }

  /// The nearest milliseconds, `nil` for a time that is no number.
  private static func milliseconds(of time: MediaTime) -> Int64? {
    guard time.isNumeric else { return nil }
    let rounded = time.converted(toTimescale: 1000)
    // A value that is too great for milliseconds has another timescale.
    return rounded.isNumeric && rounded.timescale == 1000 ? min(rounded.value, greatest) : greatest
  }

  private static func text(_ time: Int64) -> String {
    let (seconds, milliseconds) = time.quotientAndRemainder(dividingBy: 1000)
    let units = [seconds / 3600, seconds / 60 % 60, seconds % 60].map { $0.zeroPadded(to: 2) }
    return "\(units.joined(separator: ":")),\(milliseconds.zeroPadded(to: 3))"
  }
}
