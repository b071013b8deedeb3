/// The colors of a picture in a GIF: at most 255, besides transparency.
///
/// A picture with more colors gets those that have the least squared error together, by splitting the range of its
/// colors again and again.
struct Palette {
  /// The greatest number of opaque colors.
  static let maximumColorCount = 255

  /// The opaque colors, from entry 1 on. No color occurs twice.
  let colors: [UInt32]
  /// The entry of each color of the picture, by its number in the histogram.
  let entries: [UInt8]

  /// Chooses the colors of a picture.
  ///
  /// - Parameter histogram: The opaque pixels of each color.
  init(of histogram: ColorHistogram) {
    var representatives = histogram.colors
    if representatives.count > Self.maximumColorCount {
      let weighted = zip(histogram.colors, histogram.counts).enumerated()
        .map { WeightedColor(value: $1.0, count: $1.1, number: $0) }
        .sorted { $0.value < $1.value }
      for box in Self.boxes(of: weighted) {
        for color in box.colors { representatives[color.number] = box.representative }
      }
    }
    var index = ColorIndex()
    for color in Set(representatives).sorted() { _ = index.insert(color) }
    colors = index.colors
    entries = representatives.map { color in UInt8(clamping: (index.number(of: color) ?? 0) + 1) }
  }

  /// Splits the box with the greatest error until there are as many boxes as colors.
  private static func boxes(of colors: [WeightedColor]) -> [ColorBox] {
    var boxes = [ColorBox(colors)]
    while boxes.count < maximumColorCount {
      guard let index = boxes.indices.max(by: { boxes[$0].error < boxes[$1].error }), boxes[index].error > 0 else {
        break
      }
      let (low, high) = boxes[index].split()
      boxes[index] = low
      boxes.append(high)
    }
    return boxes
  }
}

/// A color with the number of its pixels.
private struct WeightedColor {
  let value: UInt32
  let count: Int
  /// The number of the color in the histogram.
  let number: Int

  /// The red, green and blue components.
  var components: SIMD3<Double> {
    SIMD3(Double(value >> 16 & 0xFF), Double(value >> 8 & 0xFF), Double(value & 0xFF))
  }
}

/// A box in the space of colors, which gets one color of the palette.
private struct ColorBox {
  let colors: [WeightedColor]
  /// The sum of the squared distances of all pixels from the mean.
  let error: Double
  private let mean: SIMD3<Double>
  /// The component with the greatest variance.
  private let axis: Int

  /// Creates a box from at least one color.
  init(_ colors: [WeightedColor]) {
    var (weight, sum, squares) = (0.0, SIMD3<Double>.zero, SIMD3<Double>.zero)
    for color in colors {
      let (count, components) = (Double(color.count), color.components)
      weight += count
      sum += components * count
      squares += components * components * count
    }
    let mean = sum / max(weight, 1)
    // A single color has no error, whatever the rounding of the mean.
    let errors = squares - sum * mean
    self.colors = colors
    self.mean = mean
    axis = [0, 1, 2].max { errors[$0] < errors[$1] } ?? 0
    error = colors.count > 1 ? max(errors.sum(), 0) : 0
  }

  /// Returns the parts on both sides of the mean.
  func split() -> (ColorBox, ColorBox) {
    let limit = mean[axis]
    return (
      ColorBox(colors.filter { $0.components[axis] <= limit }), ColorBox(colors.filter { $0.components[axis] > limit })
    )
  }

  /// The color of the palette: the color of most pixels, so that areas of one color keep it, or else the mean.
  var representative: UInt32 {
    let weight = colors.reduce(0) { $0 + $1.count }
    if let first = colors.max(by: { $0.count < $1.count }), first.count * 2 >= weight { return first.value }
    let rounded = SIMD3<UInt32>(mean.rounded(.toNearestOrAwayFromZero))
    return 0xFF00_0000 | rounded.x << 16 | rounded.y << 8 | rounded.z
  }
}
