/// Something in a caption file that could not be read as it stands; the rest was kept.
public struct CaptionProblem: Error, Sendable, Hashable {
  /// What is wrong.
  public enum Kind: Sendable, Hashable {
    /// A time that is none.
    case notATime(String, TimeFault = .malformed)
    /// The cue ends when it starts, or before.
    case endsBeforeStart
    /// The cue is over at time zero.
    case endsBeforeZero
    /// Text that is in no cue.
    case strayText(String)
    /// A setting that is none, or whose value is none.
    case badSetting(String)
    /// The text of a cue is longer than ``CaptionDocument/longestText``; the rest is left out.
    case textTooLong
    /// The file has more than ``CaptionDocument/cueLimit`` cues, or ``CaptionDocument/runLimit`` runs; the rest is left out.
    case tooManyCues
    /// The file has more than ``CaptionDocument/regionLimit`` regions; the rest is left out.
    case tooManyRegions
    /// A style sheet or a region that stands behind a cue.
    case lateDefinition(String)
    /// The file ends before a cue's times are there in full; that cue is left out.
    case cutOff
    /// The file ends within a character, which is left out.
    case halfCharacter
    /// So many zero bytes, which are left out.
    case zeroBytes(count: Int)
  }

  /// What is wrong with a time.
  public enum TimeFault: Error, Sendable, Hashable {
    /// It is not written as a time.
    case malformed
    /// More minutes than 59 beside hours.
    case minutes
    /// More seconds than 59.
    case seconds
    /// A number of more than nine digits.
    case tooLong
  }

  /// The line of the file, from 1.
  public let line: Int
  /// What is wrong there.
  public let kind: Kind

  init(line: Int, _ kind: Kind) {
    self.line = line
    self.kind = kind
  }
}

extension CaptionProblem: CustomStringConvertible {
  /// What is wrong and how to mend it, in one line, without the place.
  public var description: String {
    switch kind {
    case .notATime(let text, let fault): "\(text.quoted) is not a time\(fault.remark)"
    case .endsBeforeStart: "the cue ends before it starts: its times may be the wrong way round"
    case .endsBeforeZero: "the cue is over before time zero: shift the captions to later times"
    case .strayText(let text): "\(text.quoted) is in no cue: a line with its times is missing above it"
    case .badSetting(let text): "\(text.quoted) is no setting of a cue"
    case .textTooLong: "the cue has more than \(CaptionDocument.longestText >> 10) KiB of text: the rest is left out"
    case .tooManyCues:
      "the file has more than \(CaptionDocument.cueLimit) cues or \(CaptionDocument.runLimit) pieces of text: "
        + "the rest is left out"
    case .tooManyRegions: "the file has more than \(CaptionDocument.regionLimit) regions: the rest is left out"
    case .lateDefinition(let text): "\(text.quoted) stands behind a cue: only before the first one it counts"
    case .cutOff: "the file ends in the middle of a cue, which is left out: it may not be written to its end yet"
    case .halfCharacter: "the file ends in the middle of a character, which is left out"
    case .zeroBytes(let count): "\(count == 1 ? "a zero byte is" : "\(count) zero bytes are") left out"
    }
  }
}

extension CaptionProblem.TimeFault {
  fileprivate var remark: String {
    switch self {
    case .malformed: ""
    case .minutes: " (minutes go up to 59)"
    case .seconds: " (seconds go up to 59)"
    case .tooLong: " (a number in it is too large)"
    }
  }
}

/// The problems of a file: the first of them, and how many there are. A file of nothing but problems takes no memory.
public struct CaptionProblems: Sendable, Hashable {
  /// How many are kept.
  static let limit = 100

  /// The first 100, in the order of the file.
  public private(set) var first: [CaptionProblem] = []
  /// How many there are in all.
  public private(set) var count = 0

  init() {}

  mutating func append(_ kind: @autoclosure () -> CaptionProblem.Kind, line: Int) {
    count += 1
    if first.count < CaptionProblems.limit { first.append(CaptionProblem(line: line, kind())) }
  }

  /// Takes in what was found wrong with the same file on another way through it.
  mutating func merge(_ others: CaptionProblems) {
    guard others.count > 0 else { return }
    count += others.count
    first = Array((others.first + first).sorted { $0.line < $1.line }.prefix(CaptionProblems.limit))
  }
}
