/// A property of a cue that authors of captions probably want to change.
public struct CaptionFinding: Sendable, Hashable {
  /// The kind of a finding, with its values.
  public enum Kind: Sendable, Hashable {
    /// The cue has no text.
    case empty
    /// The cue ends before it starts, by the given time, and is never shown.
    case endsBeforeStart(by: MediaTime)
    /// The cue ends when it starts, and is never shown.
    case endsAtStart
    /// The cue starts and ends between two frames.
    case betweenFrames(at: FrameRate)
    /// The cue starts before another cue with the same placement ends, by the given time. `with` is the index of the
    /// other cue in the track, and `line` is the line of the file on which that cue starts.
    case overlaps(with: Int, line: Int?, by: MediaTime)
    /// The cues that are shown when this one starts have more lines in total than fit into a picture at the usual size.
    case crowded(lines: Int, limit: Int)
    /// The cue starts so soon after the previous one ended that viewers see a flicker.
    case shortGap(MediaTime, limitFrames: Int)
    /// The cue is too short to be read.
    case tooFast(charactersPerSecond: Double, limit: Double)
    /// A line is too long. `line` counts from 1.
    case longLine(line: Int, length: Int, limit: Int)
    /// The cue has too many lines.
    case manyLines(count: Int, limit: Int)
    /// The text does not fit, even at half of its size, into the most lines that are shown, and its end is cut.
    case cut(lines: Int, limit: Int)
    /// A word is spoken before the cue starts or after it ends.
    case wordOutside(String, at: MediaTime)
    /// A word is spoken before the previous word.
    case wordOutOfOrder(String, at: MediaTime)
    /// No available font has these characters.
    case missingGlyphs(String)
  }

  /// The index of the cue in the track.
  public let cue: Int
  /// The line of the file, from 1, on which the cue starts; `nil` if it is not known.
  public let line: Int?
  /// The kind of the finding.
  public let kind: Kind

  /// Creates a finding.
  package init(cue: Int, line: Int? = nil, kind: Kind) {
    self.cue = cue
    self.line = line
    self.kind = kind
  }

  /// Whether the cue is never shown because of this finding.
  package var isNeverShown: Bool {
    switch kind {
    case .endsBeforeStart, .endsAtStart: true
    default: false
    }
  }
}

extension CaptionFinding: CustomStringConvertible {
  /// A description of the finding and of how to fix it, in one line, without the location.
  public var description: String {
    switch kind {
    case .empty:
      "the cue has no text"
    case .endsBeforeStart(let span):
      "the cue ends \(span.inSeconds(places: 3)) before it starts and is never shown: its times may be swapped"
    case .endsAtStart:
      "the cue ends when it starts and is never shown"
    case .betweenFrames(let rate):
      "the cue is between two frames at \(rate) frames per second: show it longer"
    case .overlaps(let other, let line, let span):
      "the cue begins \(span.inSeconds(places: 3)) before the cue \(line.map { "of line \($0)" } ?? "\(other + 1)") "
        + "at the same position ends"
    case .crowded(let lines, let limit):
      "with the cue \(lines) lines are shown at once, more than \(limit): "
        + (lines > 4 * limit ? "they cover each other even at a quarter of their size" : "they are shown smaller")
    case .shortGap(let gap, let limit):
      "the cue begins \(gap.inSeconds(places: 3)) after the previous one: "
        + "remove the gap, or extend it to \(limit) frames"
    case .tooFast(let speed, let limit):
      "the cue has \(speed.inTenths) characters per second, more than \(limit.inTenths): "
        + "show it longer or shorten its text"
    case .longLine(let line, let length, let limit):
      "line \(line) of the cue has \(length) characters, more than \(limit): break it"
    case .manyLines(let count, let limit):
      "the cue has \(count) lines, more than \(limit): split it into two cues"
    case .cut(let lines, let limit):
      "the cue takes about \(lines) lines even at half of its size, and if at most \(limit) are shown, its end is cut: "
        + "split it into several cues"
    case .wordOutside(let word, let time):
      "\(word.quoted) is spoken at \(time.inSeconds(places: 3)), when the cue is not shown"
    case .wordOutOfOrder(let word, let time):
      "\(word.quoted) is spoken at \(time.inSeconds(places: 3)), before the previous word"
    case .missingGlyphs(let characters):
      "no available font has \(characters.map(\.withCodePoints).joined(separator: ", "))"
    }
  }
}

extension Character {
  /// The character and its code points, such as `'x' (U+0078)`. The code points help if no font can show the character.
  fileprivate var withCodePoints: String {
    let codePoints = unicodeScalars.map { scalar in
      let digits = String(scalar.value, radix: 16, uppercase: true)
      return "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }
    return "\(String(self).quoted) (\(codePoints.joined(separator: " ")))"
  }
}

extension Double {
  fileprivate var inTenths: String { JSONText.number((self * 10).rounded() / 10) }
}
