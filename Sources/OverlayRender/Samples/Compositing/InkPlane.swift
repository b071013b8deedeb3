import CPixels

/// What an overlay adds to a plane of a movie, with the runs of samples that contain ink.
///
/// There is memory for every sample of the plane, but memory pages without ink are never resident. Samples are handled
/// in blocks of one vector. A sample without ink in a block has an alpha of 0, and a product of 0 or too small a one to
/// change the movie.
final class InkPlane<Integers: InkIntegers> {
  typealias Sample = Integers.Sample

  /// Adjacent blocks of samples of a row.
  struct Run {
    let samples: Range<Int>
    /// Whether all samples are opaque, so that they replace the samples of the movie.
    let isOpaque: Bool
  }

  /// The addresses of the values.
  struct Values {
    /// The samples of opaque pixels.
    let samples: UnsafeMutablePointer<Integers.Sample>
    /// In each block, the products of even samples come before the products of odd ones, as vectors need them.
    let products: UnsafeMutablePointer<Integers.Product>
    let alphas: UnsafeMutablePointer<Integers.Alpha>
    /// The distance between two rows, a multiple of the length of a block.
    let rowLength: Int

    /// Returns the index of the product of a sample.
    @inline(__always)
    func productIndex(_ index: Int) -> Int {
      let place = index & (blockLength - 1)
      return index - place + (place & 1) * (blockLength / 2) + place / 2
    }
  }

  /// The number of samples of a block.
  static var blockLength: Int { OVERLAY_INK_BLOCK }

  let values: Values
  /// The number of interleaved components.
  let componentCount: Int
  /// The rows with ink.
  private(set) var inkedRows = 0..<0
  private let pages: PixelPages
  /// The number of samples of a row, with all components.
  private let sampleCount: Int
  private var runs: [[Run]]

  init(size: PixelSize, componentCount: Int) throws(PixelMemoryError) {
    self.componentCount = componentCount
    sampleCount = size.width * componentCount
    let rowLength = (sampleCount + Self.blockLength - 1) / Self.blockLength * Self.blockLength
    let count = rowLength * size.height
    // The largest type is first, so each array is aligned.
    let productBytes = count * MemoryLayout<Integers.Product>.stride
    let alphaBytes = count * MemoryLayout<Integers.Alpha>.stride
    pages = try PixelPages(byteCount: productBytes + alphaBytes + count * MemoryLayout<Sample>.stride)
    values = Values(
      samples: (pages.base + productBytes + alphaBytes).assumingMemoryBound(to: Sample.self),
      products: pages.base.assumingMemoryBound(to: Integers.Product.self),
      alphas: (pages.base + productBytes).assumingMemoryBound(to: Integers.Alpha.self), rowLength: rowLength)
    runs = Array(repeating: [], count: size.height)
  }

  /// Removes the ink from columns of a row.
  func clear(row: Int, columns: Range<Int>) {
    let cleared = columns.lowerBound * componentCount..<columns.upperBound * componentCount
    for run in runs[row] {
      let samples = run.samples.clamped(to: cleared)
      let start = row * values.rowLength
      (values.alphas + start + samples.lowerBound).update(repeating: 0, count: samples.count)
      if (samples.lowerBound | samples.count) % Self.blockLength == 0 {
        (values.products + start + samples.lowerBound).update(repeating: 0, count: samples.count)
      } else {
        for index in samples { values.products[values.productIndex(start + index)] = 0 }
      }
    }
  }

  /// Finds the runs of a row after its values have changed.
  func findRuns(row: Int) {
    var found: [Run] = []
    let alphas = values.alphas + row * values.rowLength
    for start in stride(from: 0, to: sampleCount, by: Self.blockLength) {
      let block = start..<min(start + Self.blockLength, sampleCount)
      let (hasInk, isOpaque) = Self.examineBlock(alphas + start)
      if !hasInk { continue }
      if let last = found.last, last.isOpaque == isOpaque, last.samples.upperBound == start {
        found[found.count - 1] = Run(samples: last.samples.lowerBound..<block.upperBound, isOpaque: isOpaque)
      } else {
        found.append(Run(samples: block, isOpaque: isOpaque))
      }
    }
    runs[row] = Self.joined(found)
  }

