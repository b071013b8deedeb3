/// What is wrong with lines of input; the texts from before stay.
public enum TextLinesProblem: Error, Sendable, Hashable, CustomStringConvertible {
  /// A line begins as a JSON object and is none of strings. It is left out.
  case notNamedTexts(line: Int, text: String)
  /// A line is longer than ``TextLines/lineLimit`` bytes. What is beyond is left out.
  case cut(line: Int)
  /// An object names more texts than the 256 that may be. It is left out.
  case tooManyNames(line: Int)
  /// The system refuses to read on.
  case unreadable(SystemError)

  /// What is wrong, whatever the line.
  package enum Kind { case notNamedTexts, cut, tooManyNames, unreadable }

  package var kind: Kind {
    switch self {
    case .notNamedTexts: .notNamedTexts
    case .cut: .cut
    case .tooManyNames: .tooManyNames
    case .unreadable: .unreadable
    }
  }

  /// What is wrong, and how to mend it, in one line.
  public var description: String {
    switch self {
    case .notNamedTexts(let line, let text):
      "line \(line) begins with '{' and is no JSON object of texts: \(text.quoted); "
        + #"write {"title": "…"}, or {"text": "{…"} for a text that begins so"#
    case .cut(let line): "line \(line) is cut: a line holds at most \(TextLines.lineLimit >> 10) KiB"
    case .tooManyNames(let line):
      "line \(line) is left out: there are \(NamedTextsInput.nameLimit) texts by other names already"
    case .unreadable(let error): "the input cannot be read any more (\(error)): the last texts stay"
    }
  }
}
