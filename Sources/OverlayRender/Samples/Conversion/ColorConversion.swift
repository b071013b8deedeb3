import CPixels

/// The matrix from blue, green and red to luma and chroma, in fixed-point arithmetic that rounds once, at the end.
///
/// It follows from the luma weights Kr and Kb of the matrix: Y = Kr R + Kg G + Kb B, Cb = (B - Y) / (2 - 2 Kb),
/// Cr = (R - Y) / (2 - 2 Kr), scaled and offset for the range.
struct ColorCoefficients: Sendable, Hashable {
  /// The fraction bits of a coefficient. With 14, every signed coefficient fits in 16 bits, the width of
  /// multiplications on baseline x86-64.
  static let fractionBits: UInt32 = 14
  static let one = Int32(1) << Int32(fractionBits)
  static let half = UInt32(1) << (fractionBits - 1)

  /// The weights of the color components of a pixel.
  struct Weights: Sendable, Hashable {
    let blue: Int16
    let green: Int16
    let red: Int16

    /// Green absorbs the rounding errors, so that the sum, which determines the result for gray, is exact.
    init(blue: Double, red: Double, sum: Int32) {
      let blue = Int32((blue * Double(ColorCoefficients.one)).rounded())
      let red = Int32((red * Double(ColorCoefficients.one)).rounded())
      self.blue = Int16(blue)
      self.green = Int16(sum - blue - red)
      self.red = Int16(red)
    }
  }

  let luma: Weights
  let chromaBlue: Weights
  let chromaRed: Weights
  /// The values of black and white.
  let lumaLimits: ClosedRange<UInt32>
  /// The minimum and maximum chroma.
  let chromaLimits: ClosedRange<UInt32>

  init(matrix: ColorMatrix, range: ColorRange) {
    let (kr, kb) = matrix.weights
    lumaLimits = range == .full ? 0...255 : 16...235
    chromaLimits = range == .full ? 0...255 : 16...240
    let lumaScale = Double(lumaLimits.upperBound - lumaLimits.lowerBound) / 255
    let chromaScale = Double(chromaLimits.upperBound - chromaLimits.lowerBound) / 255
    luma = Weights(
      blue: kb * lumaScale, red: kr * lumaScale, sum: Int32((lumaScale * Double(Self.one)).rounded()))
    chromaBlue = Weights(blue: chromaScale / 2, red: -chromaScale * kr / (2 - 2 * kb), sum: 0)
    chromaRed = Weights(blue: -chromaScale * kb / (2 - 2 * kr), red: chromaScale / 2, sum: 0)
  }
}

extension ColorCoefficients.Weights {
  /// The weights for the loops in C.
  var loopWeights: overlay_weights { overlay_weights(blue: blue, green: green, red: red) }

  /// Returns the weighted sum in two's complement, with `fractionBits` more fraction bits than the components have.
  @inline(__always)
  func sum<Vector: SIMD>(blue: Vector, green: Vector, red: Vector) -> Vector where Vector.Scalar == UInt32 {
    let b = blue &* Vector(repeating: UInt32(bitPattern: Int32(self.blue)))
    let g = green &* Vector(repeating: UInt32(bitPattern: Int32(self.green)))
    let r = red &* Vector(repeating: UInt32(bitPattern: Int32(self.red)))
    return b &+ g &+ r
  }
}

extension ColorCoefficients {
  /// Returns the luma over black: the luma of the premultiplied color.
  ///
  /// Weights are split into 8 high and 6 low bits, so that the sum of each part fits in 16 bits, which doubles the
  /// number of lanes. The carry from the low part is exact, so the result equals the sum of the whole weights, rounded
  /// once.
  @inline(__always)
  func luma(_ pixels: PixelVector) -> SIMD16<UInt8> {
    let words = unsafeBitCast(pixels, to: SIMD32<UInt16>.self)
    let (blueGreen, redAlpha) = (words.evenHalf, words.oddHalf)
    let (blue, green, red) = (blueGreen & 0xff, blueGreen &>> 8, redAlpha & 0xff)
    let b = UInt16(luma.blue)
    let g = UInt16(luma.green)
    let r = UInt16(luma.red)
    let fine = blue &* (b & 63) &+ green &* (g & 63) &+ red &* (r & 63)
    let coarse = blue &* (b &>> 6) &+ green &* (g &>> 6) &+ red &* (r &>> 6)
    let bias = UInt16(lumaLimits.lowerBound) << 8 + 128
    return unsafeBitCast((coarse &+ (fine &>> 6) &+ bias) &>> 8, to: SIMD32<UInt8>.self).evenHalf
  }

  /// Returns the luma of the straight color: premultiplied luma divided by alpha, and black for transparent pixels.
  @inline(__always)
  func straightLuma(_ pixels: PixelVector) -> SIMD16<UInt8> {
    if pixels.isOpaque { return luma(pixels) }
    if pixels.isTransparent { return SIMD16(repeating: UInt8(lumaLimits.lowerBound)) }
    let sums = luma.sum(blue: pixels.blue, green: pixels.green, red: pixels.red)
    return mapLanes(sums, pixels.alpha) { straightLuma(sum: $0, alpha: $1) }
  }

  /// Returns 255 `sum` / `alpha`, rounded. `sum` is at most 255 << 14, so 255 times that still fits. The result equals
  /// `luma` if alpha is 255.
  @inline(__always)
  private func straightLuma(sum: UInt32, alpha: UInt32) -> UInt8 {
    if alpha == 0 { return UInt8(truncatingIfNeeded: lumaLimits.lowerBound) }
    let quotient = (sum &* 255 &+ alpha &* Self.half) / (alpha &<< Self.fractionBits)
    return UInt8(truncatingIfNeeded: min(lumaLimits.lowerBound &+ quotient, lumaLimits.upperBound))
  }
}

