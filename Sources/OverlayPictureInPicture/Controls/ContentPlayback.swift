import OverlayRender

/// What is known about content that plays.
package struct ContentPlayback: Sendable, Hashable {
  /// The times that can be played; of infinite duration for live content, invalid if there is nothing to play.
  package var timeRange: MediaTimeRange
  /// Whether the content is shown as paused.
  package var isPaused: Bool
  /// The current time.
  package var time: MediaTime
  /// The volume; `nil` if there is none that can be changed.
  package var volume: PlaybackVolume?
  /// Whether single pictures can be shown.
  package var canStep = false
  /// Whether captions are shown; `nil` if there are none.
  package var showsCaptions: Bool?
}

/// What the user requests of content, with the controls of a window or of the desktop.
package enum PlaybackCommand: Sendable, Hashable {
  case close
  case restore
  case setPlaying(Bool)
  case skip(MediaTime)
  /// Moves to a time of the content.
  case seek(MediaTime)
  /// Pauses, and moves by a number of pictures.
  case step(Int)
  case changeVolume(VolumeChange)
  case toggleCaptions
}

/// The keys that control picture in picture.
package enum PictureInPictureKey: Sendable, Hashable {
  case space, leftArrow, rightArrow, upArrow, downArrow, escape
  case m, v, period, comma

  /// Whether the key has its effect again and again while it is held down.
  package var isRepeated: Bool {
    switch self {
    case .leftArrow, .rightArrow, .upArrow, .downArrow, .period, .comma: true
    case .space, .escape, .m, .v: false
    }
  }
}
