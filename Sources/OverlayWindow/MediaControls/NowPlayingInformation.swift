import OverlayRender

/// What plays, for the media controls of the desktop; the counterpart of `nowPlayingInfo`.
public struct NowPlayingInformation: Sendable, Hashable {
  /// Whether something plays.
  public enum PlaybackState: Sendable, Hashable {
    case playing, paused
    /// Nothing plays, and playback starts from the beginning.
    case stopped
  }

  /// The identity of the content. Content with another identity is another track.
  public var identifier: String
  /// The title.
  public var title: String?
  /// The artist, or the speaker.
  public var artist: String?
  /// The album, or the series.
  public var album: String?
  /// A picture: its URL, or the path of a file.
  public var artwork: String?
  /// The duration. It is `nil` or not numeric for live content.
  public var duration: MediaTime?
  /// Whether the content plays.
  public var state: PlaybackState
  /// The rate of playback, also while it is paused. It is not 0.
  public var rate: Double
  /// The rates that a client can choose.
  public var rates: ClosedRange<Double>
  /// The volume, from 0 to 1; `nil` if it cannot be changed.
  public var volume: Double?
  /// Whether the content starts again at its end; `nil` if this cannot be changed.
  public var isRepeating: Bool?
  /// The commands that have an effect now.
  public var commands: RemoteCommandSet

  /// Creates the information about content that plays, at rate 1 only.
  ///
  /// - Parameters:
  ///   - identifier: The identity of the content, such as its path.
  ///   - title: The title.
  ///   - duration: The duration; `nil` for live content.
  ///   - state: Whether the content plays.
  ///   - commands: The commands that have an effect now.
  public init(
    identifier: String, title: String? = nil, duration: MediaTime? = nil, state: PlaybackState = .playing,
    commands: RemoteCommandSet = [.play, .pause]
  ) {
    self.identifier = identifier
    self.title = title
    self.duration = duration
    self.state = state
    self.commands = commands
    rate = 1
    rates = 1...1
  }
}

/// Commands that can be allowed or not; the counterpart of `isEnabled` of `MPRemoteCommand`.
public struct RemoteCommandSet: OptionSet, Sendable, Hashable {
  /// The commands, as bits.
  public let rawValue: UInt8

  /// Creates a set of commands.
  public init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  /// Playback can start.
  public static let play = RemoteCommandSet(rawValue: 1)
  /// Playback can pause.
  public static let pause = RemoteCommandSet(rawValue: 2)
  /// The position can change: skips, and seeks to a position.
  public static let seek = RemoteCommandSet(rawValue: 4)
  /// There is a next track.
  public static let next = RemoteCommandSet(rawValue: 8)
  /// There is a previous track.
  public static let previous = RemoteCommandSet(rawValue: 16)
  /// The user interface of the program can come to the front.
  public static let raise = RemoteCommandSet(rawValue: 32)
  /// The program can end.
  public static let quit = RemoteCommandSet(rawValue: 64)

  /// The commands that control playback.
  static let playback: RemoteCommandSet = [.play, .pause, .seek, .next, .previous]
}

/// What the user asks for with the media controls of the desktop; the counterpart of `MPRemoteCommand`.
public enum RemoteCommand: Sendable, Hashable {
  /// Starts playback, or continues it.
  case play
  /// Pauses playback. It may be paused already: content that a call has paused does not play on after it.
  case pause
  /// Pauses playback that runs, and continues playback that does not.
  case togglePlayPause
  /// Ends playback. A play that follows starts from the beginning.
  case stop
  /// Goes to the next track.
  case next
  /// Goes to the previous track.
  case previous
  /// Moves the position by an interval, which is negative to go back. The result is within the content.
  case skip(by: MediaTime)
  /// Moves to a position within the content.
  case seek(to: MediaTime)
  /// Changes the rate of playback, to one of ``NowPlayingInformation/rates``.
  case setRate(Double)
  /// Changes the volume, from 0 to 1.
  case setVolume(Double)
  /// Sets whether the content starts again at its end.
  case setRepeating(Bool)
  /// Shows the user interface of the program.
  case raise
  /// Ends the program.
  case quit
}
