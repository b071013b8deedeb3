/// The device on which the sound of a renderer plays; the counterpart of `AVAudioSessionPortDescription`.
///
/// A device is a sink of the sound server. One that has several sockets, such as those for headphones and for speakers,
/// has a port for each of them, and plays on one.
public struct AudioRoute: Sendable, Hashable {
  /// The name of the sink, such as `alsa_output.pci-0000_00_1f.3.analog-stereo`. No other sink of the server has it.
  public let name: String
  /// The description of the sink that mixers show, such as "Built-in Audio Analog Stereo".
  ///
  /// It is the name if the sink was gone before the server described it.
  public let description: String
  /// The description of the port, such as "Headphones"; `nil` if the sink has no ports.
  public let port: String?

  /// Creates a description, for example to test how a program handles an event.
  public init(name: String, description: String, port: String? = nil) {
    self.name = name
    self.description = description
    self.port = port
  }
}

/// Why the sound of a renderer plays on another device; the counterpart of `AVAudioSession.RouteChangeReason`.
public enum AudioRouteChangeReason: Sendable, Hashable, CaseIterable {
  /// The device on which the sound played is gone or unplugged. The server has moved the sound to another device, or
  /// does so next, without another event. If there is none, ``AudioSessionEvent/mediaServicesWereLost`` follows.
  ///
  /// Players pause, so that a room does not hear what was played on headphones.
  case oldDeviceUnavailable
  /// The server has moved the sound to a device that has appeared, or has been plugged in, since the previous change.
  case newDeviceAvailable
  /// The sound was moved, although its device is there and the other one is not new. Usually the user has chosen
  /// another device in a mixer; the server does not say who it was.
  case override
}
