import OverlayRender

/// Whether an item can be played; the counterpart of `AVPlayerItem.Status`.
public enum PlaybackStatus: Sendable, Hashable {
  /// It is not known yet: the player has no item, or has not opened the movie. An item that leaves its player keeps its
  /// status until a player opens it again.
  case unknown
  /// The movie can be played.
  case readyToPlay
  /// The movie cannot be played.
  case failed(MediaError)
}

/// Whether a player plays; the counterpart of `AVPlayer.TimeControlStatus`.
public enum TimeControlStatus: Sendable, Hashable {
  /// The rate is 0.
  case paused
  /// The player waits until it can play. See ``MoviePlayer/reasonForWaitingToPlay``.
  case waitingToPlayAtSpecifiedRate
  /// The player plays.
  case playing
}

/// Why a player waits; the counterpart of `AVPlayer.WaitingReason`.
public enum WaitingReason: Sendable, Hashable {
  /// There is no item.
  case noItemToPlay
  /// The movie is being opened.
  case evaluatingBufferingRate
  /// Not enough is decoded, after a seek or a stall.
  case toMinimizeStalls
}

/// What a player does at the end of its item; the counterpart of `AVPlayer.ActionAtItemEnd`.
public enum ActionAtItemEnd: Sendable, Hashable {
  /// Sets the rate to 0.
  case pause
  /// Stays at the end and keeps the rate. A seek plays on.
  case none
  /// Plays again from the beginning, without a gap in pictures and sound.
  case loop
}

/// A rate at which a player cannot play.
public struct UnsupportedRateError: Error, Sendable, Hashable {
  /// The rate.
  public let rate: Double

  /// The rates that are possible. Movies do not play backward.
  static let supported = 0.0...32.0
}

extension UnsupportedRateError: DescribedError {
  /// One line that says what is wrong and how to fix it.
  public var description: String {
    let (lower, upper) = (Int(Self.supported.lowerBound), Int(Self.supported.upperBound))
    return "a movie cannot be played at rate \(rate): give one from \(lower) to \(upper)"
  }
}
