import OverlayRender

/// Receives the events of a picture-in-picture controller; the counterpart of
/// `AVPictureInPictureControllerDelegate`.
///
/// The calls come one after another, never within a call of the controller, so they may call everything.
public protocol PictureInPictureControllerDelegate: AnyObject, Sendable {
  /// The window is about to open. `didStart` or `failedToStart` follows.
  func pictureInPictureWillStart(_ controller: PictureInPictureController)
  /// The window is open and shows its first picture.
  func pictureInPictureDidStart(_ controller: PictureInPictureController)
  /// Picture in picture did not start.
  func pictureInPicture(_ controller: PictureInPictureController, failedToStartWithError error: PictureInPictureError)
  /// Shows the user interface of the program again before the window closes. Returns whether it is visible.
  ///
  /// As in AVKit, it is called when the user asks for it, and when the program calls
  /// ``PictureInPictureController/stop()``; not when the user closes the window, or when it closes for another reason.
  ///
  /// The window stays open until the answer, for five seconds at most; no answer counts as false. The task of the call
  /// is canceled at this limit, and when the window closes for another reason. The delegate and the controller are
  /// retained until the call returns.
  ///
  /// A delegate that does not implement it sets ``PictureInPictureWindowOptions/canRestoreUserInterface`` to false.
  func restoreUserInterface(for controller: PictureInPictureController) async -> Bool
  /// The window is about to close. `didStop` follows.
  func pictureInPicture(_ controller: PictureInPictureController, willStop reason: PictureInPictureStopReason)
  /// The window is closed.
  func pictureInPicture(_ controller: PictureInPictureController, didStop reason: PictureInPictureStopReason)
}

extension PictureInPictureControllerDelegate {
  /// Does nothing.
  public func pictureInPictureWillStart(_ controller: PictureInPictureController) {}
  /// Does nothing.
  public func pictureInPictureDidStart(_ controller: PictureInPictureController) {}
  /// Does nothing.
  public func pictureInPicture(
    _ controller: PictureInPictureController, failedToStartWithError error: PictureInPictureError
  ) {}
  /// Returns false.
  public func restoreUserInterface(for controller: PictureInPictureController) async -> Bool { false }
  /// Does nothing.
  public func pictureInPicture(
    _ controller: PictureInPictureController, willStop reason: PictureInPictureStopReason
  ) {}
  /// Does nothing.
  public func pictureInPicture(_ controller: PictureInPictureController, didStop reason: PictureInPictureStopReason) {}
}

/// Plays the content of picture in picture as the controls of the window say; the counterpart of
/// `AVPictureInPictureSampleBufferPlaybackDelegate`.
///
/// The functions are called on the queue of the controller. The properties may be read at any time, on any thread; call
/// ``PictureInPictureController/invalidatePlaybackState()`` when they change.
public protocol SampleBufferPlaybackDelegate: AnyObject, Sendable {
  /// The times that can be played, on the timebase of the layer. A finite range contains the current time, an infinite
  /// duration means live content, and an invalid range means that there is nothing to play.
  var timeRangeForPlayback: MediaTimeRange { get }
  /// Whether the controls show the content as paused, which may differ from the rate of the timebase.
  var isPlaybackPaused: Bool { get }
  /// Plays or pauses, because the user asks for it. The content may already do so.
  func setPlaying(_ isPlaying: Bool)
  /// Moves the timebase by an interval, which is negative to go back, and returns when it is moved.
  func skip(by interval: MediaTime) async
  /// The window has another size, in pixels. Text stays sharp in pictures of this size.
  func didTransition(toRenderSize size: PixelSize)

  /// The volume of the sound, and whether it is muted; `nil` if there is no sound, or if its volume cannot be changed.
  var volume: PlaybackVolume? { get }
  /// Changes the volume, because the user asks for it.
  func setVolume(_ volume: PlaybackVolume)
  /// Whether single pictures can be shown with ``step(byCount:)``.
  var canStep: Bool { get }
  /// Pauses, and moves by a number of pictures, which is negative to go back. It returns when the picture is the
  /// current one.
  func step(byCount count: Int) async
  /// Whether captions are shown; `nil` if there are none.
  var showsCaptions: Bool? { get }
  /// Shows or hides the captions, because the user asks for it.
  func setShowsCaptions(_ showsCaptions: Bool)
}

extension SampleBufferPlaybackDelegate {
  /// No volume.
  public var volume: PlaybackVolume? { nil }
  /// Does nothing.
  public func setVolume(_ volume: PlaybackVolume) {}
  /// False.
  public var canStep: Bool { false }
  /// Does nothing.
  public func step(byCount count: Int) async {}
  /// No captions.
  public var showsCaptions: Bool? { nil }
  /// Does nothing.
  public func setShowsCaptions(_ showsCaptions: Bool) {}
}
