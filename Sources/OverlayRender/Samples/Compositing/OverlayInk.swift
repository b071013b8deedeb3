/// The ink of an overlay in the planes of a movie, in the integers that the pixel format requires.
///
/// This is an enumeration, because the compiler does not specialize generic code that is called through a protocol.
enum OverlayInk {
  case bytes(PlanarInk<ByteBlending>)
  case fineBytes(PlanarInk<FineBytes>)
  case words(PlanarInk<WordBlending>)

  init(target: VideoFormat, transfer: TransferFunction, siting: ChromaSiting) throws(OverlayCompositorError) {
    if target.pixelFormat.bitsPerComponent > 8 {
      self = .words(try PlanarInk(target: target, transfer: transfer, siting: siting))
    } else if target.pixelFormat.alpha == .straight {
      self = .fineBytes(try PlanarInk(target: target, transfer: transfer, siting: siting))
    } else {
      self = .bytes(try PlanarInk(target: target, transfer: transfer, siting: siting))
    }
  }

  /// Whether nothing is to be drawn.
  var isEmpty: Bool {
    switch self {
    case .bytes(let ink): ink.isEmpty
    case .fineBytes(let ink): ink.isEmpty
    case .words(let ink): ink.isEmpty
    }
  }

  /// Converts the part of an overlay that changed.
  func update(_ damage: Damage, from overlay: PixelBuffer) {
    switch self {
    case .bytes(let ink): ink.update(damage, from: overlay) { $0.convertBytes($1, from: $2) }
    case .fineBytes(let ink): ink.update(damage, from: overlay) { $0.convert($1, from: $2) }
    case .words(let ink): ink.update(damage, from: overlay) { $0.convert($1, from: $2) }
    }
  }

  /// Draws the ink on a picture of the movie.
  func blend(over planes: [PlaneMemory]) {
    switch self {
    case .bytes(let ink): ink.blend(over: planes)
    case .fineBytes(let ink): ink.blendOverStraightAlpha(planes)
    case .words(let ink): ink.hasStraightAlpha ? ink.blendOverStraightAlpha(planes) : ink.blend(over: planes)
    }
  }
}

/// The ink of an overlay, in the integers of an arithmetic.
final class PlanarInk<Integers: InkIntegers> {
  private let target: VideoFormat
  private let colors: OverlayColors
  fileprivate let planes: [InkPlane<Integers>]
  private let grids: [SampleGrid<Integers>]
  /// The planes in the order in which they are blended. The plane with alpha is the last, because the others read it.
  private let order: [Int]
  /// The plane and the component with straight alpha.
  private let alpha: (plane: Int, component: Int)?

  init(target: VideoFormat, transfer: TransferFunction, siting: ChromaSiting) throws(OverlayCompositorError) {
    self.target = target
    colors = OverlayColors(transfer)
    let format = target.pixelFormat
    var planes: [InkPlane<Integers>] = []
    var grids: [SampleGrid<Integers>] = []
    for (plane, layout) in zip(format.planes, target.planes) {
      let ink: InkPlane<Integers>
      do {
        ink = try InkPlane(size: layout.size, componentCount: plane.components.count)
      } catch { throw .memory(error) }
      planes.append(ink)
      guard let grid = SampleGrid<Integers>(plane, size: layout.size, siting: siting) else {
        throw .unsupportedTarget(format)
      }
      let index = grids.firstIndex { $0.hasSameSamples(as: grid) } ?? grids.count
      if index == grids.count { grids.append(grid) }
      grids[index].planes.append(ink)
      for (offset, component) in plane.components.enumerated() {
        grids[index].components.append(
          ComponentInk(
            encoding: ComponentEncoding(component, of: target), values: ink.values, componentCount: ink.componentCount,
            offset: offset))
      }
    }
    self.planes = planes
    self.grids = grids
    let alphaPlane = format.planes.firstIndex { $0.components.contains(.alpha) }
    order = planes.indices.filter { $0 != alphaPlane } + (alphaPlane.map { [$0] } ?? [])
    guard format.alpha == .straight, let alphaPlane,
      let component = format.planes[alphaPlane].components.firstIndex(of: .alpha)
    else {
      alpha = nil
      return
    }
    alpha = (alphaPlane, component)
  }

