import OverlayRender

/// Content of picture in picture that another module plays, such as a movie.
public protocol PictureInPictureContent: AnyObject, Sendable {
  /// The size of the pictures, whose aspect ratio the window keeps.
  var preferredSize: PixelSize { get }
  /// The view of the pictures, which fills the window.
  var view: AnyView { get }
  /// Whether the pictures have times of their own, as in a movie, whose pictures follow the clock of its sound.
  ///
  /// Then the window draws up to two pictures for each refresh of the display, so that none is skipped while both
  /// clocks drift.
  var hasOwnPictureTimes: Bool { get }
  /// Whether there is a picture.
  var isReadyForDisplay: Bool { get }
  /// Why there will be no picture, as one line; `nil` if there may be one.
  var failureReason: String? { get }
  /// Calls `action` when the content may have become ready, or failed, until the returned subscription is canceled or
  /// released.
  func onReadyForDisplay(_ action: @escaping @Sendable () -> Void) -> Subscription
  /// Plays the content; `nil` for content that is always current, such as a clock.
  var playback: (any SampleBufferPlaybackDelegate)? { get }
  /// The current time of content that plays.
  var currentTime: MediaTime { get }
  /// Calls `action` when what the playback says may have changed, until the returned subscription is canceled or
  /// released.
  func onPlaybackChange(_ action: @escaping @Sendable () -> Void) -> Subscription
}

extension PictureInPictureContent {
  /// False.
  public var hasOwnPictureTimes: Bool { false }
  /// No reason.
  public var failureReason: String? { nil }
  /// Nothing.
  public var playback: (any SampleBufferPlaybackDelegate)? { nil }
  /// An invalid time.
  public var currentTime: MediaTime { .invalid }
  /// Never calls the action: the program calls ``PictureInPictureController/invalidatePlaybackState()``.
  public func onPlaybackChange(_ action: @escaping @Sendable () -> Void) -> Subscription { Subscription {} }
}

extension PictureInPictureContent {
  /// Why the content cannot be shown at once; `nil` if it can.
  var obstacle: PictureInPictureError? {
    isReadyForDisplay ? nil : failureReason.map { .contentFailed(reason: $0) } ?? .contentNotReady
  }
}

/// What picture in picture shows; the counterpart of `AVPictureInPictureController.ContentSource`.
public struct PictureInPictureContentSource: Sendable {
  package let content: any PictureInPictureContent
  /// The time of the content, which begins when the source is first shown, and goes on while no window is open.
  let timeline = LiveTimeline()
  /// The size in points at which the window opens, and whose aspect ratio it keeps; `nil` for the size of the content.
  public var preferredSize: PixelSize?

  /// The fonts, the frame rate and the rest of what decides how the view is drawn; `nil` for the default.
  public var configuration: RenderConfiguration?

  /// Creates a source that shows a view.
  ///
  /// - Parameters:
  ///   - view: The view. It is laid out in the preferred size, and drawn in the size of the window, so text stays sharp
  ///     when the window grows. A view that needs more room than that is drawn smaller. In full screen it gets the
  ///     aspect ratio of the screen.
  ///   - preferredSize: The size in points at which the window opens, and whose aspect ratio it keeps.
  public init(_ view: some View, preferredSize: PixelSize) {
    self.init(view, preferredSize: preferredSize, playback: nil)
  }

  /// Creates a source that shows a view at the time of a timebase. The controls of the window play, pause and skip.
  ///
  /// - Parameters:
  ///   - view: The view. See `TimebaseView`.
  ///   - preferredSize: The size in points at which the window opens, and whose aspect ratio it keeps.
  ///   - timebase: The timebase, on the host clock.
  ///   - duration: The duration of the content, from time zero.
  public init(_ view: some View, preferredSize: PixelSize, timebase: Timebase, duration: MediaTime) {
    self.init(
      TimebaseView(timebase) { view }, preferredSize: preferredSize,
      playback: TimebasePlayback(timebase, duration: duration))
  }

