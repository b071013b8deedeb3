import OverlayRender

/// The pixels of a window in memory that a display server reads: 32 bits each, with premultiplied alpha, the byte order
/// of `PixelFormat.bgraPremultiplied`.
struct WindowPixels {
  /// The first byte.
  let base: UnsafeMutableRawPointer
  /// The size in pixels.
  let size: PixelSize
  /// The number of bytes from one row to the next.
  let bytesPerRow: Int

  /// Copies a part of a picture, which is stretched if it has another size. Returns the part that has changed.
  ///
  /// - Parameter opacity: The opacity of the window, 0...1.
  func draw(_ picture: PixelBuffer, _ damage: Damage, opacity: Double) -> Damage {
    let isStretched = picture.format.size != size
    let damage = isStretched ? Damage(PixelRect(size)) : damage
    let plane = picture.format.planes[0]
    let opacity = UInt32((min(1, max(0, opacity)) * 256).rounded())
    picture.withUnsafeBytes { bytes in
      guard let source = bytes.baseAddress?.advanced(by: plane.offset) else { return }
      damage.forEach { rectangle in
        for y in rectangle.minY..<rectangle.maxY {
          let row = base.advanced(by: y * bytesPerRow)
          if isStretched {
            let sourceRow = source.advanced(by: y * picture.format.size.height / size.height * plane.bytesPerRow)
            stretch(sourceRow, picture.format.size.width, to: row)
          } else {
            let offset = 4 * rectangle.x
            row.advanced(by: offset).copyMemory(
              from: source.advanced(by: y * plane.bytesPerRow + offset), byteCount: 4 * rectangle.width)
          }
          if opacity < 256 { fade(row.advanced(by: 4 * rectangle.x), rectangle.width, opacity) }
        }
      }
    }
    return damage
  }

  /// Stretches a row of pixels to the width. The nearest pixel is enough: a picture of the right size follows at once.
  private func stretch(_ source: UnsafeRawPointer, _ width: Int, to row: UnsafeMutableRawPointer) {
    for x in 0..<size.width {
      let pixel = source.load(fromByteOffset: 4 * (x * width / size.width), as: UInt32.self)
      row.storeBytes(of: pixel, toByteOffset: 4 * x, as: UInt32.self)
    }
  }

  /// Multiplies pixels by an opacity of 256ths. Two channels at a time fit in 32 bits.
  private func fade(_ row: UnsafeMutableRawPointer, _ count: Int, _ opacity: UInt32) {
    for x in 0..<count {
      let pixel = row.load(fromByteOffset: 4 * x, as: UInt32.self)
      let even = ((pixel & 0x00ff_00ff) * opacity + 0x0080_0080) >> 8 & 0x00ff_00ff
      let odd = ((pixel >> 8 & 0x00ff_00ff) * opacity + 0x0080_0080) & 0xff00_ff00
      row.storeBytes(of: even | odd, toByteOffset: 4 * x, as: UInt32.self)
    }
  }
}
