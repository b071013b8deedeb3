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