  /// Creates a source that shows a view, which the user can pause.
  init(_ view: some View, preferredSize: PixelSize, playback: (any SampleBufferPlaybackDelegate)?) {
    content = ViewContent(view, RenderConfiguration(size: preferredSize), playback: playback)
  }

  /// Creates a source that shows the live pictures of a stream.
  ///
  /// - Parameter stream: The stream. Its size is the preferred size of the window. Its view is laid out in this size,
  ///   and drawn in the size of the window. Its frames are shown at most at the refresh rate of the display.
  public init(_ stream: FrameStream) {
    content = ViewContent(stream.view, stream.configuration, playback: nil)
    configuration = stream.configuration
  }

  /// Creates a source that shows the pictures of a display layer.
  ///
  /// - Parameters:
  ///   - layer: The layer. Its first picture decides the aspect ratio of the window.
  ///   - playbackDelegate: Plays and pauses the pictures, and skips. The source retains it.
  public init(_ layer: SampleBufferDisplayLayer, playbackDelegate: any SampleBufferPlaybackDelegate) {
    content = LayerContent(layer, playback: playbackDelegate)
  }

  /// Creates a source that shows content of another module.
  public init(_ content: any PictureInPictureContent) {
    self.content = content
  }
}

/// A view, which is always ready.
private final class ViewContent: PictureInPictureContent {
  let preferredSize: PixelSize
  let view: AnyView
  let isReadyForDisplay = true
  let playback: (any SampleBufferPlaybackDelegate)?

  init(_ view: some View, _ configuration: RenderConfiguration, playback: (any SampleBufferPlaybackDelegate)?) {
    self.playback = playback
    preferredSize = configuration.size
    self.view = AnyView(MagnifiedView(content: view, size: configuration.size, alignment: configuration.alignment))
  }

  func onReadyForDisplay(_ action: @escaping @Sendable () -> Void) -> Subscription { Subscription {} }

  var currentTime: MediaTime { (playback as? TimebasePlayback)?.timebase.time ?? .invalid }

  func onPlaybackChange(_ action: @escaping @Sendable () -> Void) -> Subscription {
    (playback as? TimebasePlayback)?.timebase.onJump(action) ?? Subscription {}
  }
}

/// Plays a timebase as the controls of a window say.
private final class TimebasePlayback: SampleBufferPlaybackDelegate {
  let timebase: Timebase
  let timeRangeForPlayback: MediaTimeRange

  init(_ timebase: Timebase, duration: MediaTime) {
    self.timebase = timebase
    timeRangeForPlayback = MediaTimeRange(start: .zero, duration: duration)
  }

  var isPlaybackPaused: Bool { timebase.effectiveRate == 0 }
  func setPlaying(_ isPlaying: Bool) { timebase.setRunning(isPlaying) }
  func didTransition(toRenderSize size: PixelSize) {}

  func skip(by interval: MediaTime) async {
    timebase.setTime(min(max(timebase.time + interval, .zero), timeRangeForPlayback.end))
  }
}

/// The pictures of a display layer.
private final class LayerContent: PictureInPictureContent {
  private let layer: SampleBufferDisplayLayer
  let playback: (any SampleBufferPlaybackDelegate)?

  init(_ layer: SampleBufferDisplayLayer, playback: any SampleBufferPlaybackDelegate) {
    self.layer = layer
    self.playback = playback
  }

  var hasOwnPictureTimes: Bool { true }
  var preferredSize: PixelSize { layer.copyDisplayedPixelBuffer()?.format.size ?? PixelSize(480, 270) }
  var view: AnyView { AnyView(DisplayLayerView(layer)) }
  var currentTime: MediaTime { layer.currentTime }
  var isReadyForDisplay: Bool { layer.copyDisplayedPixelBuffer() != nil }
  var failureReason: String? { layer.error.map { "\($0)" } }

  func onReadyForDisplay(_ action: @escaping @Sendable () -> Void) -> Subscription {
    let (picture, status) = (layer.observePicture { _ in action() }, layer.observeStatus { _ in action() })
    return Subscription {
      picture.cancel()
      status.cancel()
    }
  }
}
