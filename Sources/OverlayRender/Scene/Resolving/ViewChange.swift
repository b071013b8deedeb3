/// The cause of a change of a view.
public enum ChangeCause: String, Sendable, Hashable, CaseIterable {
  /// The frame is the first one.
  case start
  /// The time of an announced change has come, such as the next second of a clock.
  case time
  /// A live value that the view reads has changed.
  case data
  /// A transition or an animation is running.
  case transition
  /// The wall clock was set.
  case wallClock = "wall clock"
  /// Another view is shown.
  case view
  /// The frame is earlier than the one before.
  case seek
  /// The view itself is the same, but its position or size has changed.
  case layout
}

/// A view that looks different from the previous frame, and the cause.
public struct ViewChange: Sendable, Hashable {
  /// The name of the view's type.
  public let view: String
  /// The new texts in the view, in the order of the tree. For ``ChangeCause/layout``, the texts that have moved.
  public let texts: [String]
  /// The cause of the change.
  public let cause: ChangeCause

  /// Creates a description of a change.
  package init(view: String, texts: [String] = [], cause: ChangeCause) {
    self.view = view
    self.texts = texts
    self.cause = cause
  }
}

extension ViewChange: CustomStringConvertible {
  /// The view, at most two of its texts, and the cause, as in `ClockText "12:00:01" (time)`.
  public var description: String {
    let shown = texts.prefix(2).map { " " + ViewChange.quoted($0) }.joined(separator: ",")
    return "\(view)\(shown)\(texts.count > 2 ? ", …" : "") (\(cause.rawValue))"
  }

  /// The greatest number of characters of a text in a description.
  private static let lengthLimit = 40

  /// Returns a text on one line in quotation marks. Quotation marks, backslashes and control characters are escaped.
  private static func quoted(_ text: String) -> String {
    let shown = text.prefix(lengthLimit)
    let escaped = String(shown).replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").escapedOnOneLine
    return "\"\(escaped)\(shown.endIndex == text.endIndex ? "" : "…")\""
  }
}
