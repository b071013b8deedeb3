import CPixels

/// The memory of a plane that is read.
package struct SourcePlane {
  /// The first sample of the first row.
  package let base: UnsafeRawPointer
  /// The distance in bytes between two rows. It is negative if the last row is the first one in memory.
  package let bytesPerRow: Int

  /// Creates a description of memory.
  package init(base: UnsafeRawPointer, bytesPerRow: Int) {
    self.base = base
    self.bytesPerRow = bytesPerRow
  }
}

extension VideoFormat {
  /// Returns the planes of a picture in memory, in the order of the pixel format.
  package func sourcePlanes(at base: UnsafeRawPointer) -> [SourcePlane] {
    planes.map { SourcePlane(base: base + $0.offset, bytesPerRow: $0.bytesPerRow) }
  }
}

/// Reads the components of pictures as rows of 16 bits, with a sample for each pixel.
///
/// Subsampled color differences are interpolated linearly: between the columns of samples, which are on the even
/// columns of pixels, and between the rows of samples, each of which is between two rows of pixels. Outside its edges,
/// the picture continues with its outermost samples.
struct ComponentRows: Sendable {
  /// Where the samples of a component are.
  struct Place: Sendable, Hashable {
    let plane: Int
    /// The number of samples before this one, in the samples of a pixel.
    let offset: Int
    /// The number of samples of a pixel.
    let stride: Int
    let horizontalSubsampling: Int
    let verticalSubsampling: Int

    var isSubsampled: Bool { horizontalSubsampling * verticalSubsampling > 1 }
  }

  let format: VideoFormat
  private let places: [PixelFormat.Component: Place]
  private var bytes: Int { format.pixelFormat.bytesPerComponent }

  /// The fraction bits of a row of color differences. Their sum with the bits of a sample is at most 16.
  let chromaFractionBits: Int
  /// The low bits of color differences that are dropped, so that fraction bits fit.
  private let droppedBits: Int

  /// Returns `nil` for a format that cannot be read: one with less than 8 bits, a component that is missing, two
  /// samples of a component, premultiplied luma, or subsampling other than by two in color differences.
  init?(_ format: VideoFormat) {
    let pixelFormat = format.pixelFormat
    guard pixelFormat.bitsPerComponent >= 8 else { return nil }
    var places: [PixelFormat.Component: Place] = [:]
    for (index, plane) in pixelFormat.planes.enumerated() {
      for (offset, component) in plane.components.enumerated() {
        let place = Place(
          plane: index, offset: offset, stride: plane.components.count,
          horizontalSubsampling: plane.horizontalSubsampling, verticalSubsampling: plane.verticalSubsampling)
        let limit = component == .blueDifference || component == .redDifference ? 2 : 1
        guard places.updateValue(place, forKey: component) == nil, plane.horizontalSubsampling <= limit,
          plane.verticalSubsampling <= limit
        else { return nil }
      }
    }
    let colors: Set<PixelFormat.Component> =
      switch pixelFormat.colorModel {
      case .rgb: [.red, .green, .blue]
      case .yCbCr: [.luma, .blueDifference, .redDifference]
      case .gray: [.luma]
      }
    guard Set(places.keys) == (pixelFormat.hasAlpha ? colors.union([.alpha]) : colors),
      pixelFormat.colorModel == .rgb || pixelFormat.alpha != .premultiplied
    else { return nil }
    self.format = format
    self.places = places
    droppedBits = max(pixelFormat.bitsPerComponent - 13, 0)
    chromaFractionBits = 3 - droppedBits
  }

  /// Returns where a component is; `nil` if the format does not have it.
  func place(of component: PixelFormat.Component) -> Place? { places[component] }