extension ColorCoefficients {
  /// The color differences of gray, whatever its alpha, in every matrix and range.
  static let grayChroma: UInt8 = 128
}

/// The color differences of several chroma samples.
struct ChromaVector<Vector: SIMD> where Vector.Scalar == UInt8 {
  var blue: Vector
  var red: Vector
}

extension ColorCoefficients {
  /// Returns a color difference over black at full resolution.
  @inline(__always)
  func chroma(_ pixels: PixelVector, _ weights: Weights) -> SIMD16<UInt8> {
    let sum = weights.sum(blue: pixels.blue, green: pixels.green, red: pixels.red)
    return SIMD16(truncatingIfNeeded: rounded(sum, fractionBits: Self.fractionBits))
  }

  /// Returns the color differences over black of filtered color.
  @inline(__always)
  func chroma(_ colors: FilteredColors) -> ChromaVector<SIMD8<UInt8>> {
    ChromaVector(
      blue: rounded(colors.sum(chromaBlue), fractionBits: FilteredColors.fractionBits).lowBytes,
      red: rounded(colors.sum(chromaRed), fractionBits: FilteredColors.fractionBits).lowBytes)
  }

  /// Returns the color differences of the straight color: filtered premultiplied chroma divided by filtered alpha. So
  /// transparent pixels do not change the color of their neighbors.
  @inline(__always)
  func straightChroma(_ colors: FilteredColors) -> ChromaVector<SIMD8<UInt8>> {
    let alpha = colors.alpha
    // Opaque pixels have the greatest alpha, so a value with all its bits equals it.
    if alpha.commonBits == FilteredColors.opaque { return chroma(colors) }
    if alpha.anyBits == 0 { return ChromaVector(blue: SIMD8(repeating: 128), red: SIMD8(repeating: 128)) }
    return ChromaVector(
      blue: mapLanes(colors.sum(chromaBlue), alpha) { straightChroma(sum: $0, alpha: $1) },
      red: mapLanes(colors.sum(chromaRed), alpha) { straightChroma(sum: $0, alpha: $1) })
  }

  /// Returns 255 `sum` / `alpha`, rounded, centered on 128. For opaque pixels the result equals `chroma`.
  @inline(__always)
  private func straightChroma(sum: UInt32, alpha: UInt32) -> UInt8 {
    if alpha == 0 { return 128 }
    let scaled = (Int64(Int32(bitPattern: sum)) &* 255) &>> Int64(Self.fractionBits - 1)
    // Twice the numerator, to keep the half for rounding. A color that exceeds its alpha, which is not valid
    // premultiplied color, could make it negative.
    let numerator = UInt32(truncatingIfNeeded: max(0, scaled &+ 257 &* Int64(alpha)))
    let quotient = numerator / (2 &* alpha)
    return UInt8(truncatingIfNeeded: min(max(quotient, chromaLimits.lowerBound), chromaLimits.upperBound))
  }

  /// Centers the value on 128 and rounds it. Saturated blue and red of full range give 255.5, which is limited to 255:
  /// the subtraction changes only 256. The optimizer does not inline `pointwiseMin`.
  @inline(__always)
  private func rounded<Vector: SIMD>(_ sum: Vector, fractionBits: UInt32) -> Vector where Vector.Scalar == UInt32 {
    let bias = Vector(repeating: 257 << (fractionBits - 1))
    let value = (sum &+ bias) &>> fractionBits
    return value &- (value &>> 8)
  }
}

/// Conversions from premultiplied BGRA to the other formats with four bytes per pixel.
enum PackedConversion {
  /// Swaps the first and the third byte.
  @inline(__always)
  static func swapRedAndBlue(_ pixels: PixelVector) -> PixelVector {
    (pixels & 0xff00_ff00) | ((pixels &>> 16) & 0xff) | ((pixels & 0xff) &<< 16)
  }

  /// Turns B, G, R, A into A, R, G, B.
  @inline(__always)
  static func reverseBytes(_ pixels: PixelVector) -> PixelVector {
    (pixels &>> 24) | ((pixels &>> 8) & 0xff00) | ((pixels & 0xff00) &<< 8) | (pixels &<< 24)
  }

  /// Divides color by alpha, as Cairo's PNG writer does: (255 c + a / 2) / a. Transparent pixels become zero.
  @inline(__always)
  static func straight(_ pixels: PixelVector) -> PixelVector {
    // Most pictures are opaque or empty nearly everywhere, so most vectors need no division.
    if pixels.isOpaque { return pixels }
    if pixels.isTransparent { return PixelVector() }
    return mapLanes(pixels, pixels.alpha) { straight($0, alpha: $1) }
  }

  @inline(__always)
  private static func straight(_ pixel: UInt32, alpha: UInt32) -> UInt32 {
    if alpha == 0 { return 0 }
    let blue = min(255, ((pixel & 0xff) &* 255 &+ alpha / 2) / alpha)
    let green = min(255, ((pixel &>> 8 & 0xff) &* 255 &+ alpha / 2) / alpha)
    let red = min(255, ((pixel &>> 16 & 0xff) &* 255 &+ alpha / 2) / alpha)
    return alpha &<< 24 | red &<< 16 | green &<< 8 | blue
  }
}
