/// Something about a cue that those who prepare captions will want to look at.
public struct CaptionFinding: Sendable, Hashable {
  /// What it is, with its figures.
  public enum Kind: Sendable, Hashable {
    /// It has no text.
    case empty
    /// It ends before it starts, by so much, and is never shown.
    case endsBeforeStart(by: MediaTime)
    /// It ends when it starts, and is never shown.
    case endsAtStart
    /// It is over before a frame comes.
    case betweenFrames(at: FrameRate)
    /// It begins before another cue at its place ends, by so much; `with` is that one's place in the track, and `line` the
    /// line of the file on which it begins.
    case overlaps(with: Int, line: Int?, by: MediaTime)
    /// The cues that are shown when it begins have more lines together than a picture holds in the usual size.
    case crowded(lines: Int, limit: Int)
    /// It begins so soon after the one before ended that this is seen as a flicker.
    case shortGap(MediaTime, limitFrames: Int)
    /// There is no time to read it.
    case tooFast(charactersPerSecond: Double, limit: Double)
    /// A line is too long; `line` counts from 1.
    case longLine(line: Int, length: Int, limit: Int)
    /// It has too many lines.
    case manyLines(count: Int, limit: Int)
    /// A word is spoken before the cue starts or after it ends.
    case wordOutside(String, at: MediaTime)
    /// A word is spoken before the word before it.
    case wordOutOfOrder(String, at: MediaTime)
    /// No font here has these characters.
    case missingGlyphs(String)
  }

  /// The place of the cue in the track.
  public let cue: Int
  /// The line of the file, from 1, on which the cue begins; `nil` where that is not known.
  public let line: Int?
  /// What it is.
  public let kind: Kind

  /// Makes a finding.
  public init(cue: Int, line: Int? = nil, kind: Kind) {
    self.cue = cue
    self.line = line
    self.kind = kind
  }

  /// Whether the cue is never shown because of it.
  package var isNeverShown: Bool {
    switch kind {
    case .endsBeforeStart, .endsAtStart: true
    default: false
    }
  }
}

extension CaptionFinding: CustomStringConvertible {
  /// What it is and how to mend it, in one line, without the place.
  public var description: String {
    switch kind {
    case .empty:
      "the cue has no text"
    case .endsBeforeStart(let span):
      "the cue ends \(span.inSeconds(places: 3)) before it starts and is never shown: its times may be the wrong way round"
    case .endsAtStart:
      "the cue ends when it starts and is never shown"
    case .betweenFrames(let rate):
      "the cue is over before a frame comes at \(rate) frames per second: show it longer"
    case .overlaps(let other, let line, let span):
      "the cue begins \(span.inSeconds(places: 3)) before the cue \(line.map { "of line \($0)" } ?? "\(other + 1)") at its place ends"
    case .crowded(let lines, let limit):
      "with the cue \(lines) lines are shown at once, more than \(limit): "
        + (lines > 2 * limit ? "they cover each other even at half their size" : "they are shown smaller")
    case .shortGap(let gap, let limit):
      "the cue begins \(gap.inSeconds(places: 3)) after the one before: let them follow at once, or leave \(limit) frames"
    case .tooFast(let speed, let limit):
      "the cue asks for \(speed.inTenths) characters per second, more than \(limit.inTenths): show it longer or say less"
    case .longLine(let line, let length, let limit):
      "line \(line) of the cue has \(length) characters, more than \(limit): break it"
    case .manyLines(let count, let limit):
      "the cue has \(count) lines, more than \(limit): make two cues of it"
    case .wordOutside(let word, let time):
      "\(word.quoted) is spoken at \(time.inSeconds(places: 3)), when the cue is not shown"
    case .wordOutOfOrder(let word, let time):
      "\(word.quoted) is spoken at \(time.inSeconds(places: 3)), before the word before it"
    case .missingGlyphs(let characters):
      "no font here has \(characters.map(\.withCodePoints).joined(separator: ", "))"
    }
  }
}

extension Character {
  /// The character and its code points, for it cannot be seen where no font has it: `'x' (U+0078)`.
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
