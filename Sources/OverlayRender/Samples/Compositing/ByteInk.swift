import CPixels

// The conversion of an overlay to planes of bytes, in loops of integers. The values are the same as in
// `SampleGrid.convert(_:from:)`, because both are exact until they are rounded.

extension SampleGrid where Integers == ByteBlending {
  /// Converts every sample that depends on a rectangle of the overlay, in loops of integers if that is possible.
  ///
  /// It is possible for luma and color differences in planes of their own, at full resolution or subsampled as in most
  /// movies, in standard dynamic range.
  func convertBytes(_ rectangle: PixelRect, from overlay: OverlayPixels) {
    let isWhole = horizontal.factor == 1 && vertical.factor == 1
    let isFiltered =
      horizontal == SubsamplingFilter(subsampling: 2, isCosited: true)
      && vertical == SubsamplingFilter(subsampling: 2, isCosited: false)
    let encodings = components.compactMap { ByteEncoding($0) }
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
        let pixels = overlay.base + 4 * (row * overlay.size.width + columns.lowerBound)
        for encoding in encodings {
          var ink = encoding.ink(row: row, column: columns.lowerBound)
          overlay_ink_pixels(pixels, columns.count, &ink)
        }
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

  /// Converts the samples whose own pixels contain ink, which are two in each direction.
  private func convertFiltered(
    row: Int, from overlay: OverlayPixels, _ filter: ChromaFilter, _ scratch: ChromaFilter.Scratch,
    _ encodings: [ByteEncoding]
  ) {
    let columns = filter.columns
    let ownRows = vertical.ownPixels(of: row..<row + 1, pixelCount: overlay.size.height)
    let ownColumns = horizontal.ownPixels(of: columns, pixelCount: overlay.size.width)
    guard let lastRow = ownRows.last, overlay.containsInk(columns: ownColumns, rows: ownRows) else { return }
    filter.filterVertically(row: row, into: scratch)
    func line(_ y: Int) -> UnsafeRawPointer { overlay.base + 4 * (y * overlay.size.width + ownColumns.lowerBound) }
    let own = overlay_own_pixels(upper: line(ownRows.lowerBound), lower: line(lastRow), count: ownColumns.count)
    let inks = encodings.map { $0.ink(row: row, column: columns.lowerBound) }
    overlay_ink_filtered(filter.filteredRow(scratch), own, columns.count, inks, inks.count)
  }
}

/// The conversion to a component that has a plane of bytes to itself.
private struct ByteEncoding {
  /// The number of samples that are converted at once.
  static let blockLength = InkPlane<ByteBlending>.blockLength

  private let values: InkPlane<ByteBlending>.Values
  private let weights: ColorCoefficients.Weights
  private let base: Int32

  /// Returns `nil` if the component has no plane of its own, or is not luma or a color difference.
  init?(_ component: ComponentInk<ByteBlending>) {
    guard let weights = component.encoding.fixedWeights, component.componentCount == 1 else { return nil }
    self.weights = weights
    values = component.values
    base = Int32(component.encoding.base)
  }

  /// Returns the ink for the loops in C, from a sample on, which begins a block.
  func ink(row: Int, column: Int) -> overlay_ink {
    let start = row * values.rowLength + column
    return overlay_ink(
      weights: weights.loopWeights, base: base, products: values.products + start, alphas: values.alphas + start,
      samples: values.samples + start)
  }
}
