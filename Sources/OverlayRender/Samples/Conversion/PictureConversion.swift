/// Converts a picture, or a rectangle of it, from `bgraPremultiplied` to another format of the same size.
///
/// A sample's value never depends on the rectangle it was computed in: the arithmetic is in integers, and the filters
/// read the picture around the rectangle.
struct PictureConversion: Sendable {
  /// The format to convert to.
  let target: VideoFormat

  private let coefficients: ColorCoefficients

  init(to target: VideoFormat) {
    self.target = target
    coefficients = ColorCoefficients(matrix: target.matrix, range: target.range)
  }

  /// Writes every sample of the target picture that pixels of `rectangle` influence.
  ///
  /// - Parameters:
  ///   - rectangle: Pixels within the picture.
  ///   - source: The bytes of the whole picture.
  ///   - output: The bytes of the whole converted picture.
  func convert(
    _ rectangle: PixelRect, from source: UnsafeRawBufferPointer, to output: UnsafeMutableRawBufferPointer
  ) {
    guard !rectangle.isEmpty, let source = source.baseAddress, let output = output.baseAddress else { return }
    switch target.pixelFormat {
    case .bgraPremultiplied:
      eachRow(rectangle, source, output, plane: 0, sampleSize: 4) { $1.copyMemory(from: $0, byteCount: 4 * $2) }
    case .rgbaPremultiplied:
      eachRow(rectangle, source, output, plane: 0, sampleSize: 4) {
        mapPixels($0, count: $2, to: $1) { PackedConversion.swapRedAndBlue($0) }
      }
    case .bgra:
      eachRow(rectangle, source, output, plane: 0, sampleSize: 4) {
        mapPixels($0, count: $2, to: $1) { PackedConversion.straight($0) }
      }
    case .rgba:
      eachRow(rectangle, source, output, plane: 0, sampleSize: 4) {
        mapPixels($0, count: $2, to: $1) { PackedConversion.swapRedAndBlue(PackedConversion.straight($0)) }
      }
    case .gray:
      convertLuma(rectangle, source, output)
    case .yuv444p:
      convertLuma(rectangle, source, output)
      convertChroma(rectangle, source, output, coefficients.chromaBlue, plane: 1)
      convertChroma(rectangle, source, output, coefficients.chromaRed, plane: 2)
    case .yuv420p, .nv12:
      convertLuma(rectangle, source, output)
      convertHalvedChroma(rectangle, source, output) { coefficients.chroma($0) }
    case .yuva420p:
      eachRow(rectangle, source, output, plane: 0, sampleSize: 1) {
        mapPixels($0, count: $2, to: $1) { coefficients.straightLuma($0) }
      }
      convertHalvedChroma(rectangle, source, output) { coefficients.straightChroma($0) }
      eachRow(rectangle, source, output, plane: 3, sampleSize: 1) {
        mapPixels($0, count: $2, to: $1) { SIMD16<UInt8>(truncatingIfNeeded: $0.alpha) }
      }
    }
  }

  private func convertLuma(_ rectangle: PixelRect, _ source: UnsafeRawPointer, _ output: UnsafeMutableRawPointer) {
    eachRow(rectangle, source, output, plane: 0, sampleSize: 1) {
      mapPixels($0, count: $2, to: $1) { coefficients.luma($0) }
    }
  }

  private func convertChroma(
    _ rectangle: PixelRect, _ source: UnsafeRawPointer, _ output: UnsafeMutableRawPointer,
    _ weights: ColorCoefficients.Weights, plane: Int
  ) {
    eachRow(rectangle, source, output, plane: plane, sampleSize: 1) {
      mapPixels($0, count: $2, to: $1) { coefficients.chroma($0, weights) }
    }
  }

  /// Calls `body` with the pixels of each row, where their samples go, and how many there are.
  @inline(__always)
  private func eachRow(
    _ rectangle: PixelRect, _ source: UnsafeRawPointer, _ output: UnsafeMutableRawPointer, plane: Int,
    sampleSize: Int, _ body: (UnsafeRawPointer, UnsafeMutableRawPointer, Int) -> Void
  ) {
    let layout = target.planes[plane]
    for y in rectangle.minY..<rectangle.maxY {
      body(
        source + 4 * (y * target.size.width + rectangle.minX),
        output + layout.offset + y * layout.bytesPerRow + rectangle.minX * sampleSize,
        rectangle.width)
    }
  }

  @inline(__always)
  private func convertHalvedChroma(
    _ rectangle: PixelRect, _ source: UnsafeRawPointer, _ output: UnsafeMutableRawPointer,
    _ kernel: (FilteredColors) -> ChromaVector<SIMD8<UInt8>>
  ) {
    let samples = ChromaFilter.reach(of: rectangle, in: target.chromaSize)
    let filter = ChromaFilter(columns: samples.minX..<samples.maxX, source: source, size: target.size)
    let blue = target.planes[1]
    let isInterleaved = target.pixelFormat == .nv12
    filter.withScratch { scratch in
      for row in samples.minY..<samples.maxY {
        filter.filterDown(row: row, into: scratch)
        let line = row * blue.bytesPerRow
        for index in stride(from: 0, to: samples.width, by: 8) {
          let chroma = kernel(filter.filterAcross(index: index, scratch))
          let count = samples.width - index
          if isInterleaved {
            var pairs = SIMD16<UInt8>()
            pairs.evenHalf = chroma.blue
            pairs.oddHalf = chroma.red
            store(pairs, to: output + blue.offset + line + 2 * (samples.minX + index), count: 2 * count)
          } else {
            let column = line + samples.minX + index
            store(chroma.blue, to: output + blue.offset + column, count: count)
            store(chroma.red, to: output + target.planes[2].offset + column, count: count)
          }
        }
      }
    }
  }
}
