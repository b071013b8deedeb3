/// Reads plain text, where each line is a cue that follows the previous one.
///
/// A blank line is a pause of the same duration as a cue. Pauses at the end are left out.
enum PlainLinesReader {
  /// Reads UTF-8.
  static func read(_ text: [UInt8], interval: MediaTime?) -> CaptionReading {
    let interval = CaptionTrack.lineInterval(interval)
    var reading = CaptionReading()
    var lines = ByteLines(text)
    while let line = lines.next() {
      let line = text.trimmed(line)
      guard !line.isEmpty else { continue }
      guard reading.cues.count < CaptionDocument.cueLimit else {
        reading.problems.append(.tooManyCues, line: lines.number)
        break
      }
      var buffer = CueTextBuffer()
      buffer.append(text[line])
      if buffer.isTruncated { reading.problems.append(.textTooLong, line: lines.number) }
      let number = Int64(lines.number - 1)
      let cue = CaptionCue(
        start: interval.multiplied(by: number, dividedBy: 1),
        end: interval.multiplied(by: number + 1, dividedBy: 1), lines: [CaptionLine(buffer.text)])
      reading.cues.append((cue, lines.number))
    }
    return reading
  }
}

/// Writes the text of a track, one line for each cue with text.
enum PlainLinesWriter: CaptionWriter {
  static func write<Failure: Error>(
    _ track: CaptionTrack, to output: (String) throws(Failure) -> Void
  ) throws(Failure) -> CaptionLosses {
    var losses = CaptionLosses(format: .lines)
    var time = MediaTime.zero
    let interval = track.cues.first.map { $0.end - $0.start } ?? .zero
    for cue in track.cues {
      var features = cue.features
      // When the text is read again, the cues follow each other with equal durations.
      if cue.start != time || cue.end != time + interval { features.insert(.times) }
      if cue.lines.count > 1 { features.insert(.lineBreaks) }
      losses.add(features)
      if let line = PlainLinesWriter.line(of: cue) { try output(line + "\n") }
      time = cue.end
    }
    losses.add(track.tags)
    return losses
  }

  /// Returns the text of a cue as the reader returns it: without spaces and byte order marks at its ends.
  private static func line(of cue: CaptionCue) -> String? {
    let bytes = Array(cue.lines.map(\.plainText).joined(separator: " ").utf8)
    var range = bytes.indices
    while case let inner = bytes.trimmed(range), inner != range { range = inner }
    return range.isEmpty ? nil : String(decoding: bytes[range], as: UTF8.self)
  }
}
