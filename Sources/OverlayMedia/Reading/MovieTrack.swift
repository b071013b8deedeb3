import CFFmpeg
import OverlayRender

/// A track of a movie; the counterpart of `AVAssetTrack`.
public struct MovieTrack: Sendable, Hashable {
  /// The kind of a track.
  public enum Kind: Sendable, Hashable {
    /// Pictures.
    case video
    /// Sound.
    case audio
    /// Captions.
    case subtitles
    /// Something else, such as timecode, a font, or a cover picture.
    case other
  }

  /// The kind of the track.
  public let kind: Kind
  /// FFmpeg's name of the codec, such as `h264`, `aac` or `subrip`.
  public let codecName: String
  /// The language, as the file says it, such as `eng`.
  public let language: String?
  /// The title.
  public let title: String?
  /// Whether players choose the track by default.
  public let isDefault: Bool

  init(_ stream: UnsafeMutablePointer<AVStream>) {
    kind =
      switch stream.pointee.codecpar.pointee.codec_type {
      case AVMEDIA_TYPE_VIDEO where !stream.isCover: .video
      case AVMEDIA_TYPE_AUDIO: .audio
      case AVMEDIA_TYPE_SUBTITLE: .subtitles
      default: .other
      }
    codecName = stream.codecName
    language = FFmpegDictionary.text("language", in: stream.pointee.metadata)
    title = FFmpegDictionary.text("title", in: stream.pointee.metadata)
    isDefault = stream.pointee.disposition & AV_DISPOSITION_DEFAULT != 0
  }
}

extension Movie {
  /// The tracks with sound, in the order of their numbers: the first one is number 1.
  public var audioTracks: [MovieTrack] { tracks.filter { $0.kind == .audio } }

  /// Throws `MediaError.noAudioTrack` if the movie has no audio track of a number. `nil` stands for the default one.
  package func check(audioTrack number: Int?) throws(MediaError) {
    guard let number, !audioTracks.indices.contains(number - 1) else { return }
    throw .noAudioTrack(path: path, number: number, tracks: audioTracks.choices)
  }
}

extension [MovieTrack] {
  /// The maximum number of tracks in an error.
  private static var listedCount: Int { 12 }

  /// The number, the language and the codec of each track, to choose one of them.
  var choices: [String] {
    guard count <= Self.listedCount else { return ["a track from 1 to \(count)"] }
    return zip(1..., self).map { number, track in
      // The language that is not determined says nothing.
      let language = track.language.flatMap { $0 == "und" ? nil : String($0.prefix(20)).escapedOnOneLine }
      let title = track.title.map { String($0.prefix(40)).escapedOnOneLine }
      return "\(number) (\([title, language, track.codecName].compactMap(\.self).joined(separator: ", ")))"
    }
  }
}
