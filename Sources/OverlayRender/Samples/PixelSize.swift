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

extension PixelSize {
  /// Reads a size as `WIDTHxHEIGHT`, such as `1280x720`; both sides 1 to 32 767.
  public init(_ text: String) throws(PixelSizeError) {
    let sides = text.split(separator: "x", omittingEmptySubsequences: false)
    guard sides.count == 2, sides.allSatisfy(Self.isWholeNumber) else { throw .malformed(text) }
    // A number that is too large for `Int` is too large for a side all the same.
    let (width, height) = (Int(sides[0]) ?? .max, Int(sides[1]) ?? .max)
    let limits = VideoFormat.sideLimits
    guard limits.contains(width), limits.contains(height) else { throw .outOfRange(text) }
    self.init(width, height)
  }

  private static func isWholeNumber(_ text: Substring) -> Bool {
    !text.isEmpty && text.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
  }
}

/// Why a text is no picture size; each case holds the text as it was given.
public enum PixelSizeError: Error, Sendable, Hashable, CustomStringConvertible {
  /// Not two whole numbers with an `x` between them.
  case malformed(String)
  /// A side is 0 or more than 32 767 pixels.
  case outOfRange(String)

  /// What is wrong and how to mend it, in one line.
  public var description: String {
    switch self {
    case .malformed(let text):
      "\(text.quoted) is not a picture size: give WIDTHxHEIGHT in pixels, such as 1280x720"
    case .outOfRange(let text):
      "\(text.quoted) is not a possible picture size: give sides of 1 to 32767 pixels"
    }
  }
}
