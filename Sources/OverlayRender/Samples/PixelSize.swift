/// The width and height of a picture, in pixels.
public struct PixelSize: Sendable, Hashable, CustomStringConvertible {
  /// The number of columns.
  public var width: Int
  /// The number of rows.
  public var height: Int

  /// Creates a size of `width` columns and `height` rows.
  public init(_ width: Int, _ height: Int) {
    self.width = width
    self.height = height
  }

  /// Creates a size of `width` columns and `height` rows.
  public init(width: Int, height: Int) {
    self.init(width, height)
  }

  /// The width and the height, separated by an `x`: `1280x720`.
  public var description: String { "\(width)x\(height)" }

  /// Returns the smallest size that contains this one and whose sides are multiples of the sides of another size.
  package func roundedUp(toMultipleOf multiple: PixelSize) -> PixelSize {
    PixelSize(
      (width + multiple.width - 1) / multiple.width * multiple.width,
      (height + multiple.height - 1) / multiple.height * multiple.height)
  }
}

extension PixelSize {
  /// Reads a size of the form `WIDTHxHEIGHT`, such as `1280x720`. Both sides must be 1 to 32 767.
  package init(_ text: String) throws(PixelSizeError) {
    let sides = text.split(separator: "x", omittingEmptySubsequences: false)
    guard sides.count == 2, sides.allSatisfy(Self.isWholeNumber) else { throw .malformed(text) }
    // A number that is too large for `Int` is too large for a side as well.
    let (width, height) = (Int(sides[0]) ?? .max, Int(sides[1]) ?? .max)
    let limits = VideoFormat.sideLimits
    guard limits.contains(width), limits.contains(height) else { throw .outOfRange(text) }
    self.init(width, height)
  }

  private static func isWholeNumber(_ text: Substring) -> Bool {
    !text.isEmpty && text.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
  }
}

/// An error in the text of a picture size. Each case contains the text.
package enum PixelSizeError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The text does not consist of two integers with an `x` between them.
  case malformed(String)
  /// A side is 0 or more than 32 767 pixels.
  case outOfRange(String)

  /// One line that says what is wrong and how to fix it.
  package var description: String {
    switch self {
    case .malformed(let text):
      "\(text.quoted) is not a picture size: give WIDTHxHEIGHT in pixels, such as 1280x720"
    case .outOfRange(let text):
      "\(text.quoted) is not a possible picture size: give sides of 1 to 32767 pixels"
    }
  }
}
