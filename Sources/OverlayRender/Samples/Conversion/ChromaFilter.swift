import CPixels

/// The filtered premultiplied color of eight chroma samples. Each component is 32 times the mean.
///
/// A 32-bit lane contains blue and red, or green and alpha: no component exceeds 255 * 32, so each fits in 16 bits.
struct FilteredColors {
  /// The fraction bits of a weighted sum of these components.
  static let fractionBits = ColorCoefficients.fractionBits + ChromaFilter.sumBits
  /// The alpha of a sample if all pixels under the filter are opaque.
  static let opaque: UInt32 = 255 * 32

  var blueRed: SIMD8<UInt32>
  var greenAlpha: SIMD8<UInt32>

  @inline(__always) var alpha: SIMD8<UInt32> { greenAlpha &>> 16 }

  @inline(__always)
  func sum(_ weights: ColorCoefficients.Weights) -> SIMD8<UInt32> {
    weights.sum(blue: blueRed & 0x3fff, green: greenAlpha & 0x3fff, red: (blueRed &>> 16) & 0x3fff)
  }
}

/// Subsamples color by two in both directions, for left-sited chroma: [1 2 1] / 4 horizontally, centered on luma column
/// 2i, and [1 3 3 1] / 8 vertically, over luma rows 2j - 1 ... 2j + 2. Outside its edges the picture continues with its
/// outermost pixels.
///
/// This is zimg's bilinear filter, with the support of two that downsampling requires.
struct ChromaFilter {
  /// The binary logarithm of the sum of the weights.
  static let sumBits: UInt32 = 5

  /// The columns of chroma samples to calculate.
  let columns: Range<Int>
  let source: UnsafeRawPointer
  let size: PixelSize

  /// A row of color that is filtered vertically but not horizontally: two packed lanes per pixel, with space for whole
  /// vectors at the end.
  typealias Scratch = UnsafeMutableBufferPointer<UInt32>

  /// Returns the chroma samples that depend on the pixels of `rectangle`.
  static func samples(influencedBy rectangle: PixelRect, in chroma: PixelSize) -> PixelRect {
    let left = rectangle.minX / 2
    let right = rectangle.maxX / 2 + 1
    let top = max(0, rectangle.minY - 1) / 2
    let bottom = rectangle.maxY / 2 + 1
    return PixelRect(x: left, y: top, width: right - left, height: bottom - top)
      .intersection(PixelRect(chroma))
  }

  /// Calls `body` with memory for one row.
  func withScratch(_ body: (Scratch) -> Void) {
    let count = 2 * rowLength
    withUnsafeTemporaryAllocation(of: UInt32.self, capacity: count) { scratch in
      scratch.initialize(repeating: 0)
      body(scratch)
    }
  }

  /// Returns whether all pixels under the filter are gray in chroma row `row`. Their color differences are
  /// ``ColorCoefficients/grayChroma``, which needs no filter. Most overlays are white on black.
  ///
  /// - Parameter grayLines: The luma rows that are known to be gray, which two chroma rows share.
  func isGray(row: Int, _ grayLines: inout Range<Int>) -> Bool {
    // At the edges, the rows outside the picture are the outermost rows.
    let lines = max(2 * row - 1, 0)..<min(2 * row + 3, size.height)
    if !grayLines.contains(lines.lowerBound) { grayLines = lines.lowerBound..<lines.lowerBound }
    while grayLines.upperBound < lines.upperBound {
      guard isGray(line: grayLines.upperBound) else { return false }
      grayLines = grayLines.lowerBound..<grayLines.upperBound + 1
    }
    return true
  }

  private func isGray(line y: Int) -> Bool {
    let start = max(0, 2 * columns.lowerBound - 1)
    let count = min(size.width, 2 * columns.upperBound) - start
    return overlay_is_gray(line(y) + 4 * start, count)
  }

  /// Filters the four luma rows of chroma row `row` vertically.
  func filterVertically(row: Int, into scratch: Scratch) {
    guard let blueRed = scratch.baseAddress else { return }
    let greenAlpha = blueRed + rowLength
    // Pixel k of the scratch row is column 2 * lowerBound - 1 + k of the picture.
    let first = 2 * columns.lowerBound - 1
    let start = max(0, first)
    let count = min(size.width, 2 * columns.upperBound) - start
    overlay_filter_rows(
      line(2 * row - 1) + 4 * start, line(2 * row) + 4 * start, line(2 * row + 1) + 4 * start,
      line(2 * row + 2) + 4 * start, count, blueRed + start - first, greenAlpha + start - first)
    let greenAlphaStart = rowLength
    if start > first {
      scratch[0] = scratch[1]
      scratch[greenAlphaStart] = scratch[greenAlphaStart + 1]
    }
    if start + count < 2 * columns.upperBound {
      let end = start - first + count
      scratch[end] = scratch[end - 1]
      scratch[greenAlphaStart + end] = scratch[greenAlphaStart + end - 1]
    }
  }

  /// The row that was filtered vertically.
  func filteredRow(_ scratch: Scratch) -> overlay_filtered_row {
    overlay_filtered_row(blue_red: scratch.baseAddress, green_alpha: scratch.baseAddress.map { $0 + rowLength })
  }

  /// Filters eight samples horizontally, starting at column `columns.lowerBound + index`.
  @inline(__always)
  func filterHorizontally(index: Int, _ scratch: Scratch) -> FilteredColors {
    let blueRed = UnsafeRawPointer(scratch.baseAddress.unsafelyUnwrapped) + 8 * index
    let greenAlpha = blueRed + 4 * rowLength
    return FilteredColors(blueRed: Self.horizontal(blueRed), greenAlpha: Self.horizontal(greenAlpha))
  }

  /// The number of pixels in a packed scratch row. Whole vectors are read and written beyond the last pixel.
  private var rowLength: Int { 2 * columns.count + 2 * PixelVector.scalarCount + 1 }

  private func line(_ y: Int) -> UnsafeRawPointer {
    source + 4 * size.width * min(max(y, 0), size.height - 1)
  }

  @inline(__always)
  private static func horizontal(_ pixels: UnsafeRawPointer) -> SIMD8<UInt32> {
    let left = pixels.loadUnaligned(as: PixelVector.self)
    let here = (pixels + 4).loadUnaligned(as: PixelVector.self)
    return left.evenHalf &+ (here.evenHalf &<< 1) &+ here.oddHalf
  }
}
