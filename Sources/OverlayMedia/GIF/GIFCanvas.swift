import OverlayRender

/// What a viewer shows of a GIF, onto which its images are drawn.
///
/// An image covers the pixels that change. Its transparent pixels leave the canvas as it is, so a pixel becomes
/// transparent only if an image clears its rectangle before the next one (GIF89a, section 23: disposal methods).
struct GIFCanvas {
  /// The palette of the file.
  var palette = GIFPalette()

  /// The colors of the latest picture, and those that are visible; 0 for transparent pixels.
  private(set) var (source, shown): ([UInt32], [UInt32])
  /// The colors of the latest picture that the next image draws; 0 for pixels that stay.
  private(set) var drawn: [UInt32]
  private let bounds: PixelRect
  /// The rectangle that became transparent after the latest image.
  private var cleared = PixelRect.zero
  /// The sum of the squared distances between the visible pixels and the latest picture. It is 0 as long as the
  /// palettes suffice.
  private(set) var error = 0
  private var histogram = ColorHistogram()
  /// The number of pixels of the latest picture that are like its first one.
  private var backgroundCount: Int
  /// Pixels of a picture with different colors: more than a palette has, or all of its colors.
  private var distinctPixels: [Int] = []

  /// Creates a transparent canvas.
  init(size: PixelSize) {
    bounds = PixelRect(size)
    source = Array(repeating: 0, count: bounds.area)
    (shown, drawn) = (source, source)
    backgroundCount = source.count
  }

  /// Draws a picture.
  ///
  /// - Parameters:
  ///   - picture: The picture in `bgra`, with straight alpha.
  ///   - damage: The rectangle in which it differs from the picture before.
  mutating func draw(_ picture: PixelBuffer, damage: PixelRect) -> GIFImage {
    histogram.removeAll()
    var rectangle = collectChanges(in: picture, damage.union(cleared))
    if damage.isEmpty, rectangle.isEmpty { return .blank }
    let coloring = chooseColors(&rectangle)
    cleared = .zero
    guard !rectangle.isEmpty else { return .blank }
    return GIFImage(
      rectangle: rectangle, pixels: paint(rectangle, with: coloring),
      localColors: coloring.isLocal ? coloring.colors : nil)
  }

  /// Returns the smallest rectangle with the visible pixels that are transparent in the next picture.
  func vanishing(in picture: PixelBuffer, damage: PixelRect) -> PixelRect {
    var vanishing = PixelRect.zero
    picture.forEachRow(of: damage) { row, y in
      let first = y * bounds.width + damage.x
      for x in row.indices where shown[first + x] != 0 && opaqueColor(row[x]) == 0 {
        vanishing = vanishing.union(PixelRect(x: damage.x + x, y: y, width: 1, height: 1))
      }
    }
    return vanishing
  }

  /// Makes a rectangle transparent.
  mutating func clear(_ rectangle: PixelRect) {
    for y in rectangle.minY..<rectangle.maxY {
      let first = y * bounds.width
      for index in first + rectangle.minX..<first + rectangle.maxX {
        forgetError(at: index)
        shown[index] = 0
      }
    }
    cleared = rectangle
  }

  /// Collects the opaque pixels that changed or were cleared, and returns the smallest rectangle with them.
  private mutating func collectChanges(in picture: PixelBuffer, _ region: PixelRect) -> PixelRect {
    var changed = PixelRect.zero
    let background = source[0]
    picture.forEachRow(of: region) { row, y in
      let first = y * bounds.width + region.x
      var span = DrawnSpan()
      for x in row.indices {
        let (index, color) = (first + x, opaqueColor(row[x]))
        guard color != source[index] || shown[index] == 0 else { continue }
        forgetError(at: index)
        backgroundCount += (color == background ? 1 : 0) - (source[index] == background ? 1 : 0)
        source[index] = color
        if color != 0 { add(index, to: &span) }
      }
      guard let pixels = span.pixels else { return }
      histogram.add(drawn[pixels])
      changed = changed.union(rectangle(of: pixels, inRow: y))
    }
    if source[0] != background { backgroundCount = source.count { [first = source[0]] in $0 == first } }
    return changed
  }

  /// Adds a pixel to those that the next image draws in a row.
  private mutating func add(_ index: Int, to span: inout DrawnSpan) {
    for gap in span.add(index) {
      forgetError(at: gap)
      drawn[gap] = source[gap]
    }
    drawn[index] = source[index]
  }

  private func rectangle(of pixels: Range<Int>, inRow y: Int) -> PixelRect {
    PixelRect(x: pixels.lowerBound - y * bounds.width, y: y, width: pixels.count, height: 1)
  }

  /// Removes a pixel that changes, or is drawn, from the sum.
  private mutating func forgetError(at index: Int) {
    guard error > 0, shown[index] != 0, shown[index] != source[index] else { return }
    error -= squaredDistance(shown[index], source[index])
  }

