/// Eight chroma samples' worth of filtered premultiplied colour: each number is 32 times the mean.
///
/// Blue and red, and green and alpha, share a 32-bit lane each: no sum is over 255 * 32, which fits in 16 bits.
struct FilteredColors {
  /// Fraction bits of a weighted sum of these.
  static let fractionBits = ColorCoefficients.fractionBits + 5
  /// Alpha where all pixels under the filter are opaque.
  static let opaque: UInt32 = 255 * 32

  var blueRed: SIMD8<UInt32>
  var greenAlpha: SIMD8<UInt32>

  @inline(__always) var alpha: SIMD8<UInt32> { greenAlpha &>> 16 }

  @inline(__always)
  func sum(_ weights: ColorCoefficients.Weights) -> SIMD8<UInt32> {
    weights.sum(blue: blueRed & 0x3fff, green: greenAlpha & 0x3fff, red: (blueRed &>> 16) & 0x3fff)
  }
}

/// Halves colour both ways for chroma sited left: [1 2 1] / 4 across, centred on luma column 2i, and [1 3 3 1] / 8 down,
/// over luma rows 2j - 1 ... 2j + 2. Beyond its edges the picture continues with its outermost pixels.
///
/// This is the bilinear filter of zimg, stretched by two as any downsampling filter is.
struct ChromaFilter {
  /// The columns of chroma samples to make.
  let columns: Range<Int>
  let source: UnsafeRawPointer
  let size: PixelSize

  /// One row of colour filtered down but not across: two packed lanes a pixel, and room for whole vectors at the end.
  typealias Scratch = UnsafeMutableBufferPointer<UInt32>

  /// The chroma samples that the pixels of `rectangle` influence.
  static func reach(of rectangle: PixelRect, in chroma: PixelSize) -> PixelRect {
    let left = rectangle.minX / 2
    let right = rectangle.maxX / 2 + 1
    let top = max(0, rectangle.minY - 1) / 2
    let bottom = rectangle.maxY / 2 + 1
    return PixelRect(x: left, y: top, width: right - left, height: bottom - top)
      .intersection(PixelRect(chroma))
  }

  /// Calls `body` with room for one row.
  func withScratch(_ body: (Scratch) -> Void) {
    let count = 2 * rowLength
    withUnsafeTemporaryAllocation(of: UInt32.self, capacity: count) { scratch in
      scratch.initialize(repeating: 0)
      body(scratch)
    }
  }

  /// Filters the four luma rows of chroma row `row` down.
  func filterDown(row: Int, into scratch: Scratch) {
    guard let blueRed = UnsafeMutableRawPointer(scratch.baseAddress) else { return }
    let greenAlpha = blueRed + 4 * rowLength
    // Scratch pixel k is picture column 2 * lowerBound - 1 + k.
    let first = 2 * columns.lowerBound - 1
    let start = max(0, first)
    let count = min(size.width, 2 * columns.upperBound) - start
    let above = line(2 * row - 1) + 4 * start
    let upper = line(2 * row) + 4 * start
    let lower = line(2 * row + 1) + 4 * start
    let below = line(2 * row + 2) + 4 * start
    var x = 0
    while x < count {
      // Eight at a time: four rows of sixteen would not fit in the registers.
      let a = SIMD8<UInt32>.load(above + 4 * x, count: count - x)
      let b = SIMD8<UInt32>.load(upper + 4 * x, count: count - x)
      let c = SIMD8<UInt32>.load(lower + 4 * x, count: count - x)
      let d = SIMD8<UInt32>.load(below + 4 * x, count: count - x)
      let offset = 4 * (start - first + x)
      (blueRed + offset).storeBytes(of: Self.weighted(a, b, c, d), as: SIMD8<UInt32>.self)
      (greenAlpha + offset).storeBytes(of: Self.weighted(a &>> 8, b &>> 8, c &>> 8, d &>> 8), as: SIMD8<UInt32>.self)
      x += 8
    }
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

  /// Filters eight samples across, from column `columns.lowerBound + index` on.
  @inline(__always)
  func filterAcross(index: Int, _ scratch: Scratch) -> FilteredColors {
    let blueRed = UnsafeRawPointer(scratch.baseAddress.unsafelyUnwrapped) + 8 * index
    let greenAlpha = blueRed + 4 * rowLength
    return FilteredColors(blueRed: Self.across(blueRed), greenAlpha: Self.across(greenAlpha))
  }

  /// Scratch pixels of one packed row, with whole vectors written and read past the last.
  private var rowLength: Int { 2 * columns.count + 2 * PixelVector.scalarCount + 1 }

  private func line(_ y: Int) -> UnsafeRawPointer {
    source + 4 * size.width * min(max(y, 0), size.height - 1)
  }

  @inline(__always)
  private static func weighted<Vector: SIMD>(_ a: Vector, _ b: Vector, _ c: Vector, _ d: Vector) -> Vector
  where Vector.Scalar == UInt32 {
    let mask: UInt32 = 0x00ff_00ff
    let middle = (b & mask) &+ (c & mask)
    return (a & mask) &+ (d & mask) &+ middle &+ (middle &<< 1)
  }

  @inline(__always)
  private static func across(_ pixels: UnsafeRawPointer) -> SIMD8<UInt32> {
    let left = pixels.loadUnaligned(as: PixelVector.self)
    let here = (pixels + 4).loadUnaligned(as: PixelVector.self)
    return left.evenHalf &+ (here.evenHalf &<< 1) &+ here.oddHalf
  }
}
