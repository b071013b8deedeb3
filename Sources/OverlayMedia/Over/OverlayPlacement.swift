import CFFmpeg
import OverlayRender

/// Turns and squeezes overlays, which are drawn as the movie is shown, to the pictures as they are stored.
///
/// This happens only when an overlay changes.
final class OverlayPlacement {
  private let layout: PictureLayout
  private let turned: PixelBufferPool?
  private let scaled: PixelBufferPool?
  private let frame: Frame
  private var scaler: FrameScaler?

  init(_ layout: PictureLayout) throws {
    self.layout = layout
    frame = try Frame()
    func pool(_ size: PixelSize) throws(VideoFormatError) -> PixelBufferPool {
      PixelBufferPool(
        format: try VideoFormat(size: size, pixelFormat: .bgraPremultiplied), clock: HostClock.shared)
    }
    let size = layout.overlayTurn.size(of: layout.overlaySize)
    turned = layout.overlayTurn == .upright ? nil : try pool(size)
    scaled = size == layout.output.size ? nil : try pool(layout.output.size)
  }

  /// Returns an overlay for the pictures, and the part of it that changed.
  func place(_ overlay: PixelBuffer, damage: Damage) throws -> (picture: PixelBuffer, damage: Damage) {
    var (picture, damage) = (overlay, damage)
    if let turned {
      var draft = try turned.draft()
      draft.copyPixels(of: picture, turnedTo: layout.overlayTurn)
      damage = damage.mapped { layout.overlayTurn.rectangle(of: $0, in: picture.format.size) }
      picture = draft.freeze()
    }
    if let scaled {
      var draft = try scaled.draft()
      try frame.show(picture, as: AV_PIX_FMT_BGRA)
      let scaler = try scaler ?? FrameScaler(from: FrameLayout(frame.pointer), to: scaled.format, AV_PIX_FMT_BGRA)
      self.scaler = scaler
      try scaler.scale(frame.pointer, into: &draft)
      frame.clear()
      // Few overlays change often over movies with such pixels.
      damage = Damage(scaled.format.bounds)
      picture = draft.freeze()
    }
    return (picture, damage)
  }
}

extension Damage {
  /// Returns the damage with each rectangle replaced.
  fileprivate func mapped(_ transform: (PixelRect) -> PixelRect) -> Damage {
    var result = Damage()
    forEach { result.insert(transform($0)) }
    return result
  }
}
