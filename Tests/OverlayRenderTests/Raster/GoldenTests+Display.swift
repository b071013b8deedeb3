@testable import OverlayPictureInPicture
@testable import OverlayRender

extension GoldenTests {
  /// The controls of windows: all of them with one under the pointer and the time to which the bar is dragged, controls
  /// of paused linear content with one that is pressed, and controls of content that does not play, in a small window.
  static let displayGoldens = [
    Golden("playback-controls", 500, 310, on: night) {
      VStack(alignment: .leading, spacing: 8) {
        PlaybackControlsView(
          model: controls(Set(PlaybackControl.allCases), size: PixelSize(500, 200), draggedOffset: .seconds(3725)))
        HStack(spacing: 8) {
          PlaybackControlsView(
            model: controls(
              [.close, .restore, .playPause, .progress], size: PixelSize(178, 100), isPaused: true, pressed: .playPause)
          )
          PlaybackControlsView(model: controls([.close], size: PixelSize(120, 68)))
          PlaybackControlsView(
            model: controls([.close, .playPause, .skipForward], size: PixelSize(178, 100), scale: 2))
        }
      }
      .font(family: "Noto Sans", size: 12)
    }
  ]

  private static func controls(
    _ controls: Set<PlaybackControl>, size: PixelSize, scale: Double = 1, isPaused: Bool = false,
    pressed: PlaybackControl? = nil, draggedOffset: MediaTime? = nil
  ) -> PlaybackControlsModel {
    PlaybackControlsModel(
      layout: PlaybackControlsLayout(size: size, scale: scale, controls: controls), hovered: .playPause,
      pressed: pressed, isPaused: isPaused, progress: 0.4, draggedOffset: draggedOffset,
      skipInterval: .seconds(10))
  }
}
