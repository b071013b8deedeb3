import CPixels

/// Converts a picture, or a rectangle of it, from `bgraPremultiplied` to a format that outputs often have.
///
/// The value of a sample does not depend on the rectangle in which it is calculated: samples of 8 bits are calculated
/// with integers, deeper ones of one pixel each, and the filters read the pixels around the rectangle.
struct PictureConversion: Sendable {
  /// The format of the converted picture.
  let target: VideoFormat

  private let coefficients: ColorCoefficients
  private let steps: [Step]

  /// A step of the conversion, which calculates one plane, or both color differences with a common filter.
  private enum Step: Sendable {
    /// Bytes B, G, R, A.
    case bgra(plane: Int, isStraight: Bool)
    /// Bytes R, G, B, A.
    case rgba(plane: Int, isStraight: Bool)
    /// Bytes A, R, G, B with straight alpha.
    case straightARGB(plane: Int)
    case luma(plane: Int, isStraight: Bool)
    case blueDifference(plane: Int)
    case redDifference(plane: Int)
    /// Color differences at half resolution in both directions, in two planes or interleaved in one.
    case subsampledDifferences(bluePlane: Int, redPlane: Int, isStraight: Bool)
    case alpha(plane: Int)
    /// One component for each pixel, with more than 8 bits.
    case samples(plane: Int, overlay_encoding, isStraight: Bool)
  }

  /// Prepares the conversion to a format. Returns `nil` for a format with a plane that is not supported.
  init?(to target: VideoFormat) {
    guard let steps = Self.steps(to: target) else { return nil }
    self.target = target
    self.steps = steps
    coefficients = ColorCoefficients(matrix: target.matrix, range: target.range)
  }

  /// Returns the steps that calculate the planes of a format, or `nil` if a plane is not supported.
  private static func steps(to target: VideoFormat) -> [Step]? {
    typealias Plane = PixelFormat.Plane
    let format = target.pixelFormat
    let isStraight = format.alpha == .straight
    let hasPremultipliedLuma = format.alpha == .premultiplied && format.colorModel != .rgb
    if hasPremultipliedLuma { return nil }
    guard format.bitsPerComponent == 8 else { return deepSteps(to: target, isStraight: isStraight) }
    let subsampledBlue = Plane(.blueDifference, horizontalSubsampling: 2, verticalSubsampling: 2)
    let subsampledRed = Plane(.redDifference, horizontalSubsampling: 2, verticalSubsampling: 2)
    var steps: [Step] = []
    for (index, plane) in format.planes.enumerated() {
      switch plane {
      case Plane(.blue, .green, .red, .alpha): steps.append(.bgra(plane: index, isStraight: isStraight))
      case Plane(.red, .green, .blue, .alpha): steps.append(.rgba(plane: index, isStraight: isStraight))
      case Plane(.alpha, .red, .green, .blue) where isStraight: steps.append(.straightARGB(plane: index))
      case Plane(.luma): steps.append(.luma(plane: index, isStraight: isStraight))
      case Plane(.blueDifference) where !isStraight: steps.append(.blueDifference(plane: index))
      case Plane(.redDifference) where !isStraight: steps.append(.redDifference(plane: index))
      case Plane(.blueDifference, .redDifference, horizontalSubsampling: 2, verticalSubsampling: 2):
        steps.append(.subsampledDifferences(bluePlane: index, redPlane: index, isStraight: isStraight))
      case subsampledBlue:
        guard let red = format.planes.firstIndex(of: subsampledRed) else { return nil }
        steps.append(.subsampledDifferences(bluePlane: index, redPlane: red, isStraight: isStraight))
      case subsampledRed where format.planes.contains(subsampledBlue): break  // calculated with blue
      case Plane(.alpha): steps.append(.alpha(plane: index))
      default: return nil
      }
    }
    return steps
  }

