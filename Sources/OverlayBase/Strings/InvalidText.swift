/// An error for invalid text from a user: the text and the reason.
public struct InvalidText<Cause: InvalidTextCause>: Error, Sendable, Hashable, CustomStringConvertible {
  /// The reason why a text is invalid.
  public typealias Reason = Cause

  /// The text as it was given.
  public let text: String
  /// The reason why the text is invalid.
  public let reason: Reason

  package init(_ reason: Reason, in text: String) {
    self.text = text
    self.reason = reason
  }

  /// A description of the error and how to fix it, in one line.
  public var description: String { reason.message(quoting: text.quoted) }
}

/// The reason why a text of some kind is invalid.
public protocol InvalidTextCause: Error, Sendable, Hashable {
  /// Returns a description of the error and how to fix it, in one line. `text` is already quoted.
  func message(quoting text: String) -> String
}
