/// The size that a parent offers a child. Each length is in pixels, or `nil` for the child's ideal length.
///
/// A length is never `NaN`.
public struct ProposedViewSize: Sendable, Hashable {
  /// The proposed width; `nil` for the ideal width.
  public private(set) var width: Double?
  /// The proposed height; `nil` for the ideal height.
  public private(set) var height: Double?

  /// A proposal for the smallest size.
  public static let zero = ProposedViewSize(width: 0, height: 0)
  /// A proposal for the largest size.
  public static let infinity = ProposedViewSize(width: .infinity, height: .infinity)
  /// A proposal for the ideal size.
  public static let unspecified = ProposedViewSize(width: nil, height: nil)

  /// Creates a proposal from lengths in pixels. `NaN` becomes 0.
  public init(width: Double?, height: Double?) {
    self.width = width?.numeric
    self.height = height?.numeric
  }

  /// Creates a proposal from a size in pixels. `NaN` becomes 0.
  public init(_ size: Size) {
    self.init(width: size.width, height: size.height)
  }

  subscript(axis: Axis) -> Double? {
    get { axis == .horizontal ? width : height }
    set { if axis == .horizontal { width = newValue?.numeric } else { height = newValue?.numeric } }
  }

  /// Returns the proposal as a size, with the lengths of `size` for those that are `nil`.
  public func replacingUnspecifiedDimensions(by size: Size = Size(10, 10)) -> Size {
    Size(width ?? size.width, height ?? size.height)
  }
}
