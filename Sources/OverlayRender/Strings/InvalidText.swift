/// A text that a user gave and that is not what it should be: the text, and the cause.
public struct InvalidText<Cause: InvalidTextCause>: Error, Sendable, Hashable, CustomStringConvertible {
  /// Why a text was refused.
  public typealias Reason = Cause

  /// The text as it was given.
  public let text: String
  /// What is wrong with it.
  public let reason: Reason

  init(_ reason: Reason, in text: String) {
    self.text = text
    self.reason = reason
  }

  /// What is wrong, where, and how to mend it, in one line.
  public var description: String { reason.message(quoting: text.quoted) }
}

/// Why a text of some kind was refused.
public protocol InvalidTextCause: Error, Sendable, Hashable {
  /// What is wrong and how to mend it, in one line; `text` stands between quotes already.
  func message(quoting text: String) -> String
}
