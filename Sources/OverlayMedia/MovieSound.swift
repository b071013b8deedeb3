import OverlayRender

/// The sound of a movie. It begins with the first picture.
public enum MovieSound: Sendable, Hashable {
  /// The sound of a file: a sound file or a movie. The movie begins with the sound at `from`, a time in the file. Sound
  /// from the beginning is copied if the container can hold its codec; other sound is encoded.
  case file(path: String, from: MediaTime = .zero)
  /// A short tick each second, the first one at `first`, relative to the beginning of the movie.
  case ticks(first: MediaTime)

  /// Whether the sound ends by itself.
  var hasEnd: Bool {
    if case .file = self { true } else { false }
  }
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
