/// Writes the words of a track, a line for each cue that has some.
enum PlainLinesWriter: CaptionWriter {
  static func write<Failure: Error>(
    _ track: CaptionTrack, to output: (String) throws(Failure) -> Void
  ) throws(Failure) -> CaptionLosses {
    var losses = CaptionLosses(format: .lines)
    var time = MediaTime.zero
    let interval = track.cues.first.map { $0.end - $0.start } ?? .zero
    for cue in track.cues {
      var features = cue.features
      // Read again, lines follow each other, each as long as the others.
      if cue.start != time || cue.end != time + interval { features.insert(.times) }
      if cue.lines.count > 1 { features.insert(.lineBreaks) }
      losses.add(features)
      if let line = PlainLinesWriter.line(of: cue) { try output(line + "\n") }
      time = cue.end
    }
    if !track.tags.isEmpty { losses.add(ofTrack: .tags) }
    return losses
  }

  /// The words as the reader gives them back: without blanks and byte order marks at their ends.
  private static func line(of cue: CaptionCue) -> String? {
    let bytes = Array(cue.lines.map(\.plainText).joined(separator: " ").utf8)
    var range = bytes.indices
    while case let inner = bytes.trimmed(range), inner != range { range = inner }
    return range.isEmpty ? nil : String(decoding: bytes[range], as: UTF8.self)
  }
}