  /// Returns the steps for samples of two bytes, or `nil` if pixels share samples or components share a plane.
  private static func deepSteps(to target: VideoFormat, isStraight: Bool) -> [Step]? {
    guard target.pixelFormat.planes.allSatisfy({ $0 == PixelFormat.Plane($0.components[0]) }) else { return nil }
    return target.pixelFormat.planes.enumerated().map { index, plane in
      let component = plane.components[0]
      return .samples(
        plane: index, overlay_encoding(component, of: target), isStraight: isStraight && component != .alpha)
    }
  }

  /// Calculates every sample of the target picture that depends on the pixels of `rectangle`.
  ///
  /// - Parameters:
  ///   - rectangle: A rectangle within the picture.
  ///   - source: The bytes of the whole picture.
  ///   - output: The bytes of the whole converted picture.
  func convert(
    _ rectangle: PixelRect, from source: UnsafeRawBufferPointer, to output: UnsafeMutableRawBufferPointer
  ) {
    guard !rectangle.isEmpty, let source = source.baseAddress, let output = output.baseAddress else { return }
    // One band after the other, so that its pixels are still in the cache when the second plane is calculated.
    let chroma = PixelSize((target.size.width + 1) / 2, (target.size.height + 1) / 2)
    let samples = ChromaFilter.samples(influencedBy: rectangle, in: chroma)
    for first in stride(from: samples.minY, to: samples.maxY, by: Self.bandRows) {
      let rows = first..<min(first + Self.bandRows, samples.maxY)
      let band = PixelRect(x: rectangle.x, y: 2 * first, width: rectangle.width, height: 2 * rows.count)
        .intersection(rectangle)
      let bandSamples = PixelRect(x: samples.x, y: first, width: samples.width, height: rows.count)
      for step in steps { perform(step, band, bandSamples, source, output) }
    }
  }

  /// The chroma rows of a band at half resolution.
  private static let bandRows = 16

