/// A name that nothing is known by, with the known names near to it.
public struct UnknownNameError: Error, Sendable, Hashable, CustomStringConvertible {
  /// What the name should have been.
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

  /// What the name should have been.
  public let kind: Kind
  /// The name as it was given.
  public let name: String
  /// Known names near to it, the nearest first; maybe none.
  public let nearNames: [String]
  /// Why the file that it names was refused; nil when it names none.
  public let reason: String?

  init(kind: Kind, name: String, nearNames: [String] = [], reason: String? = nil) {
    self.kind = kind
    self.name = name
    self.nearNames = nearNames
    self.reason = reason
  }

  /// What is wrong and what to give instead, in one line.
  public var description: String {
    let advice =
      nearNames.isEmpty
      ? "give a name such as \(kind.examples)" : "near: " + nearNames.joined(separator: ", ")
    let cause = reason.map { " (\($0))" } ?? ""
    return "\(name.quoted): unknown \(kind.rawValue)\(cause); \(advice)"
  }
}
