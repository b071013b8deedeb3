/// How the colors of pixels are drawn with a palette.
struct Coloring {
  /// The opaque colors of the palette, from entry 1 on.
  let colors: [UInt32]
  /// The entry of each color, by its number in the histogram of the pixels.
  let entries: [UInt8]
  /// The sum of the squared distances of all pixels from their colors in the palette.
  let error: Int
  /// Whether the palette belongs to one image, and not to the file.
  let isLocal: Bool

  /// Returns what a color becomes, by its number in the histogram.
  func color(ofNumber number: Int) -> UInt32 { colors[Int(entries[number]) - 1] }
}

extension Coloring {
  /// Chooses the best palette for pixels.
  init(of histogram: ColorHistogram) {
    self.init(Palette(of: histogram), of: histogram, isLocal: true)
  }

  fileprivate init(_ palette: Palette, of histogram: ColorHistogram, isLocal: Bool) {
    colors = palette.colors
    entries = palette.entries
    error = histogram.colors.indices.reduce(0) { error, number in
      let color = palette.colors[Int(palette.entries[number]) - 1]
      return error + squaredDistance(histogram.colors[number], color) * histogram.counts[number]
    }
    self.isLocal = isLocal
  }
}

/// The palette of a GIF, which grows until it is full or until it is written where it cannot be changed.
struct GIFPalette {
  /// Whether no color can be added.
  var isComplete = false
  /// The opaque colors, from entry 1 on.
  var colors: [UInt32] { index.colors }

  private var index = ColorIndex()
  /// The entries of colors that are not in the palette, as far as they were needed.
  private var nearest = (index: ColorIndex(), entries: [UInt8]())

  /// Returns how pixels are drawn with this palette; `nil` if the error is above a limit, or if a color is too far from
  /// all of the palette. Adds their colors, if there is room for all of them. The first picture fills the palette in
  /// any case.
  mutating func coloring(of histogram: ColorHistogram, limit: Int) -> Coloring? {
    let missing = histogram.colors.filter { index.number(of: $0) == nil }
    if !isComplete, !missing.isEmpty {
      if colors.count + missing.count <= Palette.maximumColorCount {
        add(missing)
      } else if colors.isEmpty {
        let palette = Palette(of: histogram)
        add(palette.colors)
        return Coloring(palette, of: histogram, isLocal: false)
      }
    }
    var (entries, error) = ([UInt8](), 0)
    entries.reserveCapacity(histogram.colors.count)
    for (color, count) in zip(histogram.colors, histogram.counts) {
      if let number = index.number(of: color) {
        entries.append(UInt8(number + 1))
      } else {
        guard let entry = nearestEntry(to: color) else { return nil }
        let distance = squaredDistance(color, colors[Int(entry) - 1])
        error += distance * count
        guard distance <= Self.greatestDistance, error <= limit else { return nil }
        entries.append(entry)
      }
    }
    return Coloring(colors: colors, entries: entries, error: error, isLocal: false)
  }

  private mutating func add(_ new: [UInt32]) {
    for color in new { _ = index.insert(color) }
    nearest.index.removeAll()
    nearest.entries.removeAll(keepingCapacity: true)
  }

  private mutating func nearestEntry(to color: UInt32) -> UInt8? {
    if let number = nearest.index.number(of: color) { return nearest.entries[number] }
    guard
      let number = colors.indices.min(by: { squaredDistance(colors[$0], color) < squaredDistance(colors[$1], color) })
    else { return nil }
    if nearest.entries.count == Self.maximumNearestCount {
      nearest.index.removeAll()
      nearest.entries.removeAll(keepingCapacity: true)
    }
    _ = nearest.index.insert(color)
    nearest.entries.append(UInt8(number + 1))
    return UInt8(number + 1)
  }

  /// The greatest number of colors in `nearest`.
  private static let maximumNearestCount = 4096
  /// The greatest squared distance of a color that is drawn with the nearest one: three steps of each component.
  private static let greatestDistance = 27
}
