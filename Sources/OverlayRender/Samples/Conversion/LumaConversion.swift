extension ColorCoefficients {
  /// Luma over black: that of the premultiplied colour as it is.
  ///
  /// Weights are split in 8 coarse and 6 fine bits, so that each part's sum fits in 16 bits: twice the lanes of 32. The
  /// carry from the fine part is exact, and so this is the sum of the whole weights, rounded once.
  @inline(__always)
  func luma(_ pixels: PixelVector) -> SIMD16<UInt8> {
    let blue = SIMD16<UInt16>(truncatingIfNeeded: pixels.blue)
    let green = SIMD16<UInt16>(truncatingIfNeeded: pixels.green)
    let red = SIMD16<UInt16>(truncatingIfNeeded: pixels.red)
    let b = UInt16(luma.blue)
    let g = UInt16(luma.green)
    let r = UInt16(luma.red)
    let fine = blue &* (b & 63) &+ green &* (g & 63) &+ red &* (r & 63)
    let coarse = blue &* (b &>> 6) &+ green &* (g &>> 6) &+ red &* (r &>> 6)
    let bias = UInt16(lumaLimits.lowerBound) << 8 + 128
    return SIMD16(truncatingIfNeeded: (coarse &+ (fine &>> 6) &+ bias) &>> 8)
  }

  /// Luma of the straight colour: premultiplied luma over alpha, black where nothing is.
  @inline(__always)
  func straightLuma(_ pixels: PixelVector) -> SIMD16<UInt8> {
    if pixels.isOpaque { return luma(pixels) }
    if pixels.isTransparent { return SIMD16(repeating: UInt8(lumaLimits.lowerBound)) }
    let sums = luma.sum(blue: pixels.blue, green: pixels.green, red: pixels.red)
    return mapLanes(sums, pixels.alpha) { straightLuma(sum: $0, alpha: $1) }
  }

  /// `sum` is at most 255 << 14, so 255 times that still fits. Equal to `luma` where alpha is 255.
  @inline(__always)
  private func straightLuma(sum: UInt32, alpha: UInt32) -> UInt8 {
    if alpha == 0 { return UInt8(truncatingIfNeeded: lumaLimits.lowerBound) }
    let quotient = (sum &* 255 &+ alpha &* Self.half) / (alpha &<< Self.fractionBits)
    return UInt8(truncatingIfNeeded: min(lumaLimits.lowerBound &+ quotient, lumaLimits.upperBound))
  }
}
