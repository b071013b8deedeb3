/// Why a view changed.
public enum ChangeCause: String, Sendable, Hashable, CaseIterable {
  /// It is the first frame.
  case start
  /// The time came that the view had announced: a clock's next second.
  case time
  /// A live value that the view reads is new.
  case data
  /// A transition or an animation has come farther.
  case transition
  /// The wall clock was set to another time.
  case wallClock = "wall clock"
  /// Another view is shown.
  case view
  /// The frame is of an earlier time than the one before.
  case seek
  /// It is the same as before, but something around it moved it or gave it another size.
  case layout
}

/// One view that looks other than in the frame before, and why.
public struct ViewChange: Sendable, Hashable {
  /// The name of the view's type.
  public let view: String
  /// The texts in it that are new, in the order of the tree; for ``ChangeCause/layout`` those that moved.
  public let texts: [String]
  /// Why it changed.
  public let cause: ChangeCause

  /// Makes a change of a view.
  package init(view: String, texts: [String] = [], cause: ChangeCause) {
    self.view = view
    self.texts = texts
    self.cause = cause
  }
}

extension ViewChange: CustomStringConvertible {
  /// The view, at most two of its texts, and the cause: `ClockText "12:00:01" (time)`.
  public var description: String {
    let shown = texts.prefix(2).map { " " + ViewChange.quoted($0) }.joined(separator: ",")
    return "\(view)\(shown)\(texts.count > 2 ? ", …" : "") (\(cause.rawValue))"
  }

  /// The most characters of a text that a description holds.
  private static let lengthLimit = 40

  /// A text on one line, in quotation marks; those in it, backslashes and control characters are escaped.
  private static func quoted(_ text: String) -> String {
    let shown = text.prefix(lengthLimit)
    let escaped = String(shown).replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").escapedOnOneLine
    return "\"\(escaped)\(shown.endIndex == text.endIndex ? "" : "…")\""
  }
}
