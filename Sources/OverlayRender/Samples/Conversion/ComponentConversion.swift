/// Converts a picture, or a rectangle of it, sample by sample in real numbers.
///
/// It makes the formats that ``PictureConversion`` does not: those with more than 8 bits, 4:2:2, and other orders of
/// components. And it converts between formats with the same kind of components, such as `nv12` and `yuv420p`, without
/// a way through colors: samples that mean the same stay the same, and what is only in the source, such as 10 bits or
/// colors below alpha, is kept.
struct ComponentConversion: Sendable {
  /// What the components of the target are made of.
  private enum Source: Sendable {
    /// Components of the same kind.
    case components(ComponentRows)
    /// The colors of `bgraPremultiplied`. Behind translucent pixels is black if the target is opaque.
    case colors
  }

  /// How a component of the target is made.
  private struct Component: Sendable {
    let component: PixelFormat.Component
    let place: ComponentRows.Place
    let across: SubsamplingFilter
    let down: SubsamplingFilter
    let encoding: ComponentEncoding
    /// The value of the target for a sample of the source: a factor, and a summand.
    let scale: (factor: Float, summand: Float)
    /// Whether samples of the source are those of the target, at the same places.
    let isDirect: Bool
  }

  let target: VideoFormat
  private let source: Source
  private let components: [Component]

  /// Prepares a conversion from `bgraPremultiplied`, or between formats with the same kind of components. Returns `nil`
  /// if it is neither, or the target is not supported.
  init?(from source: VideoFormat, to target: VideoFormat) {
    guard let rows = ComponentRows(target) else { return nil }
    self.target = target
    let from: ComponentRows?
    if source.pixelFormat == .bgraPremultiplied {
      from = nil
    } else {
      guard source.hasComponents(of: target), let sourceRows = ComponentRows(source) else { return nil }
      from = sourceRows
    }
    self.source = from.map { .components($0) } ?? .colors
    components = target.pixelFormat.planes.flatMap(\.components).compactMap { component in
      guard let place = rows.place(of: component) else { return nil }
      // The siting of `VideoFormat`: on the even columns, and between two rows.
      guard let across = SubsamplingFilter(subsampling: place.horizontalSubsampling, isCosited: true),
        let down = SubsamplingFilter(subsampling: place.verticalSubsampling, isCosited: false)
      else { return nil }
      let other = from?.place(of: component)
      return Component(
        component: component, place: place, across: across, down: down,
        encoding: ComponentEncoding(component, of: target),
        scale: Self.scale(of: component, from: other == nil ? nil : source, to: target),
        isDirect: other.map {
          $0.horizontalSubsampling == place.horizontalSubsampling && $0.verticalSubsampling == place.verticalSubsampling
        } ?? (from != nil))
    }
  }

  /// Returns how samples of a component become those of another format. A component that the source does not have has
  /// one value: that of opaque pixels, or of gray.
  private static func scale(
    of component: PixelFormat.Component, from source: VideoFormat?, to target: VideoFormat
  ) -> (factor: Float, summand: Float) {
    let new = ComponentRange(component, of: target)
    guard let source else { return (0, component == .alpha ? new.base + new.extent : new.base) }
    let old = ComponentRange(component, of: source)
    let factor = new.extent / old.extent
    return (factor, new.base - old.base * factor)
  }

  /// Calculates every sample of the target picture that depends on the pixels of a rectangle.
  ///
  /// - Parameters:
  ///   - rectangle: A rectangle within the picture.
  ///   - planes: The planes of the source.
  ///   - output: The bytes of the whole converted picture.
  func convert(_ rectangle: PixelRect, from planes: [SourcePlane], to output: UnsafeMutableRawBufferPointer) {
    guard !rectangle.isEmpty, let output = output.baseAddress else { return }
    var pixels = rectangle
    if case .components(let rows) = source { pixels = rows.pixels(influencedBy: rectangle) }
    for component in components {
      let layout = target.planes[component.place.plane]
      let columns = component.across.samples(influencedBy: pixels.columns, sampleCount: layout.size.width)
      let lines = component.down.samples(influencedBy: pixels.rows, sampleCount: layout.size.height)
      let bytes = target.pixelFormat.bytesPerComponent
      for line in lines {
        let values = component.isDirect ? direct(component, line, columns, planes) : filtered(component, line, columns, planes)
        var address = output + layout.offset + line * layout.bytesPerRow
        address += (columns.lowerBound * component.place.stride + component.place.offset) * bytes
        let maximum = Float(component.encoding.maximum)
        for value in values {
          let sample = UInt16(min(max(value.rounded(), 0), maximum))
          if bytes == 1 { address.storeBytes(of: UInt8(sample), as: UInt8.self) } else { address.storeBytes(of: sample, as: UInt16.self) }
          address += component.place.stride * bytes
        }
      }
    }
  }

