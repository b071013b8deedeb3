// The conversion of an overlay to planes of bytes, in vectors of integers. The values are those of
// `SampleGrid.convert(_:from:)`, because both are exact until they are rounded.

extension SampleGrid where Integers == ByteBlending {
  /// Converts every sample that depends on a rectangle of the overlay, in vectors if that is possible.
  ///
  /// It is possible for luma and color differences in planes of their own, at full resolution or subsampled as in most
  /// movies, in standard dynamic range.
  func convertBytes(_ rectangle: PixelRect, from overlay: OverlayPixels) {
    let isWhole = horizontal.factor == 1 && vertical.factor == 1
    let isFiltered = horizontal.weights == [1, 2, 1, 0] && vertical.weights == [1, 3, 3, 1]
    let encodings = components.compactMap { ByteEncoding($0, sumBits: isWhole ? 0 : ChromaFilter.sumBits) }
    guard isWhole || isFiltered, overlay.colors.areUnchanged, encodings.count == components.count else {
      return convert(rectangle, from: overlay)
    }
    let rows = vertical.samples(influencedBy: rectangle.minY..<rectangle.maxY, sampleCount: size.height)
    let influenced = horizontal.samples(influencedBy: rectangle.minX..<rectangle.maxX, sampleCount: size.width)
    // Whole blocks: the samples beside the influenced ones get the values that they have.
    let mask = ByteEncoding.blockLength - 1
    let columns = influenced.lowerBound & ~mask..<min((influenced.upperBound + mask) & ~mask, size.width)
    if isWhole {
      convert(rows: rows, columns: columns) { row in
        convertPixels(row: row, columns: columns, from: overlay, encodings)
      }
    } else {
      let filter = ChromaFilter(columns: columns, source: overlay.base, size: overlay.size)
      filter.withScratch { scratch in
        convert(rows: rows, columns: columns) { row in
          convertFiltered(row: row, from: overlay, filter, scratch, encodings)
        }
      }
    }
  }

  /// Replaces the ink of rows. `convertRow` stores only blocks with ink.
  private func convert(rows: Range<Int>, columns: Range<Int>, convertRow: (Int) -> Void) {
    for row in rows {
      for plane in planes { plane.clear(row: row, columns: columns) }
      convertRow(row)
      for plane in planes { plane.findRuns(row: row) }
    }
  }

  /// Converts pixels that are samples.
  private func convertPixels(row: Int, columns: Range<Int>, from overlay: OverlayPixels, _ encodings: [ByteEncoding]) {
    for start in stride(from: columns.lowerBound, to: columns.upperBound, by: ByteEncoding.blockLength) {
      let pixels = overlay.vector(x: start, y: row)
      if pixels.isTransparent { continue }
      let colors = (even: FilteredColors(pixels.evenHalf), odd: FilteredColors(pixels.oddHalf))
      for encoding in encodings {
        encoding.store(colors, own: (colors.even.alpha, colors.odd.alpha), row: row, column: start)
      }
    }
  }

  /// Converts the samples whose own pixels contain ink, which are two in each direction.
  private func convertFiltered(
    row: Int, from overlay: OverlayPixels, _ filter: ChromaFilter, _ scratch: ChromaFilter.Scratch,
    _ encodings: [ByteEncoding]
  ) {
    let columns = filter.columns
    let ownRows = vertical.ownPixels(of: row..<row + 1, pixelCount: overlay.size.height)
    let ownColumns = horizontal.ownPixels(of: columns, pixelCount: overlay.size.width)
    guard overlay.containsInk(columns: ownColumns, rows: ownRows) else { return }
    filter.filterVertically(row: row, into: scratch)
    for start in stride(from: columns.lowerBound, to: columns.upperBound, by: ByteEncoding.blockLength) {
      var (first, second) = (PixelVector(), PixelVector())
      for y in ownRows {
        first |= overlay.vector(x: 2 * start, y: y)
        second |= overlay.vector(x: 2 * start + PixelVector.scalarCount, y: y)
      }
      if (first | second).isTransparent { continue }
      let own = PixelVector(lowHalf: first.evenHalf | first.oddHalf, highHalf: second.evenHalf | second.oddHalf) &>> 24
      let index = start - columns.lowerBound
      let left = filter.filterHorizontally(index: index, scratch)
      let right = filter.filterHorizontally(index: index + ByteEncoding.blockLength / 2, scratch)
      let blueRed = PixelVector(lowHalf: left.blueRed, highHalf: right.blueRed)
      let greenAlpha = PixelVector(lowHalf: left.greenAlpha, highHalf: right.greenAlpha)
      let colors = (
        even: FilteredColors(blueRed: blueRed.evenHalf, greenAlpha: greenAlpha.evenHalf),
        odd: FilteredColors(blueRed: blueRed.oddHalf, greenAlpha: greenAlpha.oddHalf)
      )
      for encoding in encodings {
        encoding.store(colors, own: (own.evenHalf, own.oddHalf), row: row, column: start)
      }
    }
  }
}

