/// What is known about content that plays.
package struct ContentPlayback: Sendable, Hashable {
  /// The times that can be played; of infinite duration for live content, invalid if there is nothing to play.
  package var timeRange: MediaTimeRange
  /// Whether the content is shown as paused.
  package var isPaused: Bool
  /// The current time.
  package var time: MediaTime
}

/// What the user requests of content, with the controls of a window or those of the desktop.
package enum PlaybackCommand: Sendable, Hashable {
  case close
  case restore
  case setPlaying(Bool)
  case skip(MediaTime)
  /// Moves to a time of the content.
  case seek(MediaTime)
}

/// The keys that control picture in picture.
package enum PictureInPictureKey: Sendable, Hashable {
  case space, leftArrow, rightArrow, escape
}
