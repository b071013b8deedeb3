/// Which part of a line is left out where it does not fit, with an ellipsis in its place.
public enum TruncationMode: Sendable, Hashable {
  /// The beginning.
  case head
  /// The middle.
  case middle
  /// The end.
  case tail
}