  /// Returns the pixels whose interpolated components depend on the samples of the pixels of a rectangle.
  func pixels(influencedBy rectangle: PixelRect) -> PixelRect {
    guard !rectangle.isEmpty, places.values.contains(where: \.isSubsampled) else { return rectangle }
    let chroma = PixelSize((format.size.width + 1) / 2, (format.size.height + 1) / 2)
    let samples = ChromaFilter.samples(influencedBy: rectangle, in: chroma)
    return PixelRect(
      x: 2 * samples.minX - 1, y: 2 * samples.minY - 1, width: 2 * samples.width + 1, height: 2 * samples.height + 2
    ).union(rectangle).intersection(format.bounds)
  }

  /// Reads a row of samples of a component, as they are stored.
  func read(
    _ component: PixelFormat.Component, row: Int, columns: Range<Int>, of planes: [SourcePlane],
    into target: UnsafeMutablePointer<UInt16>
  ) {
    guard let place = places[component] else { return }
    widen(place, row: row, columns: columns, of: planes[place.plane], dropping: 0, into: target)
  }

  /// The elements that a row of scratch memory has more than the columns that are read.
  static let scratchMargin = 4

  /// Reads a row of a color difference, with ``chromaFractionBits``.
  ///
  /// - Parameters:
  ///   - row: A row of pixels, or of samples if rows are not interpolated.
  ///   - columns: Columns of pixels, or of samples if columns are not interpolated.
  ///   - scratch: Memory for three rows of as many elements as there are columns, and ``scratchMargin``.
  func readDifference(
    _ component: PixelFormat.Component, row: Int, columns: Range<Int>, of planes: [SourcePlane],
    into target: UnsafeMutablePointer<UInt16>, scratch: UnsafeMutablePointer<UInt16>,
    interpolatesColumns: Bool = true, interpolatesRows: Bool = true
  ) {
    guard let place = places[component] else { return }
    let plane = planes[place.plane]
    let isAcross = interpolatesColumns && place.horizontalSubsampling == 2
    let samples = isAcross ? columns.lowerBound / 2..<(columns.upperBound - 1) / 2 + 2 : columns
    let length = columns.count + Self.scratchMargin
    let (near, far, mixed) = (scratch, scratch + length, scratch + 2 * length)
    if interpolatesRows, place.verticalSubsampling == 2 {
      let line = row / 2
      let lastLine = format.planes[place.plane].size.height - 1
      let other = min(max(row % 2 == 0 ? line - 1 : line + 1, 0), lastLine)
      widen(place, row: line, columns: samples, of: plane, dropping: droppedBits, into: near)
      widen(place, row: other, columns: samples, of: plane, dropping: droppedBits, into: far)
      overlay_mix_rows(near, far, samples.count, mixed)
    } else {
      widen(place, row: row, columns: samples, of: plane, dropping: droppedBits, into: near)
      overlay_scale_row(near, samples.count, 2, mixed)
    }
    guard isAcross else { return overlay_scale_row(mixed, columns.count, 1, target) }
    // A range that begins at an odd column begins with the second of two elements.
    guard columns.lowerBound % 2 == 1 else { return overlay_mix_columns(mixed, columns.count, target) }
    overlay_mix_columns(mixed, columns.count + 1, near)
    target.update(from: near + 1, count: columns.count)
  }

  /// Copies a row of samples. The columns may end after the last sample, which is repeated.
  private func widen(
    _ place: Place, row: Int, columns: Range<Int>, of plane: SourcePlane, dropping shift: Int,
    into target: UnsafeMutablePointer<UInt16>
  ) {
    let width = format.planes[place.plane].size.width
    let count = min(columns.upperBound, width) - columns.lowerBound
    let start = plane.base + row * plane.bytesPerRow + (columns.lowerBound * place.stride + place.offset) * bytes
    overlay_widen(start, count, place.stride, bytes, CInt(shift), target)
    for index in count..<columns.count { target[index] = target[count - 1] }
  }
}

extension VideoFormat {
  /// Whether ``FrameConverter`` reads pictures of this format.
  package var isConvertible: Bool { ComponentRows(self) != nil }
}
