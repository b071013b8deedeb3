import CFFmpeg
import OverlayRender

/// Makes pixel buffers of the decoded frames of a movie, turned as they are shown or as they are stored.
final class TurningFrameConverter {
  private let converter: DecodedFrameConverter
  private let turned: PixelBufferPool
  private let orientation: Orientation

  /// Prepares pixel buffers.
  ///
  /// - Parameters:
  ///   - size: The size of the stored pictures, or another one to which they are scaled.
  ///   - pixelFormat: The pixel format of the pixel buffers.
  ///   - orientation: The turn from stored pictures.
  ///   - clock: The clock that measures the age of unused memory.
  init(
    of size: PixelSize, in pixelFormat: PixelFormat, turnedTo orientation: Orientation, clock: any MediaClock
  ) throws(VideoFormatError) {
    self.orientation = orientation
    let format = try VideoFormat(
      size: size, pixelFormat: orientation.transposes ? pixelFormat.transposed : pixelFormat)
    converter = DecodedFrameConverter(format: format, clock: clock)
    // The default matrix of the turned size may be another one.
    turned = PixelBufferPool(
      format: try VideoFormat(size: orientation.size(of: size), pixelFormat: pixelFormat, matrix: format.matrix),
      clock: clock)
  }

  /// Returns a picture of a frame.
  ///
  /// - Throws: `PixelBufferPoolError`, or `FFmpegStatus` if the frame cannot be converted.
  func picture(of frame: UnsafeMutablePointer<AVFrame>) throws -> PixelBuffer {
    let picture = try converter.picture(of: frame)
    guard orientation != .upright else { return picture }
    var draft = try turned.draft()
    draft.copyPixels(of: picture, turnedTo: orientation)
    return draft.freeze()
  }
}

extension PixelFormat {
  /// The format whose pictures have this format when their rows become columns.
  fileprivate var transposed: PixelFormat {
    guard planes.contains(where: { $0.horizontalSubsampling != $0.verticalSubsampling }) else { return self }
    // 4:4:0 is FFmpeg's name of 4:2:2 with the directions exchanged.
    let name = name.contains("440") ? name.replacing("440", with: "422") : name.replacing("422", with: "440")
    return PixelFormat(
      name, planes: planes.map(\.transposed), bitsPerComponent: bitsPerComponent,
      isPremultiplied: alpha == .premultiplied)
  }
}

extension PixelBufferDraft {
  /// Fills the picture with a turned one.
  ///
  /// - Precondition: The formats have the same pixel format, and their sizes belong together.
  mutating func copyPixels(of picture: PixelBuffer, turnedTo orientation: Orientation) {
    let (planes, sources) = (format.planes, picture.format.planes)
    let components = format.pixelFormat.planes.map { $0.components.count * format.pixelFormat.bytesPerComponent }
    withUnsafeMutableBytes { bytes in
      picture.withUnsafeBytes { source in
        for (index, plane) in planes.enumerated() {
          guard let base = bytes.baseAddress, let sourceBase = source.baseAddress else { return }
          let turn = PlaneTurn(
            source: sourceBase + sources[index].offset, layout: sources[index], sampleSize: components[index],
            orientation: orientation)
          turn.fill(base + plane.offset, plane)
        }
      }
    }
  }
}

/// A plane that is read in another order.
private struct PlaneTurn {
  /// The sample that becomes the first one.
  let first: UnsafeRawPointer
  /// The distances in bytes to the next sample of a row, and of a column, of the turned plane.
  let (columnStep, rowStep): (Int, Int)
  let sampleSize: Int

  init(source: UnsafeRawPointer, layout: PlaneLayout, sampleSize: Int, orientation: Orientation) {
    let (horizontal, vertical) = (sampleSize, layout.bytesPerRow)
    let (width, height) = (layout.size.width, layout.size.height)
    let (columnStep, columns) = orientation.transposes ? (vertical, height) : (horizontal, width)
    let (rowStep, rows) = orientation.transposes ? (horizontal, width) : (vertical, height)
    self.columnStep = orientation.flipsHorizontally ? -columnStep : columnStep
    self.rowStep = orientation.flipsVertically ? -rowStep : rowStep
    self.sampleSize = sampleSize
    first =
      source + (orientation.flipsHorizontally ? (columns - 1) * columnStep : 0)
      + (orientation.flipsVertically ? (rows - 1) * rowStep : 0)
  }

  func fill(_ target: UnsafeMutableRawPointer, _ layout: PlaneLayout) {
    switch sampleSize {
    case 1: fill(target, layout, as: UInt8.self)
    case 2: fill(target, layout, as: UInt16.self)
    case 4: fill(target, layout, as: UInt32.self)
    default: fillBytes(target, layout)
    }
  }

  private func fill<Sample: BitwiseCopyable>(
    _ target: UnsafeMutableRawPointer, _ layout: PlaneLayout, as type: Sample.Type
  ) {
    // Blocks keep the rows of a transposed source in the cache.
    let block = 16
    for top in stride(from: 0, to: layout.size.height, by: block) {
      for left in stride(from: 0, to: layout.size.width, by: block) {
        for y in top..<min(top + block, layout.size.height) {
          let row = first + y * rowStep
          let output = target + y * layout.bytesPerRow
          for x in left..<min(left + block, layout.size.width) {
            let sample = (row + x * columnStep).loadUnaligned(as: type)
            output.storeBytes(of: sample, toByteOffset: x * MemoryLayout<Sample>.size, as: type)
          }
        }
      }
    }
  }

  private func fillBytes(_ target: UnsafeMutableRawPointer, _ layout: PlaneLayout) {
    for y in 0..<layout.size.height {
      for x in 0..<layout.size.width {
        (target + y * layout.bytesPerRow + x * sampleSize)
          .copyMemory(from: first + y * rowStep + x * columnStep, byteCount: sampleSize)
      }
    }
  }
}
