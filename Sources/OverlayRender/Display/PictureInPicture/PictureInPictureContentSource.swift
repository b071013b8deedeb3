/// Content of picture in picture that another module plays, such as a movie.
public protocol PictureInPictureContent: AnyObject, Sendable {
  /// The size of the pictures, whose aspect ratio the window keeps.
  var preferredSize: PixelSize { get }
  /// The view of the pictures.
  var view: AnyView { get }
  /// Whether there is a picture.
  var isReadyForDisplay: Bool { get }
  /// Calls `action` when the content may have become ready, until the returned subscription is canceled or released.
  func onReadyForDisplay(_ action: @escaping @Sendable () -> Void) -> Subscription
  /// Plays the content; `nil` for content that is always current, such as a clock.
  var playback: (any SampleBufferPlaybackDelegate)? { get }
  /// The current time of content that plays.
  var currentTime: MediaTime { get }
}

extension PictureInPictureContent {
  /// Nothing.
  public var playback: (any SampleBufferPlaybackDelegate)? { nil }
  /// An invalid time.
  public var currentTime: MediaTime { .invalid }
}

/// What picture in picture shows; the counterpart of `AVPictureInPictureController.ContentSource`.
public struct PictureInPictureContentSource: Sendable {
  let content: any PictureInPictureContent

  /// Creates a source that shows a view.
  ///
  /// - Parameters:
  ///   - view: The view. It is drawn at the size of the window.
  ///   - preferredSize: The size at which the window opens, and whose aspect ratio it keeps.
  public init(_ view: some View, preferredSize: PixelSize) {
    content = ViewContent(preferredSize: preferredSize, view: AnyView(view))
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

  init(preferredSize: PixelSize, view: AnyView) {
    self.preferredSize = preferredSize
    self.view = view
  }

  func onReadyForDisplay(_ action: @escaping @Sendable () -> Void) -> Subscription { Subscription {} }
}

/// The pictures of a display layer.
private final class LayerContent: PictureInPictureContent {
  private let layer: SampleBufferDisplayLayer
  let playback: (any SampleBufferPlaybackDelegate)?

  init(_ layer: SampleBufferDisplayLayer, playback: any SampleBufferPlaybackDelegate) {
    self.layer = layer
    self.playback = playback
  }

  var preferredSize: PixelSize { layer.copyDisplayedPixelBuffer()?.format.size ?? PixelSize(480, 270) }
  var view: AnyView { AnyView(DisplayLayerView(layer)) }
  var currentTime: MediaTime { layer.currentTime }
  var isReadyForDisplay: Bool { layer.copyDisplayedPixelBuffer() != nil }

  func onReadyForDisplay(_ action: @escaping @Sendable () -> Void) -> Subscription {
    layer.observePicture { _ in action() }
  }
}
