/// A rectangle of whole pixels: columns `x ..< x + width` and rows `y ..< y + height`, where y grows downward.
///
/// All coordinates and edges must be within ±2³⁰, so that areas and unions do not overflow.
public struct PixelRect: Sendable, Hashable, CustomStringConvertible {
  /// The first column.
  public var x: Int
  /// The first row.
  public var y: Int
  /// The number of columns. The rectangle is empty if it is 0 or negative.
  public var width: Int
  /// The number of rows. The rectangle is empty if it is 0 or negative.
  public var height: Int

  /// Creates the rectangle whose first pixel is (`x`, `y`).
  public init(x: Int, y: Int, width: Int, height: Int) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }

  /// Creates the rectangle of a whole picture.
  public init(_ size: PixelSize) {
    self.init(x: 0, y: 0, width: size.width, height: size.height)
  }

  /// The empty rectangle at the origin.
  public static let zero = PixelRect(x: 0, y: 0, width: 0, height: 0)

  /// The first column.
  public var minX: Int { x }
  /// The first row.
  public var minY: Int { y }
  /// The column after the last one.
  public var maxX: Int { x + width }
  /// The row after the last one.
  public var maxY: Int { y + height }

  /// Whether the rectangle contains no pixel.
  public var isEmpty: Bool { width <= 0 || height <= 0 }

  /// The number of pixels in the rectangle.
  public var area: Int { isEmpty ? 0 : width * height }

  /// The width and height.
  public var size: PixelSize { PixelSize(width, height) }

  /// Returns the pixels that both rectangles contain, or `.zero` if there are none.
  public func intersection(_ other: PixelRect) -> PixelRect {
    let left = max(minX, other.minX)
    let top = max(minY, other.minY)
    let right = min(maxX, other.maxX)
    let bottom = min(maxY, other.maxY)
    guard left < right, top < bottom else { return .zero }
    return PixelRect(x: left, y: top, width: right - left, height: bottom - top)
  }

  /// Returns whether the rectangles have a common pixel.
  public func intersects(_ other: PixelRect) -> Bool { !intersection(other).isEmpty }

  /// Returns the smallest rectangle that contains both. An empty rectangle is ignored.
  public func union(_ other: PixelRect) -> PixelRect {
    if isEmpty { return other.isEmpty ? .zero : other }
    if other.isEmpty { return self }
    let left = min(minX, other.minX)
    let top = min(minY, other.minY)
    return PixelRect(
      x: left, y: top, width: max(maxX, other.maxX) - left, height: max(maxY, other.maxY) - top)
  }

  /// Returns whether the rectangle contains the pixel (`x`, `y`).
  public func contains(x: Int, y: Int) -> Bool {
    x >= minX && x < maxX && y >= minY && y < maxY
  }

  /// Returns whether the rectangle contains every pixel of `other`, which is true for an empty `other`.
  public func contains(_ other: PixelRect) -> Bool {
    other.isEmpty || intersection(other) == other
  }

  /// Returns the rectangle with its left and right edges moved inward by `dx` and the other edges by `dy`. Negative
  /// values enlarge it.
  package func insetBy(dx: Int, dy: Int) -> PixelRect {
    PixelRect(x: x + dx, y: y + dy, width: width - 2 * dx, height: height - 2 * dy)
  }

  /// Returns the rectangle moved by `dx` columns and `dy` rows.
  package func offsetBy(dx: Int, dy: Int) -> PixelRect {
    PixelRect(x: x + dx, y: y + dy, width: width, height: height)
  }

  /// The rectangle in X11's notation: `640x360+10+20`.
  public var description: String {
    "\(width)x\(height)\(x < 0 ? "" : "+")\(x)\(y < 0 ? "" : "+")\(y)"
  }
}
