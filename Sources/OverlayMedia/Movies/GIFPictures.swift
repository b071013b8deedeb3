import CFFmpeg
import OverlayRender

/// Converts pictures with straight alpha to the palettes of GIF, which `libswscale` does not do.
///
/// Pixels are opaque or transparent: those with at least half of the alpha keep their color.
final class PaletteConverter: PictureConverter {
  private let size: PixelSize
  private var palette = Palette(of: [:])

  /// Creates a converter of pictures in `bgra`.
  init(size: PixelSize) {
    self.size = size
  }

  func convert(_ picture: PixelBuffer, into frame: borrowing Frame) throws(FFmpegStatus) {
    let counts = picture.colorCounts
    // A palette that stays the same is written only once.
    if !palette.isExact(for: counts) { palette = Palette(of: counts) }
    try frame.allocate(size, AV_PIX_FMT_PAL8)
    guard let pixels = frame.pointer.pointee.data.0, let table = frame.pointer.pointee.data.1 else {
      throw .invalidArgument
    }
    table.withMemoryRebound(to: UInt32.self, capacity: 256) { table in
      // The encoder takes the first entry without alpha as transparency.
      table[0] = Palette.transparent
      for entry in 1...255 {
        table[entry] = palette.colors.indices.contains(entry - 1) ? palette.colors[entry - 1] : 0xFF00_0000
      }
    }
    let bytesPerRow = Int(frame.pointer.pointee.linesize.0)
    picture.forEachRow { row, y in
      let indexes = pixels + y * bytesPerRow
      var (color, entry) = (Palette.transparent, UInt8(0))
      for x in row.indices {
        let next = opaqueColor(row[x])
        if next != color { (color, entry) = (next, palette.entry(of: next) ?? 0) }
        indexes[x] = entry
      }
    }
  }
}

/// Returns the color of a palette for a pixel in `bgra`.
private func opaqueColor(_ pixel: UInt32) -> UInt32 {
  let pixel = UInt32(littleEndian: pixel)
  return pixel >> 24 >= 128 ? pixel | 0xFF00_0000 : Palette.transparent
}

extension PixelBuffer {
  /// The number of pixels of each color of a palette.
  fileprivate var colorCounts: [UInt32: Int] {
    var counts: [UInt32: Int] = [:]
    forEachRow { row, _ in
      var (color, count) = (Palette.transparent, 0)
      for pixel in row {
        let next = opaqueColor(pixel)
        if next != color {
          if count > 0 { counts[color, default: 0] += count }
          (color, count) = (next, 0)
        }
        count += 1
      }
      if count > 0 { counts[color, default: 0] += count }
    }
    return counts
  }

  /// Calls `body` with the pixels of each row.
  fileprivate func forEachRow(_ body: (UnsafeBufferPointer<UInt32>, Int) -> Void) {
    withUnsafeBytes { bytes in
      guard let plane = format.planes.first else { return }
      for y in 0..<format.size.height {
        let row = UnsafeRawBufferPointer(
          rebasing: bytes[(plane.offset + y * plane.bytesPerRow)...].prefix(4 * format.size.width))
        body(row.assumingMemoryBound(to: UInt32.self), y)
      }
    }
  }
}

extension Packet {
  /// Makes players clear the picture of a GIF before the next one, so that its transparent pixels are transparent.
  ///
  /// FFmpeg's encoder does so for pictures with transparent pixels only, but an opaque one may come before them. Each
  /// picture is complete, so nothing else is lost.
  func clearCanvasAfterGIF() {
    let data = UnsafeMutableBufferPointer(start: pointer.pointee.data, count: Int(pointer.pointee.size))
    // The first packet begins with the header and, as bit 7 of its flags says, the global color table.
    let header = 13
    let hasHeader = data.starts(with: "GIF8".utf8) && data.count > header
    let tableSize = hasHeader && data[10] & 0x80 != 0 ? 3 << (Int(data[10] & 7) + 1) : 0
    // A graphic control extension (GIF89a, section 23): 0x21, 0xF9, 4, and the disposal method in bits 2 to 4.
    let control = hasHeader ? header + tableSize : 0
    guard data.count > control + 3, data[control] == 0x21, data[control + 1] == 0xF9 else { return }
    let restoreToBackground: UInt8 = 2
    data[control + 3] = data[control + 3] & ~0x1C | restoreToBackground << 2
  }
}
