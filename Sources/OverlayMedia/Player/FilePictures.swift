import OverlayRender

/// The pictures of a file.
final class FilePictures: PictureSource {
  let properties: MovieProperties
  private let reader: PictureReader
  private let clock: any MediaClock
  private var converters: [VideoOutput.Format: TurnedPictures] = [:]

  init(path: String, clock: any MediaClock) throws(MediaError) {
    reader = try PictureReader(path: path)
    self.clock = clock
    let movie = reader.movie
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

  func buffers(in formats: Set<VideoOutput.Format>) throws(MediaError) -> [VideoOutput.Format: PixelBuffer] {
    var buffers: [VideoOutput.Format: PixelBuffer] = [:]
    for format in formats {
      do {
        buffers[format] = try converter(to: format).picture(of: reader.frame)
      } catch {
        throw .movieUnreadable(path: reader.movie.path, reason: String(describing: error))
      }
    }
    return buffers
  }

  private func converter(to format: VideoOutput.Format) throws -> TurnedPictures {
    if let converter = converters[format] { return converter }
    let pictures = reader.movie.pictures
    let converter = try TurnedPictures(
      of: pictures.codedSize, in: format.pixelFormat,
      turnedTo: format.appliesOrientation ? pictures.orientation : .upright, clock: clock)
    converters[format] = converter
    return converter
  }
}
