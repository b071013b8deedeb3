/// The conversion from coded red, green and blue to the value of one component.
///
/// The value of a color is `base` plus the weighted sum of its blue, green and red in 0...255.
struct ComponentEncoding: Sendable {
  /// The value of black, or of opaque pixels for alpha.
  let base: Double
  /// The weights of blue, green and red.
  let weights: SIMD3<Double>
  /// The largest value.
  let maximum: Double
  /// The same weights in fixed-point arithmetic, if they are exactly the same.
  let fixedWeights: ColorCoefficients.Weights?

  init(_ component: PixelFormat.Component, of format: VideoFormat) {
    let bits = format.pixelFormat.bitsPerComponent
    maximum = Double(1 << bits - 1)
    let fixed = bits == 8 ? Self.fixedWeights(component, matrix: format.matrix, range: format.range) : nil
    fixedWeights = fixed
    switch component {
    case .blue: (base, weights) = (0, [maximum / 255, 0, 0])
    case .green: (base, weights) = (0, [0, maximum / 255, 0])
    case .red: (base, weights) = (0, [0, 0, maximum / 255])
    case .alpha: (base, weights) = (maximum, .zero)
    case .luma, .blueDifference, .redDifference:
      let (base, weights) = Self.difference(component, matrix: format.matrix, range: format.range, bits: bits)
      (self.base, self.weights) = (base, fixed?.real ?? weights)
    }
  }

  /// Returns the rounded weights of `FrameConverter`, so that opaque pixels of 8 bits have the same samples.
  ///
  /// - Returns: `nil` if the component is not luma or a color difference.
  private static func fixedWeights(
    _ component: PixelFormat.Component, matrix: ColorMatrix, range: ColorRange
  ) -> ColorCoefficients.Weights? {
    let coefficients = ColorCoefficients(matrix: matrix, range: range)
    return switch component {
    case .luma: coefficients.luma
    case .blueDifference: coefficients.chromaBlue
    case .redDifference: coefficients.chromaRed
    case .blue, .green, .red, .alpha: nil
    }
  }

  private static func difference(
    _ component: PixelFormat.Component, matrix: ColorMatrix, range: ColorRange, bits: Int
  ) -> (base: Double, weights: SIMD3<Double>) {
    let unit = Double(1 << (bits - 8))
    let full = Double(1 << bits - 1)
    let (kr, kb) = matrix.weights
    let kg = 1 - kr - kb
    let scale = (range == .full ? full : (component == .luma ? 219 : 224) * unit) / 255
    let base = component != .luma ? 128 * unit : range == .full ? 0 : 16 * unit
    switch component {
    case .blueDifference:
      return (base, scale / (2 - 2 * kb) * [1 - kb, -kg, -kr])
    case .redDifference:
      return (base, scale / (2 - 2 * kr) * [-kb, -kg, 1 - kr])
    default:
      return (base, scale * [kb, kg, kr])
    }
  }

  /// Returns the weighted sum of a color.
  @inline(__always)
  func sum(_ color: SIMD4<Double>) -> Double {
    weights.x * color.x + weights.y * color.y + weights.z * color.z
  }
}

extension ColorCoefficients.Weights {
  /// The weights of blue, green and red as real numbers.
  fileprivate var real: SIMD3<Double> {
    SIMD3(Double(blue), Double(green), Double(red)) / Double(ColorCoefficients.one)
  }
}
