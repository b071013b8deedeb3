/// The distinct colors of pixels, numbered in the order in which they appear.
///
/// A color is `0xAARRGGBB`: opaque, or 0 for transparency.
struct ColorIndex {
  /// The colors, by number.
  private(set) var colors: [UInt32] = []
  /// A hash table with linear probing: the number of a color plus one, or 0 for a free slot.
  private var slots: [UInt32]
  private var shift: UInt32

  init() {
    let bits: UInt32 = 9
    slots = Array(repeating: 0, count: 1 << bits)
    shift = 32 - bits
  }

  /// Returns the number of a color; `nil` if it has none.
  func number(of color: UInt32) -> Int? {
    let number = Int(slots[slot(of: color)])
    return number > 0 ? number - 1 : nil
  }

  /// Returns the number of a color, which is a new one if it has none.
  mutating func insert(_ color: UInt32) -> Int {
    let slot = slot(of: color)
    if slots[slot] > 0 { return Int(slots[slot]) - 1 }
    colors.append(color)
    slots[slot] = UInt32(colors.count)
    if colors.count * 2 > slots.count { grow() }
    return colors.count - 1
  }

  /// Forgets all colors.
  mutating func removeAll() {
    for color in colors.reversed() { slots[slot(of: color)] = 0 }
    colors.removeAll(keepingCapacity: true)
  }

  /// The slot of a color, or the free one that it would get.
  @inline(__always)
  private func slot(of color: UInt32) -> Int {
    let mask = slots.count &- 1
    return slots.withUnsafeBufferPointer { slots in
      colors.withUnsafeBufferPointer { colors in
        var slot = Int((color &* 0x9E37_79B1) &>> shift)
        while slots[slot] > 0, colors[Int(slots[slot]) &- 1] != color { slot = (slot &+ 1) & mask }
        return slot
      }
    }
  }

  private mutating func grow() {
    shift -= 1
    slots = Array(repeating: 0, count: slots.count * 2)
    for (number, color) in colors.enumerated() { slots[slot(of: color)] = UInt32(number + 1) }
  }
}

/// The number of pixels of each color.
struct ColorHistogram {
  private var index = ColorIndex()
  /// The number of pixels, by the number of the color.
  private(set) var counts: [Int] = []

  /// The distinct colors, by number.
  var colors: [UInt32] { index.colors }

  /// The number of all pixels.
  private(set) var pixelCount = 0

  /// Adds the opaque ones among pixels.
  mutating func add(_ pixels: ArraySlice<UInt32>) {
    var (color, count) = (UInt32(0), 0)
    for pixel in pixels {
      if pixel != color {
        add(color, count)
        (color, count) = (pixel, 0)
      }
      count += 1
    }
    add(color, count)
  }

  private mutating func add(_ color: UInt32, _ count: Int) {
    guard color != 0, count > 0 else { return }
    let number = index.insert(color)
    if number == counts.count { counts.append(0) }
    counts[number] += count
    pixelCount += count
  }

  /// Returns the number of a color that was added.
  func number(of color: UInt32) -> Int? { index.number(of: color) }

  /// Forgets all pixels.
  mutating func removeAll() {
    index.removeAll()
    counts.removeAll(keepingCapacity: true)
    pixelCount = 0
  }
}

/// Returns the sum of the squared differences of the components of two opaque colors.
func squaredDistance(_ first: UInt32, _ second: UInt32) -> Int {
  func difference(_ shift: UInt32) -> Int { Int(first >> shift & 0xFF) - Int(second >> shift & 0xFF) }
  let (red, green, blue) = (difference(16), difference(8), difference(0))
  return red * red + green * green + blue * blue
}
