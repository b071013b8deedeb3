/// An alignment along the horizontal axis.
public enum HorizontalAlignment: Sendable, Hashable {
  /// Aligns left edges.
  case leading
  /// Aligns centers.
  case center
  /// Aligns right edges.
  case trailing
}

/// An alignment along the vertical axis.
public enum VerticalAlignment: Sendable, Hashable {
  /// Aligns top edges.
  case top
  /// Aligns centers.
  case center
  /// Aligns bottom edges.
  case bottom
  /// Aligns the baselines of the first lines of text. A view without text is aligned by its bottom edge.
  case firstTextBaseline
  /// Aligns the baselines of the last lines of text. A view without text is aligned by its bottom edge.
  case lastTextBaseline
}

/// A horizontal and a vertical alignment.
public struct Alignment: Sendable, Hashable {
  /// The horizontal alignment.
  public var horizontal: HorizontalAlignment
  /// The vertical alignment.
  public var vertical: VerticalAlignment

  /// Creates an alignment from two parts.
  public init(horizontal: HorizontalAlignment, vertical: VerticalAlignment) {
    self.horizontal = horizontal
    self.vertical = vertical
  }

  /// Aligns centers.
  public static let center = Alignment(horizontal: .center, vertical: .center)
  /// Aligns the centers of the left edges.
  public static let leading = Alignment(horizontal: .leading, vertical: .center)
  /// Aligns the centers of the right edges.
  public static let trailing = Alignment(horizontal: .trailing, vertical: .center)
  /// Aligns the centers of the top edges.
  public static let top = Alignment(horizontal: .center, vertical: .top)
  /// Aligns the centers of the bottom edges.
  public static let bottom = Alignment(horizontal: .center, vertical: .bottom)
  /// Aligns top left corners.
  public static let topLeading = Alignment(horizontal: .leading, vertical: .top)
  /// Aligns top right corners.
  public static let topTrailing = Alignment(horizontal: .trailing, vertical: .top)
  /// Aligns bottom left corners.
  public static let bottomLeading = Alignment(horizontal: .leading, vertical: .bottom)
  /// Aligns bottom right corners.
  public static let bottomTrailing = Alignment(horizontal: .trailing, vertical: .bottom)
}
