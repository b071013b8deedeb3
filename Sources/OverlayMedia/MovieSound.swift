import OverlayRender

/// The sound of a movie. It begins with the first picture.
public enum MovieSound: Sendable, Hashable {
  /// The sound of a file: a sound file or a movie. The movie begins with the sound at `from`, a time in the file. Sound
  /// from the beginning is copied if the container can hold its codec; other sound is encoded.
  case file(path: String, from: MediaTime = .zero)
  /// A short tick each second, the first one at `first`, relative to the beginning of the movie.
  case ticks(first: MediaTime)
  /// The sound of a live feed over which the pictures are drawn, from a time of these pictures on. It is encoded.
  case live(LiveSound, from: MediaTime = .zero)

  /// Whether the sound ends by itself.
  var hasEnd: Bool {
    if case .file = self { true } else { false }
  }

  /// Whether it is the sound of a live feed, which is left out of movies that cannot hold sound.
  var isLive: Bool {
    if case .live = self { true } else { false }
  }
}

/// The sound of a live feed: ``LiveFeed/sound``.
public struct LiveSound: Sendable, Hashable {
  /// The receiver of the sound.
  let receiver: any LiveSoundReceiver

  /// Whether both are the sound of the same feed.
  public static func == (first: LiveSound, second: LiveSound) -> Bool { first.receiver === second.receiver }

  /// Adds the identity of the feed to a hash value.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(receiver)) }
}

/// An object that receives sound. As a `LiveSampleSource`, it provides the samples.
protocol LiveSoundReceiver: AnyObject, Sendable {
  /// The name in errors.
  var name: String { get }
}

/// The place where a movie with sound ends.
public enum MovieEnd: Sendable, Hashable {
  /// The end of the pictures. Longer sound is cut there: to the sample if it is encoded, after its last whole packet if
  /// it is copied. Shorter sound ends before.
  case pictures
  /// The end of a sound file, if it is longer. The last picture is visible until then. A movie that ends early is cut
  /// nevertheless.
  case sound
}
