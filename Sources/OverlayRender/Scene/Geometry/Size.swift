/// A width and a height in pixels.
public struct Size: Sendable, Hashable {
  /// The width.
  public var width: Double
  /// The height.
  public var height: Double

  /// Creates a size from lengths in pixels.
  public init(_ width: Double, _ height: Double) {
    self.width = width
    self.height = height
  }

  /// Creates a size from lengths in pixels.
  public init(width: Double, height: Double) {
    self.init(width, height)
  }

  /// A size of 0 by 0 pixels.
  public static let zero = Size(0, 0)

  /// Creates a size from whole pixels.
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
