@testable import OverlayPictureInPicture
@testable import OverlayRender

/// A display layer with pictures of four colors, in any format.
struct LayerPictures {
  /// The size of pictures in pixels.
  static let size = PixelSize(320, 180)
  /// Blue, green and red.
  private static let colors: [[UInt8]] = [[40, 30, 230], [60, 200, 20], [220, 60, 30], [128, 128, 128]]

  private final class Playback: SampleBufferPlaybackDelegate {
    let timeRangeForPlayback = MediaTimeRange(start: .zero, duration: .positiveInfinity)
    let isPlaybackPaused = false

    func setPlaying(_ isPlaying: Bool) {}
    func skip(by interval: MediaTime) async {}
    func didTransition(toRenderSize size: PixelSize) {}
  }

  private let layer = SampleBufferDisplayLayer()

  /// Opens a window at (200, 100) that shows the layer.
  func open(on desktop: any PictureInPictureDesktop) throws -> PictureInPictureController {
    let controller = try PictureInPictureController(
      PictureInPictureContentSource(layer, playbackDelegate: Playback()), desktop: desktop,
      turns: PictureInPictureTurns())
    controller.windowOptions.position = .point(x: 200, y: 100)
    controller.windowOptions.showsControls = false
    controller.start()
    return controller
  }

  /// Shows a picture at once. Its quarters have the colors, which start with another one in each step.
  func show(_ pixelFormat: PixelFormat, step: Int, alpha: UInt8 = 255) throws {
    let (width, height) = (Self.size.width, Self.size.height)
    let format = try VideoFormat(size: Self.size, pixelFormat: .bgra)
    var draft = try PixelBufferDraft(format: format)
    draft.withUnsafeMutableBytes { bytes in
      for index in 0..<width * height {
        let quarter = (index % width < width / 2 ? 0 : 1) + (index / width < height / 2 ? 0 : 2)
        let pixel = Self.colors[(quarter + step) % 4] + [alpha]
        for channel in 0..<4 { bytes[4 * index + channel] = pixel[channel] }
      }
    }
    var sample = SampleBuffer(pixelBuffer: try draft.freeze().converted(to: pixelFormat), presentationTime: .zero)
    sample.attachments.displayImmediately = true
    try layer.enqueue(sample)
  }

  /// Returns whether the middles of the quarters of a window at (200, 100) have the colors of a step over a background,
  /// within the rounding of 8 bits.
  ///
  /// - Parameter pixel: Returns red, green and blue of a pixel of the screen.
  func areShown(
    as pixelFormat: PixelFormat, step: Int, alpha: UInt8 = 255, over background: UInt8 = 0,
    _ pixel: (Int, Int) throws -> [UInt8]
  ) rethrows -> Bool {
    for quarter in 0..<4 {
      var color = Self.colors[(quarter + step) % 4].reversed().map { Double($0) }
      if pixelFormat.colorModel == .gray {
        // The size has the matrix of BT.601.
        color = Array(repeating: 0.299 * color[0] + 0.587 * color[1] + 0.114 * color[2], count: 3)
      }
      let (x, y) = (200 + 80 + quarter % 2 * 160, 100 + 45 + quarter / 2 * 90)
      for (shown, color) in zip(try pixel(x, y), color) {
        let expected = (color * Double(alpha) + Double(background) * Double(255 - alpha)) / 255
        if abs(Double(shown) - expected) > 3 { return false }
      }
    }
    return true
  }
}
