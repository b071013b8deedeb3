import OverlayRender

/// An image of a GIF: what is drawn onto the canvas at some time.
struct GIFImage {
  /// The part of the canvas.
  private(set) var rectangle: PixelRect
  /// The entries of the palette in the rectangle, row by row. 0 leaves the canvas as it is.
  private(set) var pixels: [UInt8]
  /// The colors of the palette, from entry 1 on; `nil` for the palette of the file.
  let localColors: [UInt32]?
  /// Whether the rectangle becomes transparent before the next image.
  private(set) var isCleared = false

  init(rectangle: PixelRect, pixels: [UInt8], localColors: [UInt32]?) {
    self.rectangle = rectangle
    self.pixels = pixels
    self.localColors = localColors
  }

  /// An image that leaves the canvas as it is. An image has at least one pixel.
  static let blank = GIFImage(rectangle: PixelRect(x: 0, y: 0, width: 1, height: 1), pixels: [0], localColors: nil)

  /// Extends the image to a rectangle, and makes all of it transparent before the next image.
  mutating func clear(_ other: PixelRect) {
    let extended = rectangle.union(other)
    if extended != rectangle {
      var padded = [UInt8](repeating: 0, count: extended.area)
      for y in 0..<rectangle.height {
        let first = (y + rectangle.y - extended.y) * extended.width + rectangle.x - extended.x
        padded.replaceSubrange(
          first..<first + rectangle.width, with: pixels[y * rectangle.width..<(y + 1) * rectangle.width])
      }
      (rectangle, pixels) = (extended, padded)
    }
    isCleared = true
  }

  /// The image followed by one that lasts for the rest of its time. Only the last one is cleared.
  fileprivate var split: (GIFImage, rest: GIFImage) {
    guard isCleared else { return (self, .blank) }
    var (first, rest) = (self, self)
    first.isCleared = false
    rest.pixels = Array(repeating: GIFColorTable.transparentEntry, count: pixels.count)
    return (first, rest)
  }
}

extension GIFImage {
  /// Appends the image to a file (GIF89a, sections 20 to 23). An image that lasts longer than the format can say is
  /// followed by others that change nothing.
  ///
  /// - Parameters:
  ///   - delay: The time until the next image, at least 2 hundredths of a second.
  ///   - encoder: The encoder of the pixels.
  ///   - bytes: The file.
  func append(delay: Int64, _ encoder: inout LZWEncoder, to bytes: inout [UInt8]) {
    let longestDelay: Int64 = 65_000
    var (image, delay) = (self, delay)
    while delay > longestDelay + 2 {
      let (first, rest) = image.split
      first.appendOne(delay: UInt16(longestDelay), &encoder, to: &bytes)
      (image, delay) = (rest, delay - longestDelay)
    }
    image.appendOne(delay: UInt16(delay), &encoder, to: &bytes)
  }

  private func appendOne(delay: UInt16, _ encoder: inout LZWEncoder, to bytes: inout [UInt8]) {
    let keep: UInt8 = 1
    let restoreToBackground: UInt8 = 2
    let isTransparent: UInt8 = 1
    bytes += [0x21, 0xF9, 4, (isCleared ? restoreToBackground : keep) << 2 | isTransparent]
    bytes.appendLittleEndian(delay)
    bytes += [GIFColorTable.transparentEntry, 0, 0x2C]
    for number in [rectangle.x, rectangle.y, rectangle.width, rectangle.height] {
      bytes.appendLittleEndian(UInt16(number))
    }
    if let localColors {
      let table = GIFColorTable(localColors)
      bytes.append(0x80 | table.sizeCode)
      bytes += table.bytes
    } else {
      bytes.append(0)
    }
    let bitCount = 8 - (pixels.max() ?? 0).leadingZeroBitCount
    encoder.encode(pixels, depth: max(bitCount, 2), into: &bytes)
  }
}

/// A color table of a GIF (GIF89a, section 19), whose size is a power of two.
struct GIFColorTable {
  /// The entry of transparent pixels.
  static let transparentEntry: UInt8 = 0

  /// The colors, including the transparent entry.
  let bytes: [UInt8]
  /// The size in the descriptors: the exponent of the power of two, minus one.
  let sizeCode: UInt8

  /// Creates a table for opaque colors from entry 1 on.
  ///
  /// - Parameter capacity: The least number of them for which there is room.
  init(_ colors: [UInt32], capacity: Int = 1) {
    let greatestEntry = UInt8(max(colors.count, capacity, 1))
    let bitCount = 8 - greatestEntry.leadingZeroBitCount
    sizeCode = UInt8(bitCount - 1)
    var bytes: [UInt8] = [0, 0, 0]
    for color in colors { bytes += [16, 8, 0].map { UInt8(truncatingIfNeeded: color >> $0) } }
    self.bytes = bytes + Array(repeating: 0, count: 3 << bitCount - bytes.count)
  }
}

extension [UInt8] {
  /// Appends a number in two bytes, the low one first.
  mutating func appendLittleEndian(_ number: UInt16) {
    self += [UInt8(truncatingIfNeeded: number), UInt8(number >> 8)]
  }
}
