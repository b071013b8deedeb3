/// Writes the words of a track, a line for each cue that has some.
enum PlainLinesWriter {
  static func write(_ track: CaptionTrack) -> WrittenCaptions {
    var losses = CaptionLosses(format: .lines)
    var lines: [String] = []
    var time = MediaTime.zero
    let interval = track.cues.first.map { $0.end - $0.start } ?? .zero
    for cue in track.cues {
      var features = cue.features
      // Read again, lines follow each other, each as long as the others.
      if cue.start != time || cue.end != time + interval { features.insert(.times) }
      if cue.lines.count > 1 { features.insert(.lineBreaks) }
      losses.add(features)
      if let line = PlainLinesWriter.line(of: cue) { lines.append(line) }
      time = cue.end
    }
    if !track.tags.isEmpty { losses.add(ofTrack: .tags) }
    return WrittenCaptions(text: lines.map { $0 + "\n" }.joined(), losses: losses.list)
  }

  /// The words as the reader gives them back: without blanks and byte order marks at their ends.
  private static func line(of cue: CaptionCue) -> String? {
    let bytes = Array(cue.lines.map(\.plainText).joined(separator: " ").utf8)
    var range = bytes.indices
    while case let inner = bytes.trimmed(range), inner != range { range = inner }
    return range.isEmpty ? nil : String(decoding: bytes[range], as: UTF8.self)
  }
}
