import OverlayRender

/// The colors of a picture in any format, in real numbers.
///
/// Color differences are interpolated linearly between samples, which are on the even columns, and between two rows.
struct ColorReference {
  private struct Samples {
    let values: [Double]
    let size: PixelSize
    let subsampling: (across: Int, down: Int)

    /// Returns the value at a place in samples. Beyond the edges, the outermost samples continue.
    private subscript(column: Int, row: Int) -> Double {
      values[min(max(row, 0), size.height - 1) * size.width + min(max(column, 0), size.width - 1)]
    }

    /// Returns the value of a pixel.
    func value(x: Int, y: Int) -> Double {
      let column = Double(x) / Double(subsampling.across)
      let row = subsampling.down == 1 ? Double(y) : (Double(y) - 0.5) / 2
      let (left, top) = (Int(column.rounded(.down)), Int(row.rounded(.down)))
      let (right, below) = (column - Double(left), row - Double(top))
      let upper = self[left, top] * (1 - right) + self[left + 1, top] * right
      let lower = self[left, top + 1] * (1 - right) + self[left + 1, top + 1] * right
      return upper * (1 - below) + lower * below
    }
  }

  private let format: VideoFormat
  private var components: [PixelFormat.Component: Samples] = [:]

  init(_ picture: PixelBuffer) {
    format = picture.format
    let bytesPerSample = format.pixelFormat.bytesPerComponent
    picture.withUnsafeBytes { bytes in
      for (plane, layout) in zip(format.pixelFormat.planes, format.planes) {
        for (index, component) in plane.components.enumerated() {
          let values = (0..<layout.size.width * layout.size.height).map { sample in
            let offset = layout.offset + (sample * plane.components.count + index) * bytesPerSample
            let high = bytesPerSample == 2 ? Int(bytes[offset + 1]) << 8 : 0
            return Double(Int(bytes[offset]) + high)
          }
          components[component] = Samples(
            values: values, size: layout.size, subsampling: (plane.horizontalSubsampling, plane.verticalSubsampling))
        }
      }
    }
  }

  /// The blue, green and red of a pixel over black, and its alpha, in 0...255.
  func pixel(_ x: Int, _ y: Int) -> SIMD4<Double> {
    let full = Double(1 << format.pixelFormat.bitsPerComponent - 1)
    func value(_ component: PixelFormat.Component) -> Double { components[component]?.value(x: x, y: y) ?? 0 }
    let alpha = components[.alpha] == nil ? 1 : value(.alpha) / full
    var color: SIMD3<Double>
    if format.pixelFormat.colorModel == .rgb {
      color = SIMD3(value(.blue), value(.green), value(.red)) / full
    } else {
      color = self.color(value(.luma), value(.blueDifference), value(.redDifference))
    }
    color.clamp(lowerBound: .zero, upperBound: .one)
    if format.pixelFormat.alpha == .straight { color *= alpha }
    return SIMD4(color, alpha) * 255
  }

  private func color(_ luma: Double, _ blueDifference: Double, _ redDifference: Double) -> SIMD3<Double> {
    let unit = Double(1 << (format.pixelFormat.bitsPerComponent - 8))
    let full = Double(1 << format.pixelFormat.bitsPerComponent - 1)
    let isFull = format.range == .full
    let (kr, kb) =
      switch format.matrix {
      case .bt601: (0.299, 0.114)
      case .bt709: (0.2126, 0.0722)
      case .bt2020: (0.2627, 0.0593)
      }
    let y = isFull ? luma / full : (luma - 16 * unit) / (219 * unit)
    guard format.pixelFormat.colorModel == .yCbCr else { return SIMD3(repeating: y) }
    let scale = isFull ? full : 224 * unit
    let blue = y + (2 - 2 * kb) * (blueDifference - 128 * unit) / scale
    let red = y + (2 - 2 * kr) * (redDifference - 128 * unit) / scale
    return SIMD3(blue, (y - kb * blue - kr * red) / (1 - kb - kr), red)
  }
}

extension PixelBuffer {
  /// The bytes.
  var bytes: [UInt8] { withUnsafeBytes { Array($0) } }

  /// Creates a picture of bytes.
  static func make(_ format: VideoFormat, _ bytes: [UInt8]) throws -> PixelBuffer {
    var draft = try PixelBufferDraft(format: format)
    draft.withUnsafeMutableBytes { $0.copyBytes(from: bytes) }
    return draft.freeze()
  }

  /// Creates a picture of random samples within the bits of the format. Premultiplied colors do not exceed alpha.
  static func noise(_ format: VideoFormat, using random: inout some RandomNumberGenerator) throws -> PixelBuffer {
    let maximum = UInt16(1 << format.pixelFormat.bitsPerComponent - 1)
    var bytes: [UInt8] = []
    if format.pixelFormat.bytesPerComponent == 2 {
      for _ in 0..<format.byteCount / 2 {
        let sample = UInt16.random(in: 0...maximum, using: &random)
        bytes += [UInt8(sample & 0xff), UInt8(sample >> 8)]
      }
    } else {
      bytes = (0..<format.byteCount).map { _ in .random(in: 0...UInt8(maximum), using: &random) }
    }
    if format.pixelFormat.alpha == .premultiplied {
      for pixel in stride(from: 0, to: bytes.count, by: 4) {
        for channel in pixel..<pixel + 3 { bytes[channel] = min(bytes[channel], bytes[pixel + 3]) }
      }
    }
    return try make(format, bytes)
  }

  /// Creates a picture of one opaque color.
  static func solid(_ format: VideoFormat, red: Int, green: Int, blue: Int, alpha: Int = 255) throws -> PixelBuffer {
    let pixel = [UInt8(blue), UInt8(green), UInt8(red), UInt8(alpha)]
    let bytes = [[UInt8]](repeating: pixel, count: format.size.width * format.size.height).flatMap(\.self)
    let picture = try make(VideoFormat(size: format.size, pixelFormat: .bgra), bytes)
    return try picture.converted(to: format)
  }
}
