/// The width and height of a picture, in pixels.
public struct PixelSize: Sendable, Hashable, CustomStringConvertible {
  /// Columns.
  public var width: Int
  /// Rows.
  public var height: Int

  /// Makes the size of `width` columns and `height` rows.
  public init(_ width: Int, _ height: Int) {
    self.width = width
    self.height = height
  }

  /// Makes the size of `width` columns and `height` rows.
  public init(width: Int, height: Int) {
    self.init(width, height)
  }

  /// The size as the command line writes it: `1280x720`.
  public var description: String { "\(width)x\(height)" }
}
