import OverlayRender

/// The volume of content that plays.
public struct PlaybackVolume: Sendable, Hashable {
  /// The volume, from 0 to 1, which is kept while the sound is muted.
  public var level: Double
  /// Whether the sound is muted.
  public var isMuted: Bool

  /// Creates a volume. A level outside of 0...1 is brought into this range.
  public init(level: Double = 1, isMuted: Bool = false) {
    self.level = min(max(level.isNaN ? 1 : level, 0), 1)
    self.isMuted = isMuted
  }

  /// The volume that is heard: 0 while the sound is muted.
  public var audibleLevel: Double { isMuted ? 0 : level }
}

/// A change of the volume that the user requests. Several of them lead to the same volume, whether the content answers
/// in between or not.
package enum VolumeChange: Sendable, Hashable {
  /// Raises or lowers the level.
  case by(Double)
  /// Sets the level that is heard.
  case to(Double)
  case toggleMute
}

extension PlaybackVolume {
  /// Returns the volume after a change. A volume that is raised is heard. A level of 0 mutes the sound, so that the
  /// level before comes back with it.
  package func changed(_ change: VolumeChange) -> PlaybackVolume {
    switch change {
    case .by(let difference):
      // Steps there and back lead to the same level.
      let level = ((level + difference) * 1e6).rounded() / 1e6
      return PlaybackVolume(level: level, isMuted: isMuted && difference <= 0)
    case .to(let level): return PlaybackVolume(level: level > 0 ? level : self.level, isMuted: level <= 0)
    case .toggleMute: return PlaybackVolume(level: level, isMuted: !isMuted)
    }
  }
}
