/// Colour differences of some chroma samples.
struct ChromaVector<Vector: SIMD> where Vector.Scalar == UInt8 {
  var blue: Vector
  var red: Vector
}

extension ColorCoefficients {
  /// Colour difference over black at full resolution.
  @inline(__always)
  func chroma(_ pixels: PixelVector, _ weights: Weights) -> SIMD16<UInt8> {
    let sum = weights.sum(blue: pixels.blue, green: pixels.green, red: pixels.red)
    return SIMD16(truncatingIfNeeded: rounded(sum, fractionBits: Self.fractionBits))
  }

  /// Colour differences over black of filtered colour.
  @inline(__always)
  func chroma(_ colors: FilteredColors) -> ChromaVector<SIMD8<UInt8>> {
    ChromaVector(
      blue: SIMD8(truncatingIfNeeded: rounded(colors.sum(chromaBlue), fractionBits: FilteredColors.fractionBits)),
      red: SIMD8(truncatingIfNeeded: rounded(colors.sum(chromaRed), fractionBits: FilteredColors.fractionBits)))
  }

  /// Colour differences of the straight colour: filtered premultiplied chroma over filtered alpha. So the colour beside
  /// a transparent pixel, which has none, keeps its own.
  @inline(__always)
  func straightChroma(_ colors: FilteredColors) -> ChromaVector<SIMD8<UInt8>> {
    let alpha = colors.alpha
    // No alpha is greater than that of opaque pixels: to have all its bits is to be equal.
    if alpha.commonBits == FilteredColors.opaque { return chroma(colors) }
    if alpha.anyBits == 0 { return ChromaVector(blue: SIMD8(repeating: 128), red: SIMD8(repeating: 128)) }
    return ChromaVector(
      blue: mapLanes(colors.sum(chromaBlue), alpha) { straightChroma(sum: $0, alpha: $1) },
      red: mapLanes(colors.sum(chromaRed), alpha) { straightChroma(sum: $0, alpha: $1) })
  }

  /// 255 `sum` / `alpha`, rounded, about 128. Equal to `chroma` where alpha is that of opaque pixels.
  @inline(__always)
  private func straightChroma(sum: UInt32, alpha: UInt32) -> UInt8 {
    if alpha == 0 { return 128 }
    let scaled = (Int64(Int32(bitPattern: sum)) &* 255) &>> Int64(Self.fractionBits - 1)
    // Twice the numerator, to keep the half that rounds. Colour over its alpha, which is not premultiplied, could make
    // it negative.
    let numerator = UInt32(truncatingIfNeeded: max(0, scaled &+ 257 &* Int64(alpha)))
    let quotient = numerator / (2 &* alpha)
    return UInt8(truncatingIfNeeded: min(max(quotient, chromaLimits.lowerBound), chromaLimits.upperBound))
  }

  /// Puts neutral at 128 and rounds. Full blue and red of full range come to 255.5 and are kept at 255.
  @inline(__always)
  private func rounded<Vector: SIMD>(_ sum: Vector, fractionBits: UInt32) -> Vector where Vector.Scalar == UInt32 {
    let bias = Vector(repeating: 257 << (fractionBits - 1))
    return pointwiseMin((sum &+ bias) &>> fractionBits, Vector(repeating: 255))
  }
}
