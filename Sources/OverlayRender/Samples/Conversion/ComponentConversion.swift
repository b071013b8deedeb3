/// Converts a picture, or a rectangle of it, sample by sample in real numbers.
///
/// From `bgraPremultiplied`, it makes the formats that ``PictureConversion`` does not: 4:2:2, subsampled color
/// differences of more than 8 bits, and other orders of components. And it converts between formats with the same kind
/// of components, such as `nv12` and `yuv420p`, without a way through colors: samples that mean the same stay the
/// same, and what is only in the source, such as 10 bits or colors below alpha, is kept.
struct ComponentConversion: Sendable {
  /// A component of the target, and how it is made.
  fileprivate struct Component: Sendable {
    enum Origin: Sendable {
      /// The value of opaque pixels or of gray, because the source does not have the component.
      case constant(Float)
      /// A sample of the source at the same place, times the factor, plus the summand.
      case sample(factor: Float, summand: Float)
      /// As before, but color differences of another subsampling.
      case differences(factor: Float, summand: Float, interpolatesColumns: Bool, interpolatesRows: Bool)
      /// The colors of `bgraPremultiplied`.
      case colors
    }

    let component: PixelFormat.Component
    let place: ComponentRows.Place
    let encoding: ComponentEncoding
    /// The subsampling of the component.
    let subsampling: (across: SubsamplingFilter, down: SubsamplingFilter)
    /// The filters of its values, which do nothing in a direction in which the source has the same samples.
    let filters: (across: SubsamplingFilter, down: SubsamplingFilter)
    let origin: Origin
  }

  private let target: VideoFormat
  /// The source; `nil` for `bgraPremultiplied`.
  private let source: ComponentRows?
  private let components: [Component]

  /// Prepares a conversion from `bgraPremultiplied`.
  init(fromColorsTo target: ComponentRows) {
    self.init(nil, target)
  }

  /// Prepares a conversion between formats with the same kind of components. Returns `nil` if they differ.
  init?(from source: ComponentRows, to target: ComponentRows) {
    guard source.format.hasComponents(of: target.format) else { return nil }
    self.init(source, target)
  }

  private init(_ source: ComponentRows?, _ target: ComponentRows) {
    self.source = source
    self.target = target.format
    components = target.format.pixelFormat.planes.flatMap(\.components).compactMap { component in
      target.place(of: component).flatMap { place in
        Component(component, at: place, of: target.format, from: source)
      }
    }
  }

  /// Calculates every sample of the target picture that depends on the pixels of a rectangle.
  ///
  /// - Parameters:
  ///   - rectangle: A rectangle within the picture.
  ///   - source: The bytes of the whole picture.
  ///   - output: The bytes of the whole converted picture.
  func convert(
    _ rectangle: PixelRect, from source: UnsafeRawBufferPointer, to output: UnsafeMutableRawBufferPointer
  ) {
    guard !rectangle.isEmpty, let first = source.baseAddress, let output = output.baseAddress else { return }
    let planes = (self.source?.format ?? target.with(.bgraPremultiplied)).sourcePlanes(at: first)
    let pixels = self.source?.pixels(influencedBy: rectangle) ?? rectangle
    let bytes = target.pixelFormat.bytesPerComponent
    for component in components {
      let layout = target.planes[component.place.plane]
      let columns = component.subsampling.across.samples(
        influencedBy: pixels.minX..<pixels.maxX, sampleCount: layout.size.width)
      let rows = component.subsampling.down.samples(
        influencedBy: pixels.minY..<pixels.maxY, sampleCount: layout.size.height)
      let maximum = Float(component.encoding.maximum)
      for row in rows {
        var address = output + layout.offset + row * layout.bytesPerRow
        address += (columns.lowerBound * component.place.stride + component.place.offset) * bytes
        for value in values(of: component, row, columns, planes) {
          let sample = UInt16(min(max(value.rounded(), 0), maximum))
          if bytes == 1 {
            address.storeBytes(of: UInt8(sample), as: UInt8.self)
          } else {
            address.storeBytes(of: sample, as: UInt16.self)
          }
          address += component.place.stride * bytes
        }
      }
    }
  }

