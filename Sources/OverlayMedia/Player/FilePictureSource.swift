import CFFmpeg
import OverlayRender
import Synchronization

/// The pictures of a file.
final class FilePictureSource: PictureSource {
  let properties: MovieProperties
  private let reader: PictureReader
  private let converters: PictureConverters

  init(path: String, clock: any MediaClock) throws(MediaError) {
    reader = try PictureReader(path: path)
    let movie = reader.movie
    converters = PictureConverters(movie, clock: clock)
    properties = MovieProperties(
      duration: movie.duration, hasSound: movie.tracks.contains { $0.kind == .audio }, movie: movie)
  }

  var time: MediaTime { reader.time }
  var end: MediaTime { reader.end }
  var damage: MovieDamage? { MovieDamage(after: reader) }

  func next() throws(MediaError) -> Bool { try reader.next() }

  func seek(to target: SeekTarget) throws(MediaError) -> Bool {
    try reader.seek(to: target.time, toleranceBefore: target.toleranceBefore, toleranceAfter: target.toleranceAfter)
  }

  func picture() throws(MediaError) -> DecodedPicture {
    let frame: DecodedFrame
    do throws(FFmpegStatus) {
      frame = try DecodedFrame(sharing: reader.frame)
    } catch {
      throw .movieUnreadable(path: reader.movie.path, reason: error.description)
    }
    return DecodedPicture(byteCount: frame.byteCount) { [converters] formats throws(MediaError) in
      try converters.pictures(of: frame, in: formats)
    }
  }
}

/// The pictures of a file that has only sound: its cover as the only one, which lasts until the end. Without a cover,
/// outputs get no pixels.
final class CoverPictureSource: PictureSource {
  let properties: MovieProperties
  let damage: MovieDamage?
  let time = MediaTime.zero
  let end: MediaTime
  private let frame: DecodedFrame?
  private let converters: PictureConverters

  init(path: String, clock: any MediaClock) throws(MediaError) {
    let cover = try CoverPicture(path: path)
    let duration = cover.movie.duration
    frame = cover.frame
    damage = cover.isUnreadable ? .unreadableCover : nil
    end = duration.isNumeric ? duration : SeekTarget.latest
    converters = PictureConverters(cover.movie, clock: clock)
    properties = MovieProperties(duration: duration, hasSound: true, hasPictures: false, movie: cover.movie)
  }

  func next() -> Bool { false }

  func seek(to target: SeekTarget) -> Bool { true }

  func picture() -> DecodedPicture {
    DecodedPicture(byteCount: frame?.byteCount ?? 0) { [frame, converters] formats throws(MediaError) in
      guard let frame else { return [:] }
      return try converters.pictures(of: frame, in: formats)
    }
  }
}

/// Converts the frames of a movie to the formats of outputs.
private final class PictureConverters: Sendable {
  private struct State: ~Copyable {
    var converters: [VideoOutput.Format: TurningFrameConverter] = [:]
  }

  private let movie: Movie
  private let clock: any MediaClock
  private let state = Mutex(State())

  init(_ movie: Movie, clock: any MediaClock) {
    self.movie = movie
    self.clock = clock
  }

  func pictures(
    of frame: DecodedFrame, in formats: Set<VideoOutput.Format>
  ) throws(MediaError) -> [VideoOutput.Format: PixelBuffer] {
    try state.withLock { (state) throws(MediaError) in
      // A window that was resized needs no earlier size.
      if state.converters.contains(where: { !formats.contains($0.key) }) {
        state.converters = state.converters.filter { formats.contains($0.key) }
      }
      var pictures: [VideoOutput.Format: PixelBuffer] = [:]
      for format in formats {
        do {
          let converter = try state.converters[format] ?? makeConverter(to: format)
          state.converters[format] = converter
          pictures[format] = try converter.picture(of: frame.pointer)
        } catch {
          throw .movieUnreadable(path: movie.path, reason: String(describing: error))
        }
      }
      return pictures
    }
  }

  private func makeConverter(to format: VideoOutput.Format) throws(VideoFormatError) -> TurningFrameConverter {
    let pictures = movie.pictures
    let orientation = format.appliesOrientation ? pictures.orientation : .upright
    // A size is the one of the turned picture.
    let size = format.size.map { orientation.size(of: $0) } ?? pictures.codedSize
    return try TurningFrameConverter(of: size, in: format.pixelFormat, turnedTo: orientation, clock: clock)
  }
}
