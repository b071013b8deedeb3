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

  init(_ component: PixelFormat.Component, of format: VideoFormat) {
    let bits = format.pixelFormat.bitsPerComponent
    maximum = Double(1 << bits - 1)
    switch component {
    case .blue: (base, weights) = (0, [maximum / 255, 0, 0])
    case .green: (base, weights) = (0, [0, maximum / 255, 0])
    case .red: (base, weights) = (0, [0, 0, maximum / 255])
    case .alpha: (base, weights) = (maximum, .zero)
    case .luma, .blueDifference, .redDifference:
      (base, weights) = Self.difference(component, matrix: format.matrix, range: format.range, bits: bits)
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
    // For 8 bits these are the rounded weights of `FrameConverter`, so that opaque pixels have the same samples.
    let rounded = bits == 8 ? ColorCoefficients(matrix: matrix, range: range) : nil
    switch component {
    case .blueDifference:
      return (base, rounded?.chromaBlue.real ?? scale / (2 - 2 * kb) * [1 - kb, -kg, -kr])
    case .redDifference:
      return (base, rounded?.chromaRed.real ?? scale / (2 - 2 * kr) * [-kb, -kg, 1 - kr])
    default:
      return (base, rounded?.luma.real ?? scale * [kb, kg, kr])
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
