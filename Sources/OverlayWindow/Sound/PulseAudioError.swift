import OverlayRender

/// The reason why a ``PulseAudioRenderer`` cannot be created, or is silent.
public enum PulseAudioError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The library libpulse cannot be loaded. The reason comes from dlopen(3).
  case libraryNotLoaded(reason: String)
  /// The sound server cannot be reached, or refuses the sound. The reason comes from pa_strerror.
  case notConnected(reason: String)
  /// The system has no thread or file descriptor left.
  case system(SystemError)

  /// One line that says what is wrong.
  public var description: String {
    switch self {
    case .libraryNotLoaded(let reason): "the library of PulseAudio cannot be loaded: \(reason)"
    case .notConnected(let reason): "the sound server cannot be used: \(reason)"
    case .system(let error): "sound cannot be played: \(error)"
    }
  }
}

extension PulseAudioError: DescribedError {}
