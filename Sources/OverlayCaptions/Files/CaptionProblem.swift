/// A part of a caption file that could not be read exactly, or that was probably not intended as it was read. The rest
/// of the file was read.
public struct CaptionProblem: Error, Sendable, Hashable {
  /// The kind of a problem.
  public enum Kind: Sendable, Hashable {
    /// A time is not valid.
    case notATime(String, TimeError = .malformed)
    /// The arrow between two times contains a dash or another wrong character, as in `–>`.
    case notAnArrow(String)
    /// The cue ends before it starts.
    case endsBeforeStart
    /// The cue ends when it starts.
    case endsAtStart
    /// The cue ends at or before time zero.
    case endsBeforeZero
    /// Text is not in a cue.
    case strayText(String)
    /// A cue setting is unknown or has an invalid value.
    case badSetting(String)
    /// A cue names a region that is not defined before the first cue.
    case missingRegion(String)
    /// A tag is unknown, or text is read as a tag. It is not shown.
    case droppedTag(String)
    /// Braces with overrides of ASS contain one that has no effect, such as `{\fad(200,200)}`.
    case ignoredOverride(String)
    /// A `<` has no matching `>`. Everything up to the end of the cue is read as a tag and not shown.
    case unclosedTag(String)
    /// A character reference such as `&am;` is unknown. It is shown unchanged.
    case unknownCharacter(String)
    /// The text of a cue is longer than 64 KiB. The rest is left out.
    case textTooLong
    /// The file has more than 500,000 cues, or more than 1,000,000 runs. The rest is left out.
    case tooManyCues
    /// The file has more than 1,000 regions. The rest is left out.
    case tooManyRegions
    /// A style sheet or a region comes after a cue.
    case lateDefinition(String)
    /// The file ends before the times of a cue are complete. The cue is left out.
    case truncatedCue
    /// The file ends within a character, which is left out.
    case truncatedCharacter
    /// A line contains invalid byte sequences. Each is shown as U+FFFD.
    case invalidCharacters(count: Int)
    /// The file contains zero bytes, which are left out.
    case zeroBytes(count: Int)
  }

  /// The reason why a time is not valid.
  public enum TimeError: Error, Sendable, Hashable {
    /// The text does not have the form of a time.
    case malformed
    /// The minutes are above 59 although there are hours.
    case minutes
    /// The seconds are above 59.
    case seconds
    /// A number has more than nine digits.
    case tooLong
    /// The milliseconds follow a comma instead of a period.
    case comma
    /// The milliseconds are missing or do not have three digits.
    case milliseconds
  }

  /// The line of the file, from 1.
  public let line: Int
  /// The kind of the problem.
  public let kind: Kind

  init(line: Int, _ kind: Kind) {
    self.line = line
    self.kind = kind
  }
}

extension CaptionProblem: CustomStringConvertible {
  /// A description of the problem and how to fix it, in one line, without the location.
  public var description: String {
    switch kind {
    case .notATime(let text, let fault): "\(text.quoted) is not a time\(fault.remark)"
    case .notAnArrow(let text): "\(text.quoted) is not an arrow: write --> between the times"
    case .endsBeforeStart: "the cue ends before it starts: its times may be swapped"
    case .endsAtStart: "the cue ends when it starts: give it a later end"
    case .endsBeforeZero: "the cue ends before time zero: shift the captions to later times"
    case .strayText(let text): "\(text.quoted) is not in a cue: a line with times is missing above it"
    case .badSetting(let text): "\(text.quoted) is not a valid setting"
    case .missingRegion(let name): "no region above is named \(name.quoted): define it before the first cue"
    case .droppedTag(let text): "\(text.quoted) is read as a tag and not shown: write &lt; where < is text"
    case .ignoredOverride(let text):
      "\(text.quoted) has an override that is not drawn: remove it if it does not matter"
    case .unclosedTag(let text):
      "\(text.quoted) is read as a tag, and nothing is shown up to the end of the cue: write &lt; where < is text"
    case .unknownCharacter(let text): "\(text.quoted) is not a known character reference: write &amp; where & is text"
    case .textTooLong: "the cue has more than \(CaptionDocument.cueTextLimit >> 10) KiB of text: the rest is left out"
    case .tooManyCues:
      "the file has more than \(CaptionDocument.cueLimit) cues or \(CaptionDocument.runLimit) pieces of text: "
        + "the rest is left out"
    case .tooManyRegions: "the file has more than \(CaptionDocument.regionLimit) regions: the rest is left out"
    case .lateDefinition(let text): "\(text.quoted) is after a cue and ignored: move it before the first cue"
    case .truncatedCue: "the file ends in the middle of a cue, which is left out: it may still be incomplete"
    case .truncatedCharacter: "the file ends in the middle of a character, which is left out"
    case .invalidCharacters(let count):
      "\(count == 1 ? "a damaged character is" : "\(count) damaged characters are") shown as U+FFFD"
    case .zeroBytes(let count): "\(count == 1 ? "a zero byte is" : "\(count) zero bytes are") left out"
    }
  }
}

