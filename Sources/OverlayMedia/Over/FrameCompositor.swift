import CFFmpeg
import OverlayRender

/// Draws an overlay on the decoded frames of a movie.
///
/// A frame is copied once, into memory of a pool, and drawn on there, only where the overlay has ink.
final class FrameCompositor {
  private let layout: PictureLayout
  private let converter: DecodedFrameConverter
  /// The memory of turned pictures; `nil` if pictures stay as they are.
  private let turned: PixelBufferPool?
  private let compositor: OverlayCompositor
  private let placement: OverlayPlacement
  private var overlay: PixelBuffer?

  init(_ pictures: PictureProperties, layout: PictureLayout) throws {
    self.layout = layout
    converter = DecodedFrameConverter(format: layout.decoded)
    turned =
      layout.pictureTurn == .upright ? nil : PixelBufferPool(format: layout.output, clock: HostClock.shared)
    compositor = try OverlayCompositor(
      target: layout.output, transfer: pictures.transferFunction, siting: pictures.chromaSiting)
    placement = try OverlayPlacement(layout)
  }

  /// Replaces the overlay. Does nothing for the same picture again.
  func setOverlay(_ sample: SampleBuffer) throws {
    guard let picture = sample.pixelBuffer, picture !== overlay else { return }
    let placed = try placement.place(picture, damage: overlay == nil ? Damage(picture.format.bounds) : sample.damage)
    try compositor.setOverlay(placed.picture, damage: placed.damage)
    overlay = picture
  }

  /// Returns a frame with the overlay.
  func picture(of frame: UnsafeMutablePointer<AVFrame>) throws -> PixelBuffer {
    var draft = try converter.draft(of: frame)
    if let turned {
      let picture = draft.freeze()
      draft = try turned.draft()
      draft.copyPixels(of: picture, turnedTo: layout.pictureTurn)
    }
    compositor.composite(onto: &draft)
    return draft.freeze()
  }
}

/// Draws on a picture, and replaces errors that do not name the movie.
///
/// - Parameters:
///   - unreadable: Returns the error for a picture that FFmpeg cannot convert.
///   - body: What draws.
func namingDrawingErrors<Result>(_ unreadable: (_ reason: String) -> MediaError, _ body: () throws -> Result) throws
  -> Result
{
  do {
    return try body()
  } catch let error as PixelBufferPoolError {
    throw RenderError.memory(error)
  } catch let error as FFmpegStatus {
    throw unreadable(error.description)
  }
}
