/// How the lines of a text of several lines stand.
public enum TextAlignment: Sendable, Hashable {
  /// Where the script begins its lines.
  case leading
  /// In the middle.
  case center
  /// Where the script ends its lines.
  case trailing
  /// At both ends of the width: the gaps of every broken line grow, but not those of a paragraph's last.
  case justified
}
