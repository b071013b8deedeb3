/// Draws an overlay on the decoded pictures of a movie, in the pixel format of the movie.
///
/// The overlay is converted when it changes, and only where it changed. Drawing it on a picture then costs time in
/// proportion to its ink. A sample of the movie is blended only if a pixel that belongs to it alone contains ink; all
/// other samples stay as they are, bit for bit. Subsampled chroma is filtered as in `FrameConverter`, so opaque parts
/// have the same samples as a converted picture.
///
/// Colors are blended as coded values. Supported formats have 8 to 16 bits, any order of components, chroma at full,
/// half or a quarter of the resolution in each direction, and straight, premultiplied or no alpha.
public final class OverlayCompositor {
  /// The format of the movie's pictures.
  public let target: VideoFormat

  private let ink: OverlayInk
  /// The overlay that was set last. A strong reference would keep its memory from its pool.
  private weak var overlay: PixelBuffer?
  private var hasOverlay = false

  /// Creates a compositor without an overlay.
  ///
  /// - Parameters:
  ///   - target: The format of the movie's pictures.
  ///   - transfer: The transfer function of the movie.
  ///   - siting: The position of the movie's chroma samples.
  /// - Throws: `unsupportedTarget` and `memory`.
  public init(
    target: VideoFormat, transfer: TransferFunction = .standard, siting: ChromaSiting = .left
  ) throws(OverlayCompositorError) {
    let format = target.pixelFormat
    // The alpha of a movie is read at each pixel.
    let hasSubsampledAlpha = format.planes.contains {
      $0.components.contains(.alpha) && $0.horizontalSubsampling * $0.verticalSubsampling > 1
    }
    let isPremultipliedLuma = format.alpha == .premultiplied && format.colorModel != .rgb
    guard format.bitsPerComponent >= 8, !hasSubsampledAlpha, !isPremultipliedLuma else {
      throw .unsupportedTarget(format)
    }
    self.target = target
    ink = try OverlayInk(target: target, transfer: transfer, siting: siting)
  }

  /// Whether the overlay is transparent everywhere, so that drawing it does nothing.
  public var isEmpty: Bool { ink.isEmpty }

  /// Replaces the overlay. The compositor does not keep the picture.
  ///
  /// - Parameters:
  ///   - picture: A picture in `bgraPremultiplied` with the size of the movie.
  ///   - damage: The difference from the previous overlay. Ignored for the first overlay.
  /// - Throws: `unsupportedOverlay` and `differentSizes`. The previous overlay then stays.
  public func setOverlay(_ picture: PixelBuffer, damage: Damage) throws(OverlayCompositorError) {
    let format = picture.format
    guard format.pixelFormat == .bgraPremultiplied else { throw .unsupportedOverlay(format.pixelFormat) }
    guard format.size == target.size else { throw .differentSizes(overlay: format.size, movie: target.size) }
    if picture === overlay { return }
    var damage = hasOverlay ? damage : Damage(target.bounds)
    damage.clip(to: target.bounds)
    overlay = picture
    hasOverlay = true
    if !damage.isEmpty { ink.update(damage, from: picture) }
  }

  /// Draws the overlay on a picture.
  ///
  /// - Precondition: The picture has the format of the movie.
  public func composite(onto draft: inout PixelBufferDraft) {
    precondition(draft.format == target, "the picture has another format than the movie")
    if ink.isEmpty { return }
    draft.withUnsafeMutableBytes { bytes in
      guard let base = bytes.baseAddress else { return }
      ink.blend(over: target.planes.map { PlaneMemory(base: base + $0.offset, bytesPerRow: $0.bytesPerRow) })
    }
  }

  /// Draws the overlay on a picture whose rows may be padded.
  ///
  /// - Parameter planes: The memory of each plane, in the order of the pixel format.
  /// - Precondition: There are as many planes as the pixel format has.
  public func composite(onto planes: [PlaneMemory]) {
    precondition(planes.count == target.planes.count, "the picture has another number of planes than the movie")
    if ink.isEmpty { return }
    ink.blend(over: planes)
  }
}

/// The memory of a plane.
public struct PlaneMemory {
  /// The first sample of the first row.
  public let base: UnsafeMutableRawPointer
  /// The distance in bytes between two rows. It is negative if the last row is the first one in memory.
  public let bytesPerRow: Int

  /// Creates a description of memory.
  public init(base: UnsafeMutableRawPointer, bytesPerRow: Int) {
    self.base = base
    self.bytesPerRow = bytesPerRow
  }
}

/// An error in drawing on a movie.
public enum OverlayCompositorError: Error, Hashable, CustomStringConvertible {
  /// The pixel format of the movie is not supported.
  case unsupportedTarget(PixelFormat)
  /// The overlay is not in `bgraPremultiplied`.
  case unsupportedOverlay(PixelFormat)
  /// The overlay and the movie have different sizes.
  case differentSizes(overlay: PixelSize, movie: PixelSize)
  /// There is no memory for the overlay.
  case memory(PixelMemoryError)

  /// One line that says what is wrong and how to fix it.
  public var description: String {
    switch self {
    case .unsupportedTarget(let format):
      "cannot draw on a movie of \(format): convert it to yuv420p, yuv422p or yuv444p first"
    case .unsupportedOverlay(let format):
      "cannot draw an overlay of \(format) on a movie: give pictures of bgraPremultiplied"
    case .differentSizes(let overlay, let movie):
      "cannot draw an overlay of \(overlay) on a movie of \(movie): give equal sizes"
    case .memory(let error): error.description
    }
  }
}
