import OverlayRender

/// A movie whose tracks beside the pictures a new movie keeps: sound, subtitles, chapters, timecode, metadata and
/// attachments.
///
/// Sound is copied if the new movie begins at the beginning and its container can hold the codec, and encoded
/// otherwise. Text subtitles are converted where the container needs another codec. All keep their times relative to
/// the pictures. ``MovieContainer/losses(with:isFile:)`` returns what is not kept as it is.
public struct MovieTracks: Sendable, Hashable {
  /// The path of the movie.
  public var path: String
  /// The time in the movie that is zero in the new movie: the time of the first picture. What is earlier is left out.
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

/// A part of a movie that a new movie does not keep as it is.
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
    /// The timecode.
    case timecode
    /// Tracks of other data, such as telemetry.
    case data
  }

  /// What happens to a part.
  public enum Outcome: Sendable, Hashable {
    /// It is not in the new movie.
    case leftOut
    /// It is decoded, and encoded with FFmpeg's codec of this name.
    case encoded(as: String)
  }

  /// What is lost.
  public let part: Part
  /// The number among the tracks of its kind, from 1; `nil` if it is not a track.
  public let number: Int?
  /// The language and FFmpeg's name of the codec, as far as they are known.
  public let details: [String]
  /// What happens to it.
  public let outcome: Outcome
  /// Why this happens.
  public let reason: String
}

extension MovieTrackLoss: CustomStringConvertible {
  /// One line that says what happens to the part, and why.
  public var description: String { "\(subject) \(outcome): \(reason)" }

  /// The part.
  fileprivate var subject: String {
    let name = part == .data && details.count > 1 ? part.pluralName : part.name
    return [name, number?.description, details.isEmpty ? nil : "(\(details.joined(separator: ", ")))"]
      .compactMap(\.self).joined(separator: " ")
  }
}

extension MovieTrackLoss.Outcome: CustomStringConvertible {
  /// The end of a sentence about a part.
  public var description: String {
    switch self {
    case .leftOut: "left out"
    case .encoded(let codec): "encoded again as \(codec)"
    }
  }
}

extension MovieTrackLoss.Part {
  fileprivate var name: String {
    switch self {
    case .pictures: "video track"
    case .sound: "sound track"
    case .subtitles: "subtitle track"
    case .attachment: "attachment"
    case .cover: "cover picture"
    case .chapters: "chapters"
    case .timecode: "timecode"
    case .data: "data track"
    }
  }

  fileprivate var pluralName: String {
    switch self {
    case .chapters, .timecode: name
    default: name + "s"
    }
  }
}

extension [MovieTrackLoss] {
  /// One line for all that happens for the same reason.
  package var notes: [String] {
    var groups: [Self] = []
    for loss in self {
      let index = groups.firstIndex { $0[0].outcome == loss.outcome && $0[0].reason == loss.reason }
      if let index { groups[index].append(loss) } else { groups.append([loss]) }
    }
    return groups.map { group in
      group.count == 1
        ? group[0].description : "\(group.subjects.listed(with: "and")) \(group[0].outcome): \(group[0].reason)"
    }
  }

  /// The parts, with their number if there are several of a kind.
  private var subjects: [String] {
    map(\.part).withoutRepetitions.map { part in
      let losses = filter { $0.part == part }
      return losses.count == 1 ? losses[0].subject : "\(losses.count) \(part.pluralName)"
    }
  }
}