  /// Returns whether a block contains ink, and whether all of its samples are opaque. The samples after the last one of
  /// a row are not, which only decides how the others are drawn.
  @inline(__always)
  private static func examineBlock(_ alphas: UnsafePointer<Integers.Alpha>) -> (hasInk: Bool, isOpaque: Bool) {
    typealias Word = UInt64
    // Opaque samples have the greatest alpha, so only they have all of its bits.
    let opaque = Word(Integers.opaque) &* (Word.max / Word(Integers.Alpha.max))
    var (anyBits, commonBits) = (Word.zero, opaque)
    let count = blockLength * MemoryLayout<Integers.Alpha>.stride
    for offset in stride(from: 0, to: count, by: MemoryLayout<Word>.stride) {
      let word = UnsafeRawPointer(alphas).load(fromByteOffset: offset, as: Word.self)
      anyBits |= word
      commonBits &= word
    }
    return (anyBits != 0, commonBits == opaque)
  }

  /// Joins short runs and those with short gaps, because a mispredicted branch takes as long as blending some blocks.
  private static func joined(_ runs: [Run]) -> [Run] {
    let (shortestCopy, longestGap) = (8 * blockLength, 2 * blockLength)
    var result: [Run] = []
    for run in runs {
      let isOpaque = run.isOpaque && run.samples.count >= shortestCopy
      if let last = result.last, !last.isOpaque, !isOpaque,
        run.samples.lowerBound - last.samples.upperBound <= longestGap
      {
        let samples = last.samples.lowerBound..<run.samples.upperBound
        result[result.count - 1] = Run(samples: samples, isOpaque: false)
      } else {
        result.append(Run(samples: run.samples, isOpaque: isOpaque))
      }
    }
    return result
  }

  /// Finds the rows with ink after the runs have changed.
  func findInkedRows() {
    guard let first = runs.firstIndex(where: { !$0.isEmpty }), let last = runs.lastIndex(where: { !$0.isEmpty }) else {
      inkedRows = 0..<0
      return
    }
    inkedRows = first..<last + 1
  }

  /// Calls `body` with each row that contains ink, and with its runs.
  @inline(__always)
  private func forEachInkedRow(_ body: (Int, [Run]) -> Void) {
    for row in inkedRows where !runs[row].isEmpty { body(row, runs[row]) }
  }
}

extension InkPlane where Integers: BlendArithmetic {
  /// Blends the ink over a plane without straight alpha.
  func blend(over plane: PlaneMemory) {
    forEachInkedRow { row, runs in
      let line = plane.base + row * plane.bytesPerRow
      for run in runs {
        let start = row * values.rowLength + run.samples.lowerBound
        let target = line + run.samples.lowerBound * MemoryLayout<Sample>.stride
        if run.isOpaque {
          target.copyMemory(from: values.samples + start, byteCount: run.samples.count * MemoryLayout<Sample>.stride)
        } else {
          blend(start, count: run.samples.count, over: target)
        }
      }
    }
  }

  /// Blends a run, which consists of whole blocks unless it ends with its row.
  @inline(__always)
  private func blend(_ start: Int, count: Int, over target: UnsafeMutableRawPointer) {
    var index = 0
    while index <= count &- Self.blockLength {
      blendBlock(start &+ index, over: target + index &* MemoryLayout<Sample>.stride)
      index &+= Self.blockLength
    }
    if index == count { return }
    let target = target + index * MemoryLayout<Sample>.stride
    let byteCount = (count - index) * MemoryLayout<Sample>.stride
    withUnsafeTemporaryAllocation(of: SIMD8<Integers.Product>.self, capacity: 1) { block in
      block.initialize(repeating: SIMD8())
      guard let block = UnsafeMutableRawPointer(block.baseAddress) else { return }
      block.copyMemory(from: target, byteCount: byteCount)
      blendBlock(start + index, over: block)
      target.copyMemory(from: block, byteCount: byteCount)
    }
  }

