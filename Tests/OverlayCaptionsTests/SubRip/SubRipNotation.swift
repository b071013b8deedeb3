@testable import OverlayCaptions

/// A short notation of cues for tables: `1-2.5 @8 plain|<b i>bold</>` for the times in seconds, the alignment if it is
/// not 2, and the lines with each style in one pair of brackets.
enum SubRipNotation {
  static func cues(_ text: String) -> [String] {
    cues(Array(text.utf8))
  }

  static func cues(_ bytes: [UInt8]) -> [String] {
    (SubRipReader.read(bytes)?.cues ?? []).map { notation($0.cue) }
  }

  /// Returns the lines of a single cue with a text.
  static func lines(_ text: String) -> String {
    let cues = SubRipReader.read(Array("1\n00:00:01,000 --> 00:00:02,000\n\(text)\n".utf8))?.cues ?? []
    return cues.count == 1 ? lines(cues[0].cue) : "\(cues.count) cues"
  }

  static func problems(_ text: String) -> [String] {
    (SubRipReader.read(Array(text.utf8))?.problems.first ?? []).map { "\($0.line): \($0)" }
  }

  static func notation(_ cue: CaptionCue) -> String {
    let number = SubRipAlignment(nearestTo: cue.placement).number
    let alignment = number == 2 ? [] : ["@\(number)"]
    return (["\(seconds(cue.start))-\(seconds(cue.end))"] + alignment + [lines(cue)]).joined(separator: " ")
  }

  private static func lines(_ cue: CaptionCue) -> String {
    cue.lines.map { line in
      line.runs.map { run in
        let names = names(run.style)
        return names.isEmpty ? run.text : "<\(names.joined(separator: " "))>\(run.text)</>"
      }.joined()
    }.joined(separator: "|")
  }

  private static func names(_ style: TextStyle) -> [String] {
    var names: [String] = []
    if style.weight == .bold { names.append("b") }
    if style.isItalic == true { names.append("i") }
    if style.underline == .single { names.append("u") }
    if style.isStruckThrough == true { names.append("s") }
    if let color = style.color {
      let opacity = color.alpha == 1 ? "" : "@\(color.alpha)"
      names.append([color.red, color.green, color.blue].map { String(Int($0 * 15)) }.joined(separator: ",") + opacity)
    }
    if let family = style.family { names.append(family) }
    if let scale = style.scale { names.append("x\(scale)") }
    return names
  }

  private static func seconds(_ time: MediaTime) -> String {
    let seconds = time.seconds
    return seconds == seconds.rounded() ? String(Int(seconds)) : String(seconds)
  }
}