  // A key path would be made anew for each type of integers.
  var isEmpty: Bool { planes.allSatisfy { $0.inkedRows.isEmpty } }

  func update(
    _ damage: Damage, from overlay: PixelBuffer,
    convert: (SampleGrid<Integers>, PixelRect, OverlayPixels) -> Void
  ) {
    overlay.withUnsafeBytes { bytes in
      guard let base = bytes.baseAddress else { return }
      let source = OverlayPixels(base: base, size: target.size, colors: colors)
      damage.forEach { rectangle in
        for grid in grids { convert(grid, rectangle, source) }
      }
    }
    for plane in planes { plane.findInkedRows() }
  }

  /// Whether the movie has straight alpha.
  var hasStraightAlpha: Bool { alpha != nil }

  /// Draws the ink on a picture of a format with straight alpha.
  func blendOverStraightAlpha(_ memory: [PlaneMemory]) {
    guard let alpha else { return }
    for index in order {
      guard let grid = grids.first(where: { grid in grid.planes.contains { $0 === planes[index] } }) else { continue }
      let backdrop = BackdropAlpha(
        plane: memory[alpha.plane], size: target.size, componentCount: planes[alpha.plane].componentCount,
        component: alpha.component, bitsPerComponent: target.pixelFormat.bitsPerComponent,
        horizontal: grid.horizontal, vertical: grid.vertical)
      planes[index].blend(
        over: memory[index], alphaIndex: index == alpha.plane ? alpha.component : nil, backdrop: backdrop)
    }
  }
}

extension PlanarInk where Integers: BlendArithmetic {
  /// Draws the ink on a picture of a format without straight alpha.
  func blend(over memory: [PlaneMemory]) {
    for index in planes.indices { planes[index].blend(over: memory[index]) }
  }
}

/// The pixels of an overlay.
struct OverlayPixels {
  /// The pixel with the lowest number that is not transparent.
  static let leastInk: UInt32 = 0x0100_0000

  let base: UnsafeRawPointer
  let size: PixelSize
  let colors: OverlayColors

  @inline(__always)
  func pixel(x: Int, y: Int) -> UInt32 {
    (base + 4 * (y * size.width + x)).load(as: UInt32.self)
  }

  /// Whether any of the few pixels that belong to a sample is not transparent.
  @inline(__always)
  func hasInk(columns: Range<Int>, rows: Range<Int>) -> Bool {
    for y in rows {
      for x in columns where pixel(x: x, y: y) >= Self.leastInk { return true }
    }
    return false
  }

  /// Whether any pixel of longer rows is not transparent.
  func containsInk(columns: Range<Int>, rows: Range<Int>) -> Bool {
    for y in rows {
      for x in stride(from: columns.lowerBound, to: columns.upperBound, by: PixelVector.scalarCount) {
        let pixels = PixelVector.load(base + 4 * (y * size.width + x), count: columns.upperBound - x)
        if !pixels.isTransparent { return true }
      }
    }
    return false
  }
}

/// The samples of planes with the same subsampling, whose color is filtered once.
struct SampleGrid<Integers: InkIntegers> {
  let size: PixelSize
  let horizontal: SubsamplingFilter
  let vertical: SubsamplingFilter
  var planes: [InkPlane<Integers>] = []
  var components: [ComponentInk<Integers>] = []

  /// Creates the grid of a plane, or returns `nil` if its subsampling is not supported.
  init?(_ plane: PixelFormat.Plane, size: PixelSize, siting: ChromaSiting) {
    guard
      let horizontal = SubsamplingFilter(subsampling: plane.horizontalSubsampling, isCosited: siting != .center),
      let vertical = SubsamplingFilter(subsampling: plane.verticalSubsampling, isCosited: siting == .topLeft)
    else { return nil }
    (self.size, self.horizontal, self.vertical) = (size, horizontal, vertical)
  }

  func hasSameSamples(as other: SampleGrid) -> Bool {
    horizontal == other.horizontal && vertical == other.vertical
  }

