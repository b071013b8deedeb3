import Synchronization

/// Plays a player as the user asks, and pauses it during interruptions, such as calls, and when its device for sound
/// becomes unavailable.
///
/// A request during an interruption takes effect when it ends; the latest one counts. Without one, the player plays on
/// if it played before, also while it was seeking.
package final class InterruptiblePlayer: Sendable {
  let player: MoviePlayer
  /// Whether the player plays after the current interruption; `nil` if there is none. The lock keeps the order of what
  /// the player does.
  private let playsAfterInterruption = Mutex<Bool?>(nil)

  /// Creates a control of a player that nothing else plays and pauses.
  package init(_ player: MoviePlayer) {
    self.player = player
  }

  /// Plays or pauses, because the user asks for it.
  package func setPlaying(_ isPlaying: Bool) {
    playsAfterInterruption.withLock { plays in
      if plays != nil {
        plays = isPlaying
      } else {
        player.setPlaying(isPlaying)
      }
    }
  }

  /// Pauses until the user asks to play, because the device for sound has become unavailable, such as headphones that
  /// are unplugged. The end of an interruption does not play on then.
  package func loseDevice() { setPlaying(false) }

  /// Pauses until the interruption ends.
  package func beginInterruption() {
    playsAfterInterruption.withLock { plays in
      guard plays == nil else { return }
      plays = player.rate != 0
      player.pause()
    }
  }

  /// Plays on if nothing else was asked for.
  package func endInterruption() {
    playsAfterInterruption.withLock { plays in
      if plays.take() == true { player.play() }
    }
  }
}

extension MoviePlayer {
  /// Plays or pauses.
  func setPlaying(_ isPlaying: Bool) { isPlaying ? play() : pause() }
}
