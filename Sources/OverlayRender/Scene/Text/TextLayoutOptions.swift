/// The alignment of the lines of a text.
public enum TextAlignment: Sendable, Hashable {
  /// Aligns the starts of lines, as the script requires.
  case leading
  /// Centers lines.
  case center
  /// Aligns the ends of lines, as the script requires.
  case trailing
  /// Aligns both ends: all lines are stretched except for the last one of a paragraph.
  case justified
}

/// The part of a line that is replaced by an ellipsis when it does not fit.
public enum TruncationMode: Sendable, Hashable {
  /// The start.
  case head
  /// The middle.
  case middle
  /// The end.
  case tail
}
