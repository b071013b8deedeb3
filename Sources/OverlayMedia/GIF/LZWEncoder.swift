/// Compresses the pixels of a GIF with codes of variable length (GIF89a, appendix F).
struct LZWEncoder {
  /// A hash table with linear probing of the strings that have a code. A slot holds the code of the string without its
  /// last pixel, that pixel, and its own code, in 12, 8 and 12 bits.
  private var slots = [UInt32](repeating: Self.free, count: 1 << Self.slotBits)

  /// No string has this slot: the last code is not extended.
  private static let free = UInt32.max
  private static let slotBits: UInt32 = 13
  private static let maximumCodeCount = 4096

  /// Appends the image data of pixels: the code size, the blocks and the terminator.
  ///
  /// - Parameters:
  ///   - pixels: The entries of the palette, at least one.
  ///   - depth: The number of bits of the entries, 2...8.
  ///   - bytes: The file.
  mutating func encode(_ pixels: [UInt8], depth: Int, into bytes: inout [UInt8]) {
    bytes.append(UInt8(depth))
    var blocks = CodeBlocks(at: bytes.count)
    bytes.append(0)
    let clear = 1 << depth
    let end = clear + 1
    var (next, size) = (end + 1, depth + 1)
    blocks.append(clear, size: size, to: &bytes)
    slots.withUnsafeMutableBufferPointer { slots in
      slots.update(repeating: Self.free)
      var current = UInt32(pixels[0])
      for pixel in pixels.dropFirst() {
        let string = current << 8 | UInt32(pixel)
        var slot = Int((string &* 0x9E37_79B1) >> (32 - Self.slotBits))
        while slots[slot] >> 12 != string, slots[slot] != Self.free { slot = (slot + 1) & (slots.count - 1) }
        if slots[slot] != Self.free {
          current = slots[slot] & 0xFFF
          continue
        }
        blocks.append(Int(current), size: size, to: &bytes)
        if next < Self.maximumCodeCount {
          slots[slot] = string << 12 | UInt32(next)
          if next == 1 << size { size += 1 }
          next += 1
        } else {
          blocks.append(clear, size: size, to: &bytes)
          slots.update(repeating: Self.free)
          (next, size) = (end + 1, depth + 1)
        }
        current = UInt32(pixel)
      }
      blocks.append(Int(current), size: size, to: &bytes)
      // The decoder has added a string for the last code, and may use longer codes from now on.
      if next == 1 << size, size < 12 { size += 1 }
      blocks.append(end, size: size, to: &bytes)
    }
    blocks.finish(&bytes)
  }
}

/// Codes as blocks of at most 255 bytes with a count before each of them (GIF89a, section 15).
private struct CodeBlocks {
  /// The position of the count of the current block.
  private var start: Int
  private var bits: UInt32 = 0
  private var bitCount = 0

  /// Begins the first block, whose count is at a position.
  init(at start: Int) {
    self.start = start
  }

  /// Appends a code, the lowest bits first.
  mutating func append(_ code: Int, size: Int, to bytes: inout [UInt8]) {
    bits |= UInt32(code) << UInt32(bitCount)
    bitCount += size
    while bitCount >= 8 { appendByte(to: &bytes) }
  }

  /// Appends the rest, and the block of no bytes that is the terminator.
  mutating func finish(_ bytes: inout [UInt8]) {
    if bitCount > 0 { appendByte(to: &bytes) }
    bytes[start] = UInt8(bytes.count - start - 1)
    if bytes[start] > 0 { bytes.append(0) }
  }

  private mutating func appendByte(to bytes: inout [UInt8]) {
    bytes.append(UInt8(truncatingIfNeeded: bits))
    bits >>= 8
    bitCount -= 8
    guard bytes.count - start == 256 else { return }
    bytes[start] = 255
    start = bytes.count
    bytes.append(0)
  }
}
