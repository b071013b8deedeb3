/// The values of a component of a format.
struct ComponentRange: Sendable {
  /// The value of black, of gray, or of transparent pixels.
  let base: Double
  /// The distance to white or opaque pixels; for color differences, between the most saturated colors.
  let extent: Double

  init(_ component: PixelFormat.Component, of format: VideoFormat) {
    let bits = format.pixelFormat.bitsPerComponent
    let unit = Double(1 << (bits - 8))
    let full = Double(1 << bits - 1)
    switch component {
    case .luma: (base, extent) = format.range == .full ? (0, full) : (16 * unit, 219 * unit)
    case .blueDifference, .redDifference: (base, extent) = (128 * unit, format.range == .full ? full : 224 * unit)
    case .red, .green, .blue, .alpha: (base, extent) = (0, full)
    }
  }
}

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
      let range = ComponentRange(component, of: format)
      base = range.base
      weights = fixed?.real ?? range.extent / 255 * Self.unitWeights(component, format.matrix)
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

  /// Returns the weights of blue, green and red in luma of 0...1, or in a color difference of -0.5...0.5.
  private static func unitWeights(_ component: PixelFormat.Component, _ matrix: ColorMatrix) -> SIMD3<Double> {
    let (kr, kb) = matrix.weights
    let kg = 1 - kr - kb
    return switch component {
    case .blueDifference: 1 / (2 - 2 * kb) * [1 - kb, -kg, -kr]
    case .redDifference: 1 / (2 - 2 * kr) * [-kb, -kg, 1 - kr]
    default: [kb, kg, kr]
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