  /// - Parameters:
  ///   - rectangle: The pixels to convert. It may be empty.
  ///   - samples: The subsampled chroma to calculate.
  private func perform(
    _ step: Step, _ rectangle: PixelRect, _ samples: PixelRect, _ source: UnsafeRawPointer,
    _ output: UnsafeMutableRawPointer
  ) {
    switch step {
    case .bgra(let plane, isStraight: false):
      eachRow(rectangle, source, output, plane: plane, sampleSize: 4) { $1.copyMemory(from: $0, byteCount: 4 * $2) }
    case .rgba(let plane, isStraight: false):
      eachRow(rectangle, source, output, plane: plane, sampleSize: 4) {
        mapPixels($0, count: $2, to: $1) { PackedConversion.swapRedAndBlue($0) }
      }
    case .bgra(let plane, isStraight: true):
      eachRow(rectangle, source, output, plane: plane, sampleSize: 4) {
        mapPixels($0, count: $2, to: $1) { PackedConversion.straight($0) }
      }
    case .rgba(let plane, isStraight: true):
      eachRow(rectangle, source, output, plane: plane, sampleSize: 4) {
        mapPixels($0, count: $2, to: $1) { PackedConversion.swapRedAndBlue(PackedConversion.straight($0)) }
      }
    case .straightARGB(let plane):
      eachRow(rectangle, source, output, plane: plane, sampleSize: 4) {
        mapPixels($0, count: $2, to: $1) { PackedConversion.reverseBytes(PackedConversion.straight($0)) }
      }
    case .luma(let plane, isStraight: false):
      let (weights, black) = (coefficients.luma.loopWeights, UInt8(coefficients.lumaLimits.lowerBound))
      eachRow(rectangle, source, output, plane: plane, sampleSize: 1) {
        overlay_luma($0, $2, weights, black, $1)
      }
    case .luma(let plane, isStraight: true):
      eachRow(rectangle, source, output, plane: plane, sampleSize: 1) {
        mapPixels($0, count: $2, to: $1) { coefficients.straightLuma($0) }
      }
    case .blueDifference(let plane):
      convertChroma(rectangle, source, output, coefficients.chromaBlue, plane: plane)
    case .redDifference(let plane):
      convertChroma(rectangle, source, output, coefficients.chromaRed, plane: plane)
    case .subsampledDifferences(let blue, let red, let isStraight):
      convertSubsampledChroma(samples, source, output, blue, red, isStraight: isStraight)
    case .alpha(let plane):
      eachRow(rectangle, source, output, plane: plane, sampleSize: 1) {
        mapPixels($0, count: $2, to: $1) { SIMD16<UInt8>(truncatingIfNeeded: $0.alpha) }
      }
    case .samples(let plane, let encoding, let isStraight):
      eachRow(rectangle, source, output, plane: plane, sampleSize: 2) {
        overlay_samples($0, $2, encoding, isStraight, $1.assumingMemoryBound(to: UInt16.self))
      }
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

  /// Calls `body` with the pixels of each row, the address of their samples, and their number.
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
  private func convertSubsampledChroma(
    _ samples: PixelRect, _ source: UnsafeRawPointer, _ output: UnsafeMutableRawPointer,
    _ bluePlane: Int, _ redPlane: Int, isStraight: Bool
  ) {
    let blue = target.planes[bluePlane]
    let red = target.planes[redPlane]
    let filter = ChromaFilter(columns: samples.minX..<samples.maxX, source: source, size: target.size)
    let isInterleaved = bluePlane == redPlane
    filter.withScratch { scratch in
      var grayLines = 0..<0
      for row in samples.minY..<samples.maxY {
        let line = row * blue.bytesPerRow
        if filter.isGray(row: row, &grayLines) {
          let (column, count) = isInterleaved ? (2 * samples.minX, 2 * samples.width) : (samples.minX, samples.width)
          fillGray(output + blue.offset + line + column, count: count)
          if !isInterleaved { fillGray(output + red.offset + line + column, count: count) }
          continue
        }
        filter.filterVertically(row: row, into: scratch)
        let bytesPerSample = isInterleaved ? 2 : 1
        let column = line + bytesPerSample * samples.minX
        let blueSamples = output + blue.offset + column
        let redSamples = output + red.offset + column + (isInterleaved ? 1 : 0)
        if isStraight {
          storeStraightChroma(filter, scratch, samples.width, blueSamples, redSamples, bytesPerSample)
        } else {
          overlay_chroma(
            filter.filteredRow(scratch), samples.width, coefficients.chromaBlue.loopWeights,
            coefficients.chromaRed.loopWeights, blueSamples, redSamples, bytesPerSample)
        }
      }
    }
  }

  @inline(__always)
  private func storeStraightChroma(
    _ filter: ChromaFilter, _ scratch: ChromaFilter.Scratch, _ count: Int, _ blue: UnsafeMutableRawPointer,
    _ red: UnsafeMutableRawPointer, _ bytesPerSample: Int
  ) {
    for index in stride(from: 0, to: count, by: 8) {
      let chroma = coefficients.straightChroma(filter.filterHorizontally(index: index, scratch))
      if bytesPerSample == 1 {
        store(chroma.blue, to: blue + index, count: count - index)
        store(chroma.red, to: red + index, count: count - index)
      } else {
        var pairs = SIMD16<UInt8>()
        pairs.evenHalf = chroma.blue
        pairs.oddHalf = chroma.red
        store(pairs, to: blue + 2 * index, count: 2 * (count - index))
      }
    }
  }

  private func fillGray(_ output: UnsafeMutableRawPointer, count: Int) {
    output.initializeMemory(as: UInt8.self, repeating: ColorCoefficients.grayChroma, count: count)
  }
}

extension overlay_encoding {
  /// The conversion to the values of a component.
  fileprivate init(_ component: PixelFormat.Component, of format: VideoFormat) {
    let encoding = ComponentEncoding(component, of: format)
    let weights = SIMD3<Float>(encoding.weights)
    let isAlpha = component == .alpha
    self.init(
      base: isAlpha ? 0 : Float(encoding.base), blue: weights.x, green: weights.y, red: weights.z,
      alpha: isAlpha ? Float(encoding.maximum / 255) : 0, maximum: Float(encoding.maximum))
  }
}
