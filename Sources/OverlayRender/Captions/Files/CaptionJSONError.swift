/// Why captions in JSON could not be read.
public struct CaptionJSONError: Error, Sendable, Hashable {
  /// What is wrong.
  public enum Reason: Sendable, Hashable {
    /// It is no JSON.
    case malformed(String)
    /// Objects and lists lie too deep within one another.
    case tooDeep
    /// The value is of another kind than it should be.
    case wrongKind(expected: String)
    /// The value is of the right kind and not one of those that are possible.
    case badValue(String, expected: String)
    /// A member is not there.
    case missing(String)
  }

  /// The line of the file, from 1.
  public let line: Int
  /// Where in the document it is: `cues[3].start`; empty for the document itself.
  public let path: String
  /// What is wrong there.
  public let reason: Reason
}

extension CaptionJSONError: CustomStringConvertible {
  /// What is wrong, where, and how to mend it, in one line.
  public var description: String { "line \(line): \(problem)" }

  /// What is wrong, where in the document, and how to mend it, without the line.
  var problem: String {
    // A member's name is the file's.
    let path = path.isEmpty ? "the document" : String(path.quotedWhole.dropFirst().dropLast().prefix(200))
    let problem =
      switch reason {
      case .malformed(let what): "is no JSON: \(what)"
      case .tooDeep: "lies more than \(JSONScanner.deepest) levels deep: captions need no more than eight"
      case .wrongKind(let expected): "should be \(expected)"
      case .badValue(let text, let expected): "is \(text.quoted) and should be \(expected)"
      case .missing(let member): "has no \(member.quoted)"
      }
    return "\(path) \(problem)"
  }
}
