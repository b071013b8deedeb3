/// The size that a parent offers a child: each extent in pixels, or `nil` for the child's ideal one.
///
/// An extent is never NaN.
public struct ProposedViewSize: Sendable, Hashable {
  /// The width that is offered; `nil` for the ideal one.
  public private(set) var width: Double?
  /// The height that is offered; `nil` for the ideal one.
  public private(set) var height: Double?

  /// Asks for the smallest size.
  public static let zero = ProposedViewSize(width: 0, height: 0)
  /// Asks for the largest size.
  public static let infinity = ProposedViewSize(width: .infinity, height: .infinity)
  /// Asks for the ideal size.
  public static let unspecified = ProposedViewSize(width: nil, height: nil)

  /// Makes a proposal of two extents in pixels. An extent that is NaN becomes 0.
  public init(width: Double?, height: Double?) {
    self.width = width?.numeric
    self.height = height?.numeric
  }

  /// Makes a proposal of a size in pixels. An extent that is NaN becomes 0.
  public init(_ size: Size) {
    self.init(width: size.width, height: size.height)
  }

  subscript(axis: Axis) -> Double? {
    get { axis == .horizontal ? width : height }
    set { if axis == .horizontal { width = newValue?.numeric } else { height = newValue?.numeric } }
  }

  /// Returns the proposal as a size, with extents of `size` where none is offered; 10 pixels when not given.
  public func replacingUnspecifiedDimensions(by size: Size = Size(10, 10)) -> Size {
    Size(width ?? size.width, height ?? size.height)
  }
}
