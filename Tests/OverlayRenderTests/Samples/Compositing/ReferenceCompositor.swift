import Foundation
import OverlayRender

/// Draws an overlay on a picture in real numbers, directly from the definitions.
struct ReferenceCompositor {
  let overlay: TestPicture
  let target: VideoFormat
  var transfer = TransferFunction.standard
  var siting = ChromaSiting.left

  /// Premultiplied red, green and blue, and alpha, in 0...1.
  typealias Color = SIMD4<Double>

  /// Returns the value of each sample, or `nil` for samples that must not be touched.
  func values(over samples: [Int]) -> [Double?] {
    target.pixelFormat.planes.indices.flatMap { plane in
      let size = target.planes[plane].size
      return (0..<size.height).flatMap { row in
        (0..<size.width).flatMap { column in values(plane: plane, column: column, row: row, over: samples) }
      }
    }
  }

  private func values(plane index: Int, column: Int, row: Int, over samples: [Int]) -> [Double?] {
    let plane = target.pixelFormat.planes[index]
    guard containsInk(plane, column: column, row: row) else { return plane.components.map { _ in nil } }
    var (color, backdrop, weights) = (Color.zero, 0.0, 0.0)
    for (y, verticalWeight) in taps(row, plane.verticalSubsampling, isCosited: siting == .topLeft) {
      for (x, horizontalWeight) in taps(column, plane.horizontalSubsampling, isCosited: siting != .center) {
        let weight = verticalWeight * horizontalWeight
        let (x, y) = (min(max(x, 0), overlay.width - 1), min(max(y, 0), overlay.height - 1))
        color += weight * coded(overlay.pixel(x, y))
        backdrop += weight * alpha(x, y, of: samples)
        weights += weight
      }
    }
    color /= weights
    backdrop /= weights
    let first = offset(of: index) + (row * target.planes[index].size.width + column) * plane.components.count
    return plane.components.enumerated().map { offset, component in
      let below = Double(samples[first + offset])
      let own = value(of: component, color)
      let rest = 1 - color.w
      guard target.pixelFormat.alpha == .straight, component != .alpha else { return own + below * rest }
      return (own + below * backdrop * rest) / (color.w + backdrop * rest)
    }
  }

  /// The index of the first sample of a plane.
  private func offset(of plane: Int) -> Int { target.planes[plane].offset / target.pixelFormat.bytesPerComponent }

  private var maximum: Double { Double(1 << target.pixelFormat.bitsPerComponent - 1) }

  private func containsInk(_ plane: PixelFormat.Plane, column: Int, row: Int) -> Bool {
    let (across, down) = (plane.horizontalSubsampling, plane.verticalSubsampling)
    return (row * down..<min((row + 1) * down, overlay.height)).contains { y in
      (column * across..<min((column + 1) * across, overlay.width)).contains { overlay.pixel($0, y).alpha > 0 }
    }
  }

  private func taps(_ sample: Int, _ subsampling: Int, isCosited: Bool) -> [(Int, Double)] {
    // The weight falls linearly from the position of the sample to the next sample.
    let position = Double(subsampling * sample) + (isCosited ? 0 : Double(subsampling - 1) / 2)
    return (subsampling * (sample - 1)...subsampling * (sample + 2)).compactMap { pixel in
      let weight = Double(subsampling) - abs(Double(pixel) - position)
      return weight > 0 ? (pixel, weight) : nil
    }
  }

  /// The alpha of the picture below a pixel, in 0...1.
  private func alpha(_ x: Int, _ y: Int, of samples: [Int]) -> Double {
    for (index, plane) in target.pixelFormat.planes.enumerated() {
      guard let component = plane.components.firstIndex(of: .alpha) else { continue }
      return Double(samples[offset(of: index) + (y * overlay.width + x) * plane.components.count + component]) / maximum
    }
    return 1
  }

  /// The value of a premultiplied color, multiplied by its alpha.
  private func value(of component: PixelFormat.Component, _ color: Color) -> Double {
    let (kr, kb) =
      switch target.matrix {
      case .bt601: (0.299, 0.114)
      case .bt709: (0.2126, 0.0722)
      case .bt2020: (0.2627, 0.0593)
      }
    let luma = kr * color.x + (1 - kr - kb) * color.y + kb * color.z
    let step = (maximum + 1) / 256
    let isFull = target.range == .full
    let (black, lumaScale, chromaScale) = isFull ? (0, maximum, maximum) : (16 * step, 219 * step, 224 * step)
    let value =
      switch component {
      case .red: color.x * maximum
      case .green: color.y * maximum
      case .blue: color.z * maximum
      case .alpha: color.w * maximum
      case .luma: black * color.w + lumaScale * luma
      case .blueDifference: 128 * step * color.w + chromaScale * (color.z - luma) / (2 - 2 * kb)
      case .redDifference: 128 * step * color.w + chromaScale * (color.x - luma) / (2 - 2 * kr)
      }
    return min(max(value, 0), maximum * color.w)
  }

  /// Returns the coded color of a pixel in the movie.
  private func coded(_ pixel: (blue: Int, green: Int, red: Int, alpha: Int)) -> Color {
    let color = Color(Double(pixel.red), Double(pixel.green), Double(pixel.blue), Double(pixel.alpha)) / 255
    guard transfer != .standard, color.w > 0 else { return color }
    func light(_ value: Double) -> Double {
      let value = min(value / color.w, 1)
      return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
    }
    let (r, g, b) = (light(color.x), light(color.y), light(color.z))
    var wide: [Double] = [
      0.6274 * r + 0.3293 * g + 0.0433 * b, 0.0691 * r + 0.9195 * g + 0.0114 * b, 0.0164 * r + 0.0880 * g + 0.8956 * b,
    ]
    if transfer == .hybridLogGamma {
      let luminance: Double = 0.203 * (0.2627 * wide[0] + 0.6780 * wide[1] + 0.0593 * wide[2])
      let gain: Double = luminance > 0 ? 0.203 * pow(luminance, 1 / 1.2 - 1) : 0
      wide = wide.map { hybridLogGamma($0 * gain) }
    } else {
      wide = wide.map { perceptualQuantizer(203 * $0) }
    }
    return Color(wide[0] * color.w, wide[1] * color.w, wide[2] * color.w, color.w)
  }

  private func perceptualQuantizer(_ luminance: Double) -> Double {
    let y: Double = pow(luminance / 10_000, 0.1593017578125)
    let quotient: Double = (0.8359375 + 18.8515625 * y) / (1 + 18.6875 * y)
    return pow(quotient, 78.84375)
  }

  private func hybridLogGamma(_ light: Double) -> Double {
    light <= 1.0 / 12 ? sqrt(3 * light) : 0.17883277 * log(12 * light - 0.28466892) + 0.55991073
  }
}
