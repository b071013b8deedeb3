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