  /// Chooses the palette of the next image: the palette of the file if the difference is not visible, or else a local
  /// one. If a palette for the whole picture gives a better picture, all of it is drawn again.
  private mutating func chooseColors(_ rectangle: inout PixelRect) -> Coloring {
    let shared = palette.coloring(of: histogram, limit: invisibleError - error)
    if let shared, shared.error + error == 0 { return shared }
    // At the edges of glyphs on a plain background nobody sees the difference, and in a gradient it makes bands. A
    // picture with fewer colors is exact.
    if let shared, hasPlainBackground, hasManyColors() { return shared }
    var whole = ColorHistogram()
    whole.add(source[...])
    let best = Coloring(of: whole)
    // A palette for most of the pixels is hardly better than one for all of them.
    let local = 2 * histogram.pixelCount < whole.pixelCount ? Coloring(of: histogram) : nil
    for choice in [shared, local].compactMap(\.self) where choice.error + error <= best.error { return choice }
    histogram = whole
    rectangle = redraw(with: best)
    return best
  }

  /// The greatest error of a picture that nobody sees at the edges of glyphs: 68 dB below the full range.
  private var invisibleError: Int { Int(3 * 255 * 255 * Double(bounds.area) / 6_309_573) }

  /// Whether at least half of the latest picture is like its first pixel.
  private var hasPlainBackground: Bool { 2 * backgroundCount >= bounds.area }

  /// Returns whether the latest picture has more colors than a palette.
  private mutating func hasManyColors() -> Bool {
    // Most pictures have the colors of the one before at the same places.
    if distinctColorCount(at: distinctPixels) > Palette.maximumColorCount { return true }
    var (index, latest) = (ColorIndex(), UInt32(0))
    distinctPixels.removeAll(keepingCapacity: true)
    for (pixel, color) in source.enumerated() where color != latest && color != 0 {
      latest = color
      if index.insert(color) == distinctPixels.count { distinctPixels.append(pixel) }
      if distinctPixels.count > Palette.maximumColorCount { return true }
    }
    return false
  }

  private func distinctColorCount(at pixels: [Int]) -> Int {
    var index = ColorIndex()
    for pixel in pixels where source[pixel] != 0 { _ = index.insert(source[pixel]) }
    return index.colors.count
  }

  /// Draws each pixel that becomes better.
  private mutating func redraw(with coloring: Coloring) -> PixelRect {
    var rectangle = PixelRect.zero
    error = 0
    for y in 0..<bounds.height {
      var span = DrawnSpan()
      for index in y * bounds.width..<(y + 1) * bounds.width {
        let color = source[index]
        drawn[index] = 0
        guard color != shown[index], let number = histogram.number(of: color) else { continue }
        let drawnError = squaredDistance(color, coloring.color(ofNumber: number))
        if shown[index] == 0 || drawnError < squaredDistance(color, shown[index]) { add(index, to: &span) }
      }
      if let pixels = span.pixels { rectangle = rectangle.union(self.rectangle(of: pixels, inRow: y)) }
    }
    for index in source.indices where drawn[index] == 0 && source[index] != shown[index] {
      error += squaredDistance(source[index], shown[index])
    }
    return rectangle
  }

  /// Returns the pixels of the next image, and shows them.
  private mutating func paint(_ rectangle: PixelRect, with coloring: Coloring) -> [UInt8] {
    var pixels = [UInt8](repeating: 0, count: rectangle.area)
    var (color, entry) = (UInt32(0), UInt8(0))
    var next = 0
    for y in rectangle.minY..<rectangle.maxY {
      let first = y * bounds.width
      for index in first + rectangle.minX..<first + rectangle.maxX {
        if drawn[index] != 0 {
          if drawn[index] != color {
            color = drawn[index]
            guard let number = histogram.number(of: color) else { preconditionFailure("each drawn color is counted") }
            entry = coloring.entries[number]
          }
          pixels[next] = entry
          shown[index] = coloring.colors[Int(entry) - 1]
          if shown[index] != color { error += squaredDistance(shown[index], color) }
          drawn[index] = 0
        }
        next += 1
      }
    }
    return pixels
  }
}

/// The pixels that an image draws in a row.
private struct DrawnSpan {
  /// The indexes from the first to the last one; `nil` without any.
  private(set) var pixels: Range<Int>?

  /// Leaving out so few pixels takes more bytes than drawing them: the compression of what follows begins anew.
  private static let longestGap = 15

  /// Adds the next pixel.
  ///
  /// - Returns: The pixels since the one before, if they are so few that they are drawn as well.
  mutating func add(_ index: Int) -> Range<Int> {
    let end = pixels?.upperBound ?? index
    pixels = (pixels?.lowerBound ?? index)..<index + 1
    return index - end <= Self.longestGap ? end..<index : index..<index
  }
}

/// Returns the color of a palette for a pixel in `bgra`: opaque with at least half of the alpha, or else 0.
private func opaqueColor(_ pixel: UInt32) -> UInt32 {
  let pixel = UInt32(littleEndian: pixel)
  return pixel >> 24 >= 128 ? pixel | 0xFF00_0000 : 0
}

extension PixelBuffer {
  /// Calls `body` with the pixels of each row of a rectangle, and the number of the row.
  fileprivate func forEachRow(of rectangle: PixelRect, _ body: (UnsafeBufferPointer<UInt32>, Int) -> Void) {
    withUnsafeBytes { bytes in
      guard let plane = format.planes.first else { return }
      for y in rectangle.minY..<max(rectangle.maxY, rectangle.minY) {
        let first = plane.offset + y * plane.bytesPerRow + rectangle.x * 4
        let row = UnsafeRawBufferPointer(rebasing: bytes[first...].prefix(4 * rectangle.width))
        body(row.assumingMemoryBound(to: UInt32.self), y)
      }
    }
  }
}
