import OverlayRender

/// What differs between two pictures, sample by sample.
public struct PictureComparison: Sendable {
  /// The picture that is expected.
  public let expected: PixelBuffer
  /// The picture that was drawn.
  public let actual: PixelBuffer
  /// The number of pixels that differ. Where the sizes differ, pixels of only one picture count.
  public let differingPixelCount: Int
  /// The largest difference of a color component or of alpha, in code values; 255 where the sizes differ.
  public let largestDifference: Int

  private let isDifferent: [Bool]
  private let width: Int
  private let height: Int

  /// Compares two pictures in the format `bgraPremultiplied`.
  ///
  /// - Parameters:
  ///   - expected: The picture that is expected.
  ///   - actual: The picture that was drawn.
  ///   - tolerance: The difference in code values up to which components count as equal.
  /// - Precondition: Both pictures are in the format `bgraPremultiplied`.
  public init(expected: PixelBuffer, actual: PixelBuffer, tolerance: Int = 0) {
    precondition(expected.format.pixelFormat == .bgraPremultiplied, "the expected picture is in bgraPremultiplied")
    precondition(actual.format.pixelFormat == .bgraPremultiplied, "the actual picture is in bgraPremultiplied")
    self.expected = expected
    self.actual = actual
    let (expectedSize, actualSize) = (expected.format.size, actual.format.size)
    let width = max(expectedSize.width, actualSize.width)
    let height = max(expectedSize.height, actualSize.height)
    var isDifferent = [Bool](repeating: false, count: width * height)
    var largest = 0
    expected.withUnsafeBytes { expected in
      actual.withUnsafeBytes { actual in
        for y in 0..<height {
          for x in 0..<width {
            var difference = 255
            if x < expectedSize.width, y < expectedSize.height, x < actualSize.width, y < actualSize.height {
              let (left, right) = (4 * (y * expectedSize.width + x), 4 * (y * actualSize.width + x))
              difference = (0..<4).reduce(0) { max($0, abs(Int(expected[left + $1]) - Int(actual[right + $1]))) }
            }
            isDifferent[y * width + x] = difference > tolerance
            largest = max(largest, difference)
          }
        }
      }
    }
    self.isDifferent = isDifferent
    self.width = width
    self.height = height
    differingPixelCount = isDifferent.count { $0 }
    largestDifference = largest
  }

  /// A picture of the differences: opaque red where the pictures differ, opaque black elsewhere.
  ///
  /// - Throws: `PixelMemoryError` when there is no memory for it, or `VideoFormatError`.
  public func differences() throws -> PixelBuffer {
    let format = try VideoFormat(size: PixelSize(width, height), pixelFormat: .bgraPremultiplied)
    var draft = try PixelBufferDraft(format: format)
    draft.withUnsafeMutableBytes { bytes in
      for (index, isDifferent) in isDifferent.enumerated() {
        bytes[4 * index + 2] = isDifferent ? 255 : 0
        bytes[4 * index + 3] = 255
      }
    }
    return draft.freeze()
  }

  /// A view that shows the expected picture, the actual one and their differences side by side on gray.
  ///
  /// - Throws: As ``differences()`` does.
  public func panel() throws -> some View {
    let pictures = [expected, actual, try differences()]
    let images = try pictures.map { try Image(pixels: $0) }
    return HStack(alignment: .top, spacing: Self.gap) {
      ForEach(images.indices) { images[$0] }
    }
    .padding(Self.gap)
  }

  /// The size of the panel in pixels.
  package var panelSize: PixelSize {
    let widths = expected.format.size.width + actual.format.size.width + width
    return PixelSize(widths + 4 * Int(Self.gap), height + 2 * Int(Self.gap))
  }

  private static let gap = 4.0
}