  /// Returns the values of a row of samples, before they are rounded.
  private func values(
    of component: Component, _ row: Int, _ columns: Range<Int>, _ planes: [SourcePlane]
  ) -> [Float] {
    switch component.origin {
    case .constant(let value):
      return Array(repeating: value, count: columns.count)
    case .sample(let factor, let summand):
      var samples = [UInt16](repeating: 0, count: columns.count)
      source?.read(component.component, row: row, columns: columns, of: planes, into: &samples)
      return samples.map { Float($0) * factor + summand }
    case .differences(let factor, let summand, let interpolatesColumns, let interpolatesRows):
      guard let source else { return [] }
      let unit = 1 / Float(1 << source.chromaFractionBits)
      return component.filtered(row, columns, in: target) { row, columns, add in
        // Samples, and three rows of scratch memory.
        let length = columns.count + ComponentRows.scratchMargin
        withUnsafeTemporaryAllocation(of: UInt16.self, capacity: 4 * length) { memory in
          guard let samples = memory.baseAddress else { return }
          source.readDifference(
            component.component, row: row, columns: columns, of: planes, into: samples, scratch: samples + length,
            interpolatesColumns: interpolatesColumns, interpolatesRows: interpolatesRows)
          for index in 0..<columns.count { add(index, SIMD2(Float(samples[index]) * unit, 1)) }
        }
      }
      .map { $0.x * factor + summand }
    case .colors:
      return component.filtered(row, columns, in: target) { row, columns, add in
        let pixels = planes[0].base + row * planes[0].bytesPerRow + 4 * columns.lowerBound
        for index in 0..<columns.count {
          let pixel = (pixels + 4 * index).loadUnaligned(as: SIMD4<UInt8>.self)
          add(index, SIMD2(Float(component.encoding.sum(SIMD4<Double>(pixel))), Float(pixel.w) / 255))
        }
      }
      .map { component.value(of: $0, isStraight: target.pixelFormat.alpha == .straight) }
    }
  }
}

extension ComponentConversion.Component {
  /// Returns `nil` for a subsampling that ``ComponentRows`` does not allow either.
  fileprivate init?(
    _ component: PixelFormat.Component, at place: ComponentRows.Place, of target: VideoFormat,
    from source: ComponentRows?
  ) {
    // The siting of `VideoFormat`: on the even columns, and between two rows.
    guard max(place.horizontalSubsampling, place.verticalSubsampling) <= 2,
      let across = SubsamplingFilter(subsampling: place.horizontalSubsampling, isCosited: true),
      let down = SubsamplingFilter(subsampling: place.verticalSubsampling, isCosited: false),
      let none = SubsamplingFilter(subsampling: 1, isCosited: true)
    else { return nil }
    self.component = component
    self.place = place
    encoding = ComponentEncoding(component, of: target)
    subsampling = (across, down)
    let new = ComponentRange(component, of: target)
    guard let source else {
      (origin, filters) = (.colors, subsampling)
      return
    }
    guard let old = source.place(of: component) else {
      (origin, filters) = (.constant(Float(component == .alpha ? new.base + new.extent : new.base)), subsampling)
      return
    }
    let range = ComponentRange(component, of: source.format)
    let factor = Float(new.extent) / Float(range.extent)
    let summand = Float(new.base) - Float(range.base) * factor
    let hasColumns = old.horizontalSubsampling == place.horizontalSubsampling
    let hasRows = old.verticalSubsampling == place.verticalSubsampling
    filters = (hasColumns ? none : across, hasRows ? none : down)
    origin =
      hasColumns && hasRows
      ? .sample(factor: factor, summand: summand)
      : .differences(
        factor: factor, summand: summand, interpolatesColumns: !hasColumns, interpolatesRows: !hasRows)
  }

  /// Filters a row of samples.
  ///
  /// - Parameter values: Calls its last argument with the value of each of the columns of a row, counted from the first
  ///   one, and with its alpha, 0...1.
  fileprivate func filtered(
    _ row: Int, _ columns: Range<Int>, in target: VideoFormat,
    _ values: (_ row: Int, _ columns: Range<Int>, _ add: (Int, SIMD2<Float>) -> Void) -> Void
  ) -> [SIMD2<Float>] {
    let (across, down) = filters
    let samples = target.planes[place.plane].size
    let width = across.factor == 1 ? samples.width : target.size.width
    let height = down.factor == 1 ? samples.height : target.size.height
    let first = max(across.firstPixel(of: columns.lowerBound), 0)
    let end = min(across.firstPixel(of: columns.upperBound - 1) + across.count, width)
    // Over the rows of the filter, and then over its columns.
    var sums = [SIMD2<Float>](repeating: .zero, count: end - first)
    for index in 0..<down.count {
      let weight = down.weights[index] / down.sum
      values(min(max(down.firstPixel(of: row) + index, 0), height - 1), first..<end) { sums[$0] += weight * $1 }
    }
    return columns.map { column in
      (0..<across.count).reduce(into: .zero) { sum, index in
        let x = min(max(across.firstPixel(of: column) + index, 0), width - 1)
        sum += across.weights[index] / across.sum * sums[x - first]
      }
    }
  }

  /// Returns the value for a premultiplied color and its alpha.
  fileprivate func value(of color: SIMD2<Float>, isStraight: Bool) -> Float {
    if component == .alpha { return color.y * Float(encoding.maximum) }
    let base = Float(encoding.base)
    guard isStraight else { return base + color.x }
    return color.y > 0 ? base + color.x / color.y : base
  }
}

extension VideoFormat {
  /// Whether the components of another format are the same quantities, so that no colors are needed between them.
  fileprivate func hasComponents(of other: VideoFormat) -> Bool {
    let isRGB = pixelFormat.colorModel == .rgb
    guard isRGB == (other.pixelFormat.colorModel == .rgb), isRGB || matrix == other.matrix else { return false }
    return pixelFormat.alpha == other.pixelFormat.alpha || !pixelFormat.hasAlpha
  }
}
