import OverlayRender

/// A movie whose tracks beside the pictures a new movie keeps: sound, subtitles, chapters, metadata and attachments.
///
/// Sound is copied if the new movie begins at the beginning and its container can hold the codec, and encoded
/// otherwise. Text subtitles are converted where the container needs another codec. All keep their times relative to
/// the pictures. ``MovieContainer/losses(with:isFile:)`` returns what a container cannot hold.
public struct MovieTracks: Sendable, Hashable {
  /// The path of the movie.
  public var path: String
  /// The time in the movie that is zero in the new movie, which is that of the first picture. What is earlier is left
  /// out.
  public var start: MediaTime
  /// The time in the movie at which the new movie ends if it is complete; `nil` for the end of the new pictures. Sound
  /// and subtitles are cut there. With +infinity, sound that goes on after the pictures is written to its end.
  public var end: MediaTime?

  /// Creates a choice of a movie.
  public init(path: String, from start: MediaTime = .zero, to end: MediaTime? = nil) {
    self.path = path
    self.start = start
    self.end = end
  }
}

/// A part of a movie that a new movie does not keep.
public struct MovieTrackLoss: Sendable, Hashable {
  /// The kind of what is lost.
  public enum Part: Sendable, Hashable {
    /// A track of pictures besides the first one.
    case pictures
    /// A track of sound.
    case sound
    /// A track of subtitles.
    case subtitles
    /// A font or another attached file.
    case attachment
    /// A cover picture.
    case cover
    /// The chapters.
    case chapters
  }

  /// What is lost.
  public let part: Part
  /// The number among the tracks of its kind, from 1; `nil` if it is not a track.
  public let number: Int?
  /// The language and FFmpeg's name of the codec, as far as they are known.
  public let details: [String]
  /// Why it is lost.
  public let reason: String
}

extension MovieTrackLoss: CustomStringConvertible {
  /// One line that says what is left out and why.
  public var description: String {
    let subject = [name, number?.description, details.isEmpty ? nil : "(\(details.joined(separator: ", ")))"]
    return subject.compactMap(\.self).joined(separator: " ") + " left out: \(reason)"
  }

  private var name: String {
    switch part {
    case .pictures: "video track"
    case .sound: "sound track"
    case .subtitles: "subtitle track"
    case .attachment: "attachment"
    case .cover: "cover picture"
    case .chapters: "chapters"
    }
  }
}
