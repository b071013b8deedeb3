/// How the sound of a renderer relates to the sound of other programs; the counterpart of `AVAudioSession.Category`.
///
/// A category is the role of a stream (the property `media.role`), by which the sound server decides which sound gives
/// way to which other one. In PulseAudio, module-role-cork interrupts streams, and module-role-ducking lowers their
/// volume. With the usual settings, streams of the roles `video` and `music` give way to one of the role `phone`.
/// PipeWire's server has no such module: all sound is mixed, and nothing is interrupted.
public enum AudioSessionCategory: Sendable, Hashable, CaseIterable {
  /// Sound that is central, such as the sound of a movie. It is interrupted or lowered by calls. Its role is `video`.
  case playback
  /// Sound that is not central, and is interrupted or lowered by calls. Its role is `music`.
  ///
  /// A stream cannot silence the sound of other programs, unlike with `AVAudioSession`; only the settings of the server
  /// can.
  case soloAmbient
  /// Sound that is mixed with the sound of other programs, and never interrupted. It has no role: servers have no rules
  /// for streams without one.
  case ambient

  /// The value of the property `media.role`.
  var role: String? {
    switch self {
    case .playback: "video"
    case .soloAmbient: "music"
    case .ambient: nil
    }
  }
}

/// What happens to the sound of a renderer; the counterpart of the notifications of `AVAudioSession`.
public enum AudioSessionEvent: Sendable, Hashable {
  /// The sound server has interrupted the sound, for example for a call. The renderer is silent, and its clock stands
  /// still.
  case interruptionBegan
  /// The interruption is over. `shouldResume` is whether the renderer played when it began, and its device has not
  /// become unavailable meanwhile.
  ///
  /// An interruption also ends when the sound is moved to another device, because PulseAudio then forgets it.
  case interruptionEnded(shouldResume: Bool)
  /// The sound plays on another device than `previous`, or that device is gone. The clock goes on.
  ///
  /// A device that appears is no event, unless the server moves the sound to it. See
  /// ``PulseAudioRenderer/currentRoute``.
  case routeChanged(reason: AudioRouteChangeReason, previous: AudioRoute)
  /// There is no sound server, or the connection to it or its last device is lost. The renderer goes on in silence.
  case mediaServicesWereLost
  /// The sound server has appeared, or is back, and the sound is heard.
  case mediaServicesWereReset
}

/// Whether a renderer plays: what the program requests, and what the sound server interrupts.
struct AudioSessionState: Sendable {
  /// Whether the program wants to play.
  var isPlaying = false
  /// Whether the program wanted to play when the current interruption began, and nothing speaks against it since.
  private var wasPlaying: Bool?

  /// Whether sound is heard.
  var isRunning: Bool { isPlaying && !isInterrupted }

  /// Whether an interruption has begun and not ended.
  var isInterrupted: Bool { wasPlaying != nil }

  /// Begins an interruption. Returns `nil` if there is one.
  mutating func interrupt() -> AudioSessionEvent? {
    guard wasPlaying == nil else { return nil }
    wasPlaying = isPlaying
    return .interruptionBegan
  }

  /// Records that the device has become unavailable. An interruption then ends without a request to resume.
  mutating func loseDevice() {
    if wasPlaying != nil { wasPlaying = false }
  }

  /// Ends the interruption. Returns `nil` if there is none.
  mutating func endInterruption() -> AudioSessionEvent? {
    wasPlaying.take().map { .interruptionEnded(shouldResume: $0) }
  }
}
