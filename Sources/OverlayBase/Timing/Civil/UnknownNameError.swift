/// An unknown name, with similar names that are known.
public struct UnknownNameError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The kind of name that is expected.
  public enum Kind: String, Sendable, Hashable {
    /// A time zone, as in `Europe/Berlin`.
    case timeZone = "time zone"
    /// A locale, as in `de-DE`.
    case locale = "locale"

    fileprivate var examples: String {
      switch self {
      case .timeZone: "Europe/Berlin, UTC, GMT+2, local or CET-1CEST,M3.5.0,M10.5.0/3"
      case .locale: "en-US, de or ar-EG-u-nu-latn"
      }
    }
  }

  /// The kind of name that is expected.
  public let kind: Kind
  /// The unknown name.
  public let name: String
  /// Similar known names, the most similar first. May be empty.
  public let nearNames: [String]
  /// Why the file with this name is not valid, or nil if no file has this name.
  public let reason: String?

  package init(kind: Kind, name: String, nearNames: [String] = [], reason: String? = nil) {
    self.kind = kind
    self.name = name
    self.nearNames = nearNames
    self.reason = reason
  }

  /// One line that says what is wrong and how to fix it.
  public var description: String {
    let advice =
      nearNames.isEmpty
      ? "give a name such as \(kind.examples)" : "near: " + nearNames.joined(separator: ", ")
    let cause = reason.map { " (\($0))" } ?? ""
    return "\(name.quoted): unknown \(kind.rawValue)\(cause); \(advice)"
  }
}