extension OverlayPixels {
  /// Returns sixteen pixels of a row. Those outside the picture are zero.
  @inline(__always)
  fileprivate func vector(x: Int, y: Int) -> PixelVector {
    PixelVector.load(base + 4 * (y * size.width + x), count: max(0, size.width - x))
  }
}

extension FilteredColors {
  /// The color of pixels, which are not filtered.
  @inline(__always)
  fileprivate init(_ pixels: SIMD8<UInt32>) {
    self.init(blueRed: pixels & 0x00ff_00ff, greenAlpha: (pixels &>> 8) & 0x00ff_00ff)
  }
}

/// The conversion to a component that has a plane of bytes to itself.
private struct ByteEncoding {
  private typealias Lanes = SIMD8<Int32>

  /// The number of samples that are converted at once.
  static let blockLength = InkPlane<ByteBlending>.blockLength

  private let values: InkPlane<ByteBlending>.Values
  private let weights: ColorCoefficients.Weights
  private let base: Int32
  /// The binary logarithm of the number by which filtered colors are multiplied.
  private let sumBits: Int32

  /// Returns `nil` if the component has no plane of its own, or is not luma or a color difference.
  init?(_ component: ComponentInk<ByteBlending>, sumBits: UInt32) {
    guard let weights = component.encoding.fixedWeights, component.componentCount == 1 else { return nil }
    self.weights = weights
    values = component.values
    base = Int32(component.encoding.base)
    self.sumBits = Int32(sumBits)
  }

  /// Stores the values of a block, as `ComponentInk.set(row:column:to:)` does for one sample.
  ///
  /// - Parameters:
  ///   - colors: The filtered colors of the even and of the odd samples.
  ///   - own: The alpha of the pixels that belong to a sample alone. The samples for which it is zero have no ink.
  @inline(__always)
  func store(
    _ colors: (even: FilteredColors, odd: FilteredColors), own: (even: SIMD8<UInt32>, odd: SIMD8<UInt32>), row: Int,
    column: Int
  ) {
    let even = ink(of: colors.even, own: own.even)
    let odd = ink(of: colors.odd, own: own.odd)
    let start = row * values.rowLength + column
    let products = UnsafeMutableRawPointer(values.products + start)
    products.storeBytes(of: even.product.lowWords, as: SIMD8<UInt16>.self)
    (products + MemoryLayout<SIMD8<UInt16>>.size).storeBytes(of: odd.product.lowWords, as: SIMD8<UInt16>.self)
    UnsafeMutableRawPointer(values.alphas + start)
      .storeBytes(of: (even.alpha | odd.alpha &<< 8).lowWords, as: SIMD8<UInt16>.self)
    UnsafeMutableRawPointer(values.samples + start)
      .storeBytes(of: (even.sample | odd.sample &<< 8).lowWords, as: SIMD8<UInt16>.self)
  }

  @inline(__always)
  private func ink(of colors: FilteredColors, own: SIMD8<UInt32>) -> (product: Lanes, alpha: Lanes, sample: Lanes) {
    let fractionBits = Int32(ColorCoefficients.fractionBits) + sumBits
    let half = Int32(1) << (fractionBits - 1)
    let halfSum = (Int32(1) << sumBits) / 2
    let sum = Lanes(truncatingIfNeeded: colors.sum(weights))
    let alphaSum = Lanes(truncatingIfNeeded: colors.alpha)
    let alpha = (alphaSum &+ halfSum) &>> sumBits

    // The base has the rounded alpha, so that neutral colors stay neutral. 255 times the sum does not fit in a lane, so
    // its highest and its lowest bits are multiplied separately; what is shifted out does not change the result.
    let fine = (sum & 0xff).times255 &+ half
    let scaled = ((sum &>> 8).times255 &+ fine &>> 8) &>> (fractionBits - 8)
    let limit = (alphaSum.times255 &+ halfSum) &>> sumBits
    let product = ((alpha & 0xff) &* Lanes(repeating: base & 0xff) &+ scaled).limited(to: limit)
    let sample = ((sum &+ (base << fractionBits + half)) &>> fractionBits).limited(to: Lanes(repeating: 255))

    let isOpaque = (254 &- alpha) &>> 31
    let hasOwnInk = (0 &- Lanes(truncatingIfNeeded: own)) &>> 31
    return ((sample.times255 & isOpaque | product & ~isOpaque) & hasOwnInk, alpha & hasOwnInk, sample)
  }
}

// The optimizer does not inline `clamped(lowerBound:upperBound:)` and multiplies slowly.
extension SIMD8<Int32> {
  @inline(__always)
  fileprivate var times255: Self { (self &<< 8) &- self }

  /// The value between 0 and `limit` that is nearest.
  @inline(__always)
  fileprivate func limited(to limit: Self) -> Self {
    let positive = self & ~(self &>> 31)
    let excess = positive &- limit
    return positive &- (excess & ~(excess &>> 31))
  }

  /// The lower 16 bits of each lane.
  @inline(__always)
  fileprivate var lowWords: SIMD8<UInt16> { unsafeBitCast(self, to: SIMD16<UInt16>.self).evenHalf }
}
