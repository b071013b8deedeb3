/// A width and a height in pixels.
public struct Size: Sendable, Hashable {
  /// The horizontal extent.
  public var width: Double
  /// The vertical extent.
  public var height: Double

  /// Makes a size from its two extents, in pixels.
  public init(_ width: Double, _ height: Double) {
    self.width = width
    self.height = height
  }

  /// Makes a size from its two extents, in pixels.
  public init(width: Double, height: Double) {
    self.init(width, height)
  }

  /// No extent at all.
  public static let zero = Size(0, 0)

  /// A size of whole pixels.
  init(_ size: PixelSize) {
    self.init(Double(size.width), Double(size.height))
  }
}

extension Size {
  subscript(axis: Axis) -> Double {
    get { axis == .horizontal ? width : height }
    set { if axis == .horizontal { width = newValue } else { height = newValue } }
  }
}

extension PixelSize {
  subscript(axis: Axis) -> Int { axis == .horizontal ? width : height }
}
