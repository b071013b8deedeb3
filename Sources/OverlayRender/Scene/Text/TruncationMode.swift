/// The part of a line that is replaced by an ellipsis when it does not fit.
public enum TruncationMode: Sendable, Hashable {
  /// The start.
  case head
  /// The middle.
  case middle
  /// The end.
  case tail
}