  @inline(__always)
  private func blendBlock(_ start: Int, over target: UnsafeMutableRawPointer) {
    typealias Lanes = SIMD8<Integers.Product>
    let products = UnsafeRawPointer(values.products + start)
    let alphas = UnsafeRawPointer(values.alphas + start).loadUnaligned(as: Lanes.self)
    let below = UnsafeRawPointer(target).loadUnaligned(as: Lanes.self)
    // The lower half of a lane is an even sample.
    let shift = Integers.Product(truncatingIfNeeded: Sample.bitWidth)
    let mask = Integers.Product(truncatingIfNeeded: Sample.max)
    let even = Integers.blend(products.loadUnaligned(as: Lanes.self), alphas & mask, over: below & mask)
    let odd = Integers.blend(
      (products + MemoryLayout<Lanes>.size).loadUnaligned(as: Lanes.self), alphas &>> shift, over: below &>> shift)
    target.storeBytes(of: even | odd &<< shift, as: Lanes.self)
  }
}

extension InkPlane {
  /// Blends the ink over a plane of a format with straight alpha.
  ///
  /// - Parameters:
  ///   - alphaIndex: The component that is alpha, or `nil` if alpha is in another plane.
  ///   - backdrop: The alpha of the movie before it was drawn on.
  func blend(over plane: PlaneMemory, alphaIndex: Int?, backdrop: BackdropAlpha) {
    forEachInkedRow { row, runs in
      let line = plane.base + row * plane.bytesPerRow
      let start = row * values.rowLength
      for run in runs {
        var alpha = 0.0
        for index in run.samples where values.alphas[start + index] > 0 {
          let component = index % componentCount
          // All components of a pixel have the same alpha, so the first one is never left out alone.
          if component == 0 { alpha = backdrop.alpha(column: index / componentCount, row: row) }
          let address = line + index * MemoryLayout<Sample>.stride
          let below = address.loadUnaligned(as: Sample.self)
          let blended = blended(start + index, over: below, alpha: alpha, isAlpha: component == alphaIndex)
          address.storeBytes(of: blended, as: Sample.self)
        }
      }
    }
  }

  /// Returns a sample over one of straight alpha: (product + below * alpha * rest) / (own alpha + alpha * rest), where
  /// rest is what the overlay leaves of the movie.
  private func blended(_ index: Int, over below: Sample, alpha: Double, isAlpha: Bool) -> Sample {
    let own = Double(values.alphas[index])
    let rest = Double(Integers.opaque) - own
    let product = Double(values.products[values.productIndex(index)])
    let value =
      isAlpha
      ? (product + Double(below) * rest) / Double(Integers.opaque)
      : (product + Double(below) * alpha * rest) / (own + alpha * rest)
    return Sample(min(Double(Sample.max), (value + 0.5).rounded(.down)))
  }
}

/// The alpha of a movie's picture, in 0...1, for the samples of a plane.
struct BackdropAlpha {
  /// The plane with the alpha.
  let plane: PlaneMemory
  /// The size of the picture.
  let size: PixelSize
  /// The number of interleaved components of the plane, and the one that is alpha.
  let componentCount: Int
  let component: Int
  let bitsPerComponent: Int
  /// The filters of the samples.
  let horizontal: SubsamplingFilter
  let vertical: SubsamplingFilter

  /// Returns the alpha that belongs to a sample, filtered like its color.
  func alpha(column: Int, row: Int) -> Double {
    var sum = 0.0
    for down in 0..<vertical.count {
      let y = min(max(vertical.firstPixel(of: row) + down, 0), size.height - 1)
      for across in 0..<horizontal.count {
        let x = min(max(horizontal.firstPixel(of: column) + across, 0), size.width - 1)
        sum += Double(vertical.weights[down] * horizontal.weights[across]) * Double(value(x: x, y: y))
      }
    }
    return sum / Double(vertical.sum * horizontal.sum) / Double(1 << bitsPerComponent - 1)
  }

  private func value(x: Int, y: Int) -> Int {
    let line = UnsafeRawPointer(plane.base) + y * plane.bytesPerRow
    let index = x * componentCount + component
    return bitsPerComponent > 8
      ? Int((line + 2 * index).loadUnaligned(as: UInt16.self)) : Int(line.load(fromByteOffset: index, as: UInt8.self))
  }
}
