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
  /// Shows the user interface of the program again, because the user asked for it. Returns whether it is visible.
  ///
  /// The window stays open until the answer, for five seconds at most; no answer counts as false.
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

/// Provides the content of a display layer; the counterpart of `AVPictureInPictureSampleBufferPlaybackDelegate`.
public protocol SampleBufferPlaybackDelegate: AnyObject, Sendable {
  /// The window has another size, in pixels. Text stays sharp in pictures of this size.
  func pictureInPicture(_ controller: PictureInPictureController, didTransitionToRenderSize size: PixelSize)
}