  /// Returns samples that are at the same places in the source.
  private func direct(
    _ component: Component, _ line: Int, _ columns: Range<Int>, _ planes: [SourcePlane]
  ) -> [Float] {
    guard case .components(let rows) = source else { return [] }
    var samples = [UInt16](repeating: 0, count: columns.count)
    samples.withUnsafeMutableBufferPointer { samples in
      guard let base = samples.baseAddress else { return }
      rows.read(component.component, row: line, columns: columns, of: planes, into: base)
    }
    return samples.map { Float($0) * component.scale.factor + component.scale.summand }
  }

  /// Returns samples that are filtered from the pixels of the source.
  private func filtered(
    _ component: Component, _ line: Int, _ columns: Range<Int>, _ planes: [SourcePlane]
  ) -> [Float] {
    let size = target.size
    let first = component.across.firstPixel(of: columns.lowerBound)
    let end = component.across.firstPixel(of: columns.upperBound - 1) + component.across.count
    let visible = max(first, 0)..<min(end, size.width)
    // The sums of the values and of their alphas over the rows of the filter.
    var values = [SIMD2<Float>](repeating: .zero, count: visible.count)
    for index in 0..<component.down.count {
      let row = min(max(component.down.firstPixel(of: line) + index, 0), size.height - 1)
      add(component, row, visible, planes, times: component.down.weights[index] / component.down.sum, to: &values)
    }
    return columns.map { column in
      var sum = SIMD2<Float>.zero
      for index in 0..<component.across.count {
        let x = min(max(component.across.firstPixel(of: column) + index, 0), size.width - 1)
        sum += component.across.weights[index] / component.across.sum * values[x - visible.lowerBound]
      }
      return value(component, sum)
    }
  }

  /// Adds the values of the pixels of a row, and their alphas, 0...1.
  private func add(
    _ component: Component, _ row: Int, _ columns: Range<Int>, _ planes: [SourcePlane], times weight: Float,
    to values: inout [SIMD2<Float>]
  ) {
    switch source {
    case .colors:
      let pixels = planes[0].base + row * planes[0].bytesPerRow + 4 * columns.lowerBound
      for index in 0..<columns.count {
        let pixel = (pixels + 4 * index).loadUnaligned(as: SIMD4<UInt8>.self)
        let sum = Float(component.encoding.sum(SIMD4<Double>(pixel)))
        values[index] += weight * SIMD2(sum, Float(pixel.w) / 255)
      }
    case .components(let rows):
      let length = columns.count + 4
      withUnsafeTemporaryAllocation(of: UInt16.self, capacity: 4 * length) { memory in
        guard let base = memory.baseAddress else { return }
        rows.readDifference(
          component.component, row: row, columns: columns, of: planes, into: base, scratch: base + length,
          scratchRow: length)
        let unit = 1 / Float(1 << rows.chromaFractionBits)
        for index in 0..<columns.count { values[index] += weight * SIMD2(Float(base[index]) * unit, 1) }
      }
    }
  }

  private func value(_ component: Component, _ sum: SIMD2<Float>) -> Float {
    guard case .colors = source else { return sum.x * component.scale.factor + component.scale.summand }
    let maximum = Float(component.encoding.maximum)
    let base = Float(component.encoding.base)
    if component.component == .alpha { return sum.y * maximum }
    guard target.pixelFormat.alpha == .straight else { return base + sum.x }
    return sum.y > 0 ? base + sum.x / sum.y : base
  }
}

/// The values of a component of a format.
private struct ComponentRange {
  /// The value of black, of gray, or of transparent pixels.
  let base: Float
  /// The distance to white, to saturated color on both sides, or to opaque pixels.
  let extent: Float

  init(_ component: PixelFormat.Component, of format: VideoFormat) {
    let bits = format.pixelFormat.bitsPerComponent
    let unit = Float(1 << (bits - 8))
    let full = Float(1 << bits - 1)
    let isFull = format.range == .full || format.pixelFormat.colorModel == .gray
    switch component {
    case .luma: (base, extent) = isFull ? (0, full) : (16 * unit, 219 * unit)
    case .blueDifference, .redDifference: (base, extent) = (128 * unit, isFull ? full : 224 * unit)
    case .red, .green, .blue, .alpha: (base, extent) = (0, full)
    }
  }
}

extension VideoFormat {
  /// Whether the components of another format are the same quantities, so that no colors are needed between them.
  fileprivate func hasComponents(of other: VideoFormat) -> Bool {
    let (mine, others) = (pixelFormat, other.pixelFormat)
    let isSameModel =
      mine.colorModel == .rgb ? others.colorModel == .rgb : others.colorModel != .rgb && matrix == other.matrix
    return isSameModel && (mine.alpha == others.alpha || mine.alpha == .opaque)
  }
}

extension PixelRect {
  fileprivate var columns: Range<Int> { minX..<maxX }
  fileprivate var rows: Range<Int> { minY..<maxY }
}
