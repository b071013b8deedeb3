/// Reads lines of plain text: each is a cue, one after the other.
///
/// A line of blanks is a pause: as long as any other, and nothing is shown. Pauses at the end are left out.
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
      var shown = VisibleText()
      shown.append(text[line])
      if shown.isCut { reading.problems.append(.textTooLong, line: lines.number) }
      let number = Int64(lines.number - 1)
      let cue = CaptionCue(
        start: interval.multiplied(by: number, dividedBy: 1),
        end: interval.multiplied(by: number + 1, dividedBy: 1), lines: [CaptionLine(shown.text)])
      reading.cues.append((cue, lines.number))
    }
    return reading
  }
}
