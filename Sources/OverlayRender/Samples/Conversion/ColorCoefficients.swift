/// The matrix from blue, green and red to luma and chroma, in fixed point with one rounding at the end.
///
/// From the luma weights Kr and Kb of BT.601 or BT.709: Y = Kr R + Kg G + Kb B, Cb = (B - Y) / (2 - 2 Kb),
/// Cr = (R - Y) / (2 - 2 Kr), scaled and offset for the range.
struct ColorCoefficients: Sendable, Hashable {
  /// Fraction bits. With 14 every coefficient fits in 16 bits with its sign, which is all that baseline x86-64 multiplies.
  static let fractionBits: UInt32 = 14
  static let one = Int32(1) << Int32(fractionBits)
  static let half = UInt32(1) << (fractionBits - 1)

  /// What one byte of each colour adds.
  struct Weights: Sendable, Hashable {
    let blue: Int16
    let green: Int16
    let red: Int16

    /// Green takes the rounding, so that the sum, which decides how grey comes out, is exact.
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
  /// Black and white.
  let lumaLimits: ClosedRange<UInt32>
  /// The least and the greatest chroma.
  let chromaLimits: ClosedRange<UInt32>

  init(matrix: ColorMatrix, range: ColorRange) {
    let (kr, kb) =
      switch matrix {
      case .bt601: (0.299, 0.114)
      case .bt709: (0.2126, 0.0722)
      }
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
  /// The weighted sum in two's complement, `fractionBits` more than the colours have.
  @inline(__always)
  func sum<Vector: SIMD>(blue: Vector, green: Vector, red: Vector) -> Vector where Vector.Scalar == UInt32 {
    let b = blue &* Vector(repeating: UInt32(bitPattern: Int32(self.blue)))
    let g = green &* Vector(repeating: UInt32(bitPattern: Int32(self.green)))
    let r = red &* Vector(repeating: UInt32(bitPattern: Int32(self.red)))
    return b &+ g &+ r
  }
}
