import Glibc

/// The relation between light and the coded colors of a movie, as far as drawing on the movie depends on it.
///
/// Overlays are in sRGB. In a movie with high dynamic range, the white of an overlay has the level that ITU-R BT.2408
/// defines for graphics, 203 cd/m².
public enum TransferFunction: Sendable, Hashable, CaseIterable {
  /// Standard dynamic range. The colors of an overlay are the coded colors of the movie.
  case standard
  /// Perceptual quantization (SMPTE ST 2084) with the primaries of ITU-R BT.2020. White is 58 %.
  case perceptualQuantizer
  /// Hybrid log-gamma (ARIB STD-B67) with the primaries of ITU-R BT.2020, for a display of 1000 cd/m². White is 75 %.
  case hybridLogGamma
}

/// Converts the premultiplied colors of an overlay to the coded colors of a movie, which stay premultiplied.
struct OverlayColors: Sendable {
  private let highDynamicRange: HighDynamicRangeColors?

  init(_ transfer: TransferFunction) {
    highDynamicRange = transfer == .standard ? nil : HighDynamicRangeColors(transfer)
  }

  /// Whether colors stay as they are.
  var areUnchanged: Bool { highDynamicRange == nil }

  /// Returns blue, green, red and alpha in 0...255. They are whole numbers for `TransferFunction.standard`.
  @inline(__always)
  func color(_ pixel: UInt32) -> SIMD4<Float> {
    let bytes = SIMD4<UInt32>(pixel, pixel &>> 8, pixel &>> 16, pixel &>> 24) & 0xff
    let color = SIMD4<Float>(bytes)
    guard let highDynamicRange, pixel > 0x00ff_ffff else { return color }
    return highDynamicRange.color(color)
  }
}

/// Converts sRGB to the primaries of BT.2020 and to PQ or HLG.
private struct HighDynamicRangeColors: Sendable {
  /// The luminance of white in cd/m² (ITU-R BT.2408, section 2.1).
  private static let white = 203.0
  /// The peak luminance of the display for which HLG is encoded, in cd/m², and the gamma of this display (ITU-R
  /// BT.2100, table 5).
  private static let (peak, gamma) = (1000.0, 1.2)

  /// The linear light of an sRGB value. White is 1.
  private let light = FunctionTable { $0 <= 0.04045 ? $0 / 12.92 : pow(($0 + 0.055) / 1.055, 2.4) }
  /// The coded value of light: display light for PQ, where white is 1, and scene light for HLG.
  private let code: FunctionTable
  /// For HLG, the luminance of the scene that a luminance of the display results from. PQ has no such function.
  private let scene: FunctionTable?

  init(_ transfer: TransferFunction) {
    if transfer == .hybridLogGamma {
      scene = FunctionTable { pow($0 * Self.white / Self.peak, 1 / Self.gamma) }
      code = FunctionTable { Self.hybridLogGamma($0) }
    } else {
      scene = nil
      code = FunctionTable { Self.perceptualQuantizer($0 * Self.white) }
    }
  }

  /// Converts blue, green, red and alpha. Alpha is not 0.
  func color(_ color: SIMD4<Float>) -> SIMD4<Float> {
    let alpha = color.w
    let straight = color / alpha
    let (blue, green, red) = (light(straight.x), light(straight.y), light(straight.z))
    // The matrix from BT.709 to BT.2020 (ITU-R BT.2087, section 2).
    var wide = SIMD4<Float>(
      0.0164 * red + 0.0880 * green + 0.8956 * blue, 0.0691 * red + 0.9195 * green + 0.0114 * blue,
      0.6274 * red + 0.3293 * green + 0.0433 * blue, 0)
    if let scene {
      // The inverse of the transfer from scene to display, which keeps the ratios of the components.
      let luminance = 0.0593 * wide.x + 0.6780 * wide.y + 0.2627 * wide.z
      wide *= luminance > 0 ? scene(luminance) / luminance : 0
    }
    return SIMD4(code(wide.x) * alpha, code(wide.y) * alpha, code(wide.z) * alpha, alpha)
  }

  /// Returns the value of a luminance in cd/m² (SMPTE ST 2084, equation 5.2).
  private static func perceptualQuantizer(_ luminance: Double) -> Double {
    let (m1, m2) = (2610.0 / 16384, 2523.0 / 32)
    let (c1, c2, c3) = (3424.0 / 4096, 2413.0 / 128, 2392.0 / 128)
    let y = pow(luminance / 10_000, m1)
    return pow((c1 + c2 * y) / (1 + c3 * y), m2)
  }

  /// Returns the value of scene light in 0...1 (ARIB STD-B67, section 2.1, with the normalization of ITU-R BT.2100).
  private static func hybridLogGamma(_ light: Double) -> Double {
    let (a, b, c) = (0.17883277, 0.28466892, 0.55991073)
    return light <= 1.0 / 12 ? (3 * light).squareRoot() : a * log(12 * light - b) + c
  }
}

/// A function from 0...1, interpolated between points that are denser toward 0, where transfer functions are steep.
private struct FunctionTable: Sendable {
  private static let intervalCount = 4096
  /// The values at the fourth powers of multiples of one interval, with one more for the value at 1.
  private let values: [Float]

  init(_ function: (Double) -> Double) {
    values = (0...(Self.intervalCount + 1)).map { index in
      let root = min(1, Double(index) / Double(Self.intervalCount))
      return Float(function(root * root * root * root))
    }
  }

  func callAsFunction(_ x: Float) -> Float {
    let position = min(max(x, 0), 1).squareRoot().squareRoot() * Float(Self.intervalCount)
    let index = Int(position)
    let fraction = position - Float(index)
    return values[index] + (values[index + 1] - values[index]) * fraction
  }
}
