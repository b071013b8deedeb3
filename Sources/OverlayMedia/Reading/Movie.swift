import CFFmpeg
import FoundationEssentials
import OverlayRender

/// A movie file, as its header and its first packets describe it.
///
///     let movie = try Movie(path: "talk.mp4")
///     print(movie.naturalSize, movie.duration.seconds)
///
/// It is the counterpart of `AVAsset`. The file is closed again: opening a player or an overlay opens it anew.
///
/// A file that has only sound is a movie, too. Its cover, if it has one, is shown like a picture.
public struct Movie: Sendable, Hashable {
  /// The path of the file.
  public let path: String
  /// The size in pixels at which the pictures are shown: turned as the file says, with square pixels. It is zero for
  /// sound without a cover.
  ///
  /// It differs from the `naturalSize` of an `AVAssetTrack`, which is not turned.
  public let naturalSize: PixelSize
  /// The average frame rate. The times of the pictures are their own and need not follow it.
  public let nominalFrameRate: FrameRate
  /// The duration in seconds, or indefinite if the file does not say it.
  public let duration: MediaTime
  /// The title of the movie, if the file says it.
  public let title: String?
  /// The cover picture of the movie, if it has one: the bytes of a file, in JPEG or PNG as a rule.
  public let artwork: [UInt8]?
  /// The date at which the movie was recorded, if the file says it.
  public let creationDate: WallTime?
  /// The timecode of the first picture, if the file has one: `10:00:00:00`, or `10:00:00;00` for drop-frame.
  public let timecode: String?
  /// The tracks, in the order of the file.
  public let tracks: [MovieTrack]

  /// The orientation in which the pictures are shown; the counterpart of `preferredTransform`.
  public var orientation: Orientation { pictures.orientation }

  /// The width of a stored pixel divided by its height. The orientation of the picture is not applied to it.
  public var pixelAspectRatio: Double { pictures.pixelAspectRatio.value }

  /// The properties of the pictures.
  private(set) var pictures: PictureProperties

  /// Opens a movie file and reads its description.
  ///
  /// - Throws: `MediaError.fileNotOpened`, `movieUnreadable`, `noPictures` (if it has no sound, either),
  ///   `decoderMissing`, `pictureTooLarge` or `librariesMissing` (or `librariesOfOtherVersion`).
  public init(path: String) throws(MediaError) {
    let reader: PictureReader
    do throws(MediaError) { reader = try PictureReader(path: path) } catch {
      guard case .noPictures(_, hasSound: true) = error else { throw error }
      self = try CoverPicture(path: path).movie
      return
    }
    self = reader.movie
    // Encoders such as x265 write the luminance into the pictures, and DV has its fields there. Without pictures,
    // reading them is the error.
    if pictures.lacksDetails, (try? reader.next()) == true { pictures.addDetails(of: reader.frame) }
  }

  /// - Parameter stream: The stream of the pictures, or of the cover of a file that has only sound; `nil` for none.
  init(path: String, demuxer: Demuxer, pictures stream: UnsafeMutablePointer<AVStream>?) {
    self.path = path
    pictures = stream.map { PictureProperties(of: $0) } ?? .none
    naturalSize = pictures.naturalSize
    nominalFrameRate = stream.map { $0.isCover ? .fps(25) : demuxer.frameRate(of: $0) } ?? .fps(25)
    duration = demuxer.duration.map { MediaTime(value: $0, timescale: Int32(AV_TIME_BASE)) } ?? .indefinite
    title = demuxer.metadata("title")
    artwork = demuxer.streams.lazy.compactMap(\.cover).first
    creationDate = demuxer.metadata("creation_time").flatMap { WallTime(ofMetadata: $0) }
    timecode = stream.flatMap { demuxer.timecode(of: $0) }
    tracks = demuxer.streams.map { MovieTrack($0) }
  }

  /// The size of the pictures or of the cover; `nil` for sound without a cover.
  package var shownSize: PixelSize? { naturalSize.pixelCount > 0 ? naturalSize : nil }

  /// Whether the movie has pictures, and not only sound.
  package var hasPictures: Bool { tracks.contains { $0.kind == .video } }

  /// Throws `MediaError.noPictures` if the movie has only sound.
  package func checkPictures() throws(MediaError) {
    if !hasPictures { throw .noPictures(path: path, hasSound: true) }
  }
}

extension Demuxer {
  /// Returns the timecode of the first picture; `nil` if there is none.
  ///
  /// In mp4 and mov it is a track, to which the pictures refer. Other containers have it in their metadata.
  func timecode(of pictures: UnsafeMutablePointer<AVStream>) -> String? {
    let streams = [pictures] + self.streams.filter(\.isTimecode)
    let text = streams.lazy.compactMap { FFmpegDictionary.text("timecode", in: $0.pointee.metadata) }.first
    // FFmpeg writes the separator of drop-frame timecode as a period in some containers.
    return (text ?? metadata("timecode"))?.replacing(".", with: ";")
  }
}

extension UnsafeMutablePointer<AVStream> {
  /// Whether the stream is a track of timecode in mp4 or mov.
  var isTimecode: Bool { pointee.codecpar.pointee.codec_tag == overlay_tag_tmcd }
}

extension WallTime {
  /// Reads a date and time of metadata, which has an offset or is in UTC.
  init?(ofMetadata text: String) {
    let utc = TimeZone(secondsFromGMT: 0) ?? .gmt
    // Shorter texts are a date, or a time of day.
    guard text.count > 10, let moment = try? Self(parsing: text, now: Self(.now), timeZone: utc) else { return nil }
    self = moment
  }
}