  /// Converts every sample that depends on a rectangle of the overlay.
  func convert(_ rectangle: PixelRect, from overlay: OverlayPixels) {
    let rows = vertical.samples(influencedBy: rectangle.minY..<rectangle.maxY, sampleCount: size.height)
    let columns = horizontal.samples(influencedBy: rectangle.minX..<rectangle.maxX, sampleCount: size.width)
    let blockLength = 16
    let pixelCount = horizontal.factor * (blockLength - 1) + horizontal.count
    withUnsafeTemporaryAllocation(of: SIMD4<Float>.self, capacity: pixelCount) { scratch in
      for row in rows {
        for plane in planes { plane.clear(row: row, columns: columns) }
        for start in stride(from: columns.lowerBound, to: columns.upperBound, by: blockLength) {
          convert(row: row, columns: start..<min(start + blockLength, columns.upperBound), from: overlay, scratch)
        }
        for plane in planes { plane.findRuns(row: row) }
      }
    }
  }

  /// Converts the samples whose own pixels contain ink. `scratch` has space for their pixels.
  private func convert(
    row: Int, columns: Range<Int>, from overlay: OverlayPixels, _ scratch: UnsafeMutableBufferPointer<SIMD4<Float>>
  ) {
    let ownRows = vertical.ownPixels(of: row..<row + 1, pixelCount: overlay.size.height)
    let ownColumns = horizontal.ownPixels(of: columns, pixelCount: overlay.size.width)
    guard overlay.containsInk(columns: ownColumns, rows: ownRows) else { return }
    filterVertically(row: row, columns: columns, from: overlay, into: scratch)
    let scale = 1 / Double(vertical.sum * horizontal.sum)
    for column in columns {
      let own = horizontal.ownPixels(of: column..<column + 1, pixelCount: overlay.size.width)
      guard overlay.hasInk(columns: own, rows: ownRows) else { continue }
      let offset = horizontal.factor * (column - columns.lowerBound)
      var sum = SIMD4<Float>.zero
      for index in 0..<horizontal.count { sum += horizontal.weights[index] * scratch[offset + index] }
      let color = SIMD4<Double>(sum) * scale
      for component in components { component.set(row: row, column: column, to: color) }
    }
  }

  /// Filters the pixels of a row of samples in the vertical direction.
  private func filterVertically(
    row: Int, columns: Range<Int>, from overlay: OverlayPixels, into scratch: UnsafeMutableBufferPointer<SIMD4<Float>>
  ) {
    let count = horizontal.factor * (columns.count - 1) + horizontal.count
    let firstColumn = horizontal.firstPixel(of: columns.lowerBound)
    for index in 0..<count { scratch[index] = .zero }
    for down in 0..<vertical.count {
      let y = min(max(vertical.firstPixel(of: row) + down, 0), overlay.size.height - 1)
      for index in 0..<count {
        let pixel = overlay.pixel(x: min(max(firstColumn + index, 0), overlay.size.width - 1), y: y)
        if pixel >= OverlayPixels.leastInk {
          scratch[index] += vertical.weights[down] * overlay.colors.color(pixel)
        }
      }
    }
  }
}

/// A component of the ink in a plane.
struct ComponentInk<Integers: InkIntegers> {
  let encoding: ComponentEncoding
  let values: InkPlane<Integers>.Values
  /// The number of components of the plane.
  let componentCount: Int
  /// The index of this component among them.
  let offset: Int

  /// Stores the value of a color: blue, green, red and alpha in 0...255.
  @inline(__always)
  func set(row: Int, column: Int, to color: SIMD4<Double>) {
    let index = row * values.rowLength + column * componentCount + offset
    let unit = Double(Integers.opaque) / 255
    let alpha = Integers.Alpha(truncatingIfNeeded: Int(color.w * unit + 0.5))
    values.alphas[index] = alpha
    if alpha == Integers.opaque {
      let value = min(max(encoding.base + encoding.sum(color), 0), encoding.maximum)
      values.samples[index] = Integers.Sample(truncatingIfNeeded: Int(min(value + 0.5, encoding.maximum)))
      values.products[values.productIndex(index)] =
        Integers.Product(values.samples[index]) * Integers.Product(Integers.opaque)
    } else {
      // The base has the rounded alpha, so that neutral colors stay neutral.
      let product = encoding.base * Double(alpha) + encoding.sum(color) * 255 * unit
      let limited = min(max(product, 0), encoding.maximum * color.w * unit)
      values.products[values.productIndex(index)] = Integers.Product(truncatingIfNeeded: Int(limited + 0.5))
    }
  }
}
