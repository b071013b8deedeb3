/// A side of a rectangle.
public enum Edge: Sendable, Hashable, CaseIterable {
  /// The upper side.
  case top
  /// The left side.
  case leading
  /// The lower side.
  case bottom
  /// The right side.
  case trailing

  /// The axis across which the side stands.
  var axis: Axis { self == .leading || self == .trailing ? .horizontal : .vertical }

  /// Whether it lies at the origin: the left or the upper one.
  var isFirst: Bool { self == .leading || self == .top }

  /// One step out of the rectangle.
  var outwards: Point {
    switch self {
    case .top: Point(x: 0, y: -1)
    case .leading: Point(x: -1, y: 0)
    case .bottom: Point(x: 0, y: 1)
    case .trailing: Point(x: 1, y: 0)
    }
  }
}
