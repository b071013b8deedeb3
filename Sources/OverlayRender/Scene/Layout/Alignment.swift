/// Where things stand side by side horizontally.
public enum HorizontalAlignment: Sendable, Hashable {
  /// Left edges meet.
  case leading
  /// Centres meet.
  case center
  /// Right edges meet.
  case trailing
}

/// Where things stand side by side vertically.
public enum VerticalAlignment: Sendable, Hashable {
  /// Top edges meet.
  case top
  /// Centres meet.
  case center
  /// Bottom edges meet.
  case bottom
  /// The baselines of the first lines of text meet; what holds no text stands on them with its bottom edge.
  case firstTextBaseline
  /// The baselines of the last lines of text meet; what holds no text stands on them with its bottom edge.
  case lastTextBaseline
}

/// A horizontal and a vertical alignment.
public struct Alignment: Sendable, Hashable {
  /// The horizontal part.
  public var horizontal: HorizontalAlignment
  /// The vertical part.
  public var vertical: VerticalAlignment

  /// Makes an alignment from its two parts.
  public init(horizontal: HorizontalAlignment, vertical: VerticalAlignment) {
    self.horizontal = horizontal
    self.vertical = vertical
  }

  /// In the middle.
  public static let center = Alignment(horizontal: .center, vertical: .center)
  /// In the middle of the left edge.
  public static let leading = Alignment(horizontal: .leading, vertical: .center)
  /// In the middle of the right edge.
  public static let trailing = Alignment(horizontal: .trailing, vertical: .center)
  /// In the middle of the top edge.
  public static let top = Alignment(horizontal: .center, vertical: .top)
  /// In the middle of the bottom edge.
  public static let bottom = Alignment(horizontal: .center, vertical: .bottom)
  /// In the top left corner.
  public static let topLeading = Alignment(horizontal: .leading, vertical: .top)
  /// In the top right corner.
  public static let topTrailing = Alignment(horizontal: .trailing, vertical: .top)
  /// In the bottom left corner.
  public static let bottomLeading = Alignment(horizontal: .leading, vertical: .bottom)
  /// In the bottom right corner.
  public static let bottomTrailing = Alignment(horizontal: .trailing, vertical: .bottom)
}
