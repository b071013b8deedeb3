import Glibc
import OverlayRender

/// Writes the pictures of a movie as a GIF, without other libraries.
///
/// The file has one palette as long as its colors suffice. In a file the palette grows with the pictures; in a pipe it
/// has the colors of the first one. Each image is written when the next picture is known, which decides whether the
/// image is cleared. The memory does not depend on the number of pictures.
final class GIFWriter: MovieWriter {
  private let output: ByteOutput
  private let grid: TimeGrid
  private let size: PixelSize
  private let playCount: Int?
  private var canvas: GIFCanvas
  private var encoder = LZWEncoder()
  /// The latest image, and its beginning and end in hundredths of a second.
  private var pending: (image: GIFImage, start: Int64, end: Int64)?
  /// The error after which nothing can be written.
  private var failure: SinkError?
  /// The number of colors of the palette that are written.
  private var writtenColorCount: Int?

  /// Creates a writer.
  ///
  /// - Parameters:
  ///   - output: The output.
  ///   - size: The size of the pictures, at most 65535 pixels on each side.
  ///   - grid: The grid of the times.
  ///   - playCount: The number of times that the animation is shown; `nil` to repeat it forever.
  init(_ output: ByteOutput, size: PixelSize, grid: TimeGrid, playCount: Int?) {
    self.output = output
    self.size = size
    self.grid = grid
    self.playCount = playCount
    canvas = GIFCanvas(size: size)
  }

  func add(_ frame: PacedFrame) throws {
    if let pending = try takePending() {
      var image = pending.image
      let vanishing = canvas.vanishing(in: frame.picture, damage: frame.damage.bounds)
      if !vanishing.isEmpty {
        image.clear(vanishing)
        canvas.clear(image.rectangle)
      }
      try write(image, duration: pending.end - pending.start)
    }
    pending = (
      canvas.draw(frame.picture, damage: frame.damage.bounds), hundredths(frame.frame),
      hundredths(frame.frame + frame.duration)
    )
  }

  func finish(at end: Int64) throws {
    if let pending = try takePending() { try write(pending.image, duration: pending.end - pending.start) }
    let trailer: [UInt8] = [0x3B]
    try output.write(trailer.span.bytes)
  }

  /// Returns the latest image, which is written once. After an error the file ends within an image, so nothing can
  /// follow.
  private func takePending() throws(SinkError) -> (image: GIFImage, start: Int64, end: Int64)? {
    if let failure { throw failure }
    defer { pending = nil }
    return pending
  }

  private func hundredths(_ frame: Int64) -> Int64 { grid.time(of: frame, timescale: 100) }

  private func write(_ image: GIFImage, duration: Int64) throws(SinkError) {
    var bytes = writtenColorCount == nil ? header() : []
    // Players show an image of less than two hundredths for a tenth of a second.
    image.append(delay: max(duration, 2), &encoder, to: &bytes)
    do throws(SinkError) {
      try output.write(bytes.span.bytes)
      try updatePalette()
    } catch {
      failure = error
      throw error
    }
  }

  /// Returns what stands before the images (GIF89a, sections 17 to 19, and Netscape's extension).
  private func header() -> [UInt8] {
    let isFile = output.currentPath != nil
    canvas.palette.isComplete = !isFile
    let table = GIFColorTable(canvas.palette.colors, capacity: isFile ? Palette.maximumColorCount : 1)
    var bytes = Array("GIF89a".utf8)
    bytes.appendLittleEndian(UInt16(size.width))
    bytes.appendLittleEndian(UInt16(size.height))
    bytes += [0xF0 | table.sizeCode, GIFColorTable.transparentEntry, 0]
    bytes += table.bytes
    writtenColorCount = canvas.palette.colors.count
    // Without the extension an animation is shown once. Its number counts the repetitions; 0 means forever.
    guard playCount != 1 else { return bytes }
    bytes += [0x21, 0xFF, 11] + "NETSCAPE2.0".utf8 + [3, 1]
    bytes.appendLittleEndian(UInt16(clamping: playCount.map { $0 - 1 } ?? 0))
    bytes.append(0)
    return bytes
  }

  /// Writes the colors that were added to the palette after those in the file.
  private func updatePalette() throws(SinkError) {
    let colors = canvas.palette.colors
    guard let written = writtenColorCount, written < colors.count else { return }
    let added = GIFColorTable(Array(colors[written...])).bytes.dropFirst(3).prefix(3 * (colors.count - written))
    guard try output.seek(to: Self.paletteOffset + 3 * Int64(written + 1), from: SEEK_SET) != nil else { return }
    try output.write(Array(added).span.bytes)
    _ = try output.seek(to: 0, from: SEEK_END)
    writtenColorCount = colors.count
  }

  /// The size of the header and the screen descriptor.
  private static let paletteOffset: Int64 = 13
}