extension CaptionProblem.Kind {
  /// Whether a cue is left out because of this problem.
  fileprivate var losesCue: Bool {
    switch self {
    case .notATime, .notAnArrow, .endsBeforeStart, .endsAtStart, .endsBeforeZero, .truncatedCue: true
    case .strayText, .badSetting, .missingRegion, .droppedTag, .ignoredOverride, .unclosedTag,
      .unknownCharacter, .textTooLong, .tooManyCues, .tooManyRegions, .lateDefinition, .truncatedCharacter,
      .invalidCharacters, .zeroBytes:
      false
    }
  }
}

extension CaptionProblem.TimeError {
  fileprivate var remark: String {
    switch self {
    case .malformed: ""
    case .minutes: " (minutes go up to 59)"
    case .seconds: " (seconds go up to 59)"
    case .tooLong: " (a number in it is too large)"
    case .comma: " (write a period before the milliseconds, as in 00:01.500)"
    case .milliseconds: " (milliseconds have three digits, as in 00:01.500)"
    }
  }
}

/// The problems in a file: the first ones, which a loop visits, and the number of all. The memory use is bounded for
/// any file.
///
///     for problem in document.problems { print(problem) }
public struct CaptionProblems: Sendable, Hashable, Sequence {
  /// The maximum number of problems that are stored.
  static let limit = 100

  /// The first 100 problems, in the order of the file.
  public private(set) var first: [CaptionProblem] = []
  /// The number of all problems.
  public private(set) var count = 0

  init() {}

  /// Returns an iterator over ``first``.
  public func makeIterator() -> IndexingIterator<[CaptionProblem]> { first.makeIterator() }

  /// The first problem that caused a cue to be left out; `nil` if there is none.
  package var firstLosingCue: CaptionProblem? { first.first { $0.kind.losesCue } }

  mutating func append(_ kind: @autoclosure () -> CaptionProblem.Kind, line: Int) {
    count += 1
    if first.count < CaptionProblems.limit { first.append(CaptionProblem(line: line, kind())) }
  }

  /// Merges the problems that another pass over the same file found.
  mutating func merge(_ others: CaptionProblems) {
    guard others.count > 0 else { return }
    count += others.count
    first = Array((others.first + first).sorted { $0.line < $1.line }.prefix(CaptionProblems.limit))
  }
}

/// Finds arrows that are not written `-->`, as in `00:00:01,000 –> 00:00:02,000`. Word processors replace hyphens by
/// dashes.
enum MistypedArrow {
  /// Returns the arrow between two times; `nil` if the line is anything else or the arrow is ASCII.
  ///
  /// Both times must have decimals, because `10:30 → 11:00` may be text. The line has no spaces at its ends.
  static func find(in line: ArraySlice<UInt8>) -> String? {
    // All non-ASCII characters below start with this byte in UTF-8.
    guard line.count <= maximumLineLength, line.contains(0xE2) else { return nil }
    let text = String(decoding: line, as: UTF8.self)
    let start = text.prefix { !isOfArrow($0) }
    let arrow = text[start.endIndex...].prefix(while: isOfArrow)
    guard arrow.last.map(heads.contains) == true, !arrow.allSatisfy(\.isASCII), isTime(start),
      let end = text[arrow.endIndex...].split(separator: " ").first, isTime(end)
    else { return nil }
    return String(arrow)
  }

  /// Longer lines are text.
  private static let maximumLineLength = 200
  private static let heads: Set<Character> = [">", "→", "⟶", "➔", "›"]
  private static let shafts: Set<Character> = ["-", "‐", "‑", "‒", "–", "—", "―", "−"]

  private static func isOfArrow(_ character: Character) -> Bool {
    heads.contains(character) || shafts.contains(character)
  }

  private static func isTime(_ text: Substring) -> Bool {
    let time = text.drop(while: \.isWhitespace)
    return time.first?.isNumber == true && time.contains(":") && time.contains { $0 == "," || $0 == "." }
      && time.allSatisfy { $0.isNumber || ":,. ".contains($0) }
  }
}
