import OverlayRender

/// The pictures of a file.
final class FilePictures: PictureSource {
  let properties: MovieProperties
  private let reader: PictureReader
  private let clock: any MediaClock
  private var converters: [PixelFormat: DecodedPictures] = [:]

  init(path: String, clock: any MediaClock) throws(MediaError) {
    reader = try PictureReader(path: path)
    self.clock = clock
    let movie = reader.movie
    properties = MovieProperties(
      duration: movie.duration, hasSound: movie.tracks.contains { $0.kind == .audio }, movie: movie)
  }

  var time: MediaTime { reader.time }
  var end: MediaTime { reader.end }

  func next() throws(MediaError) -> Bool { try reader.next() }

  func seek(to target: SeekTarget) throws(MediaError) -> Bool {
    try reader.seek(to: target.time, toleranceBefore: target.toleranceBefore, toleranceAfter: target.toleranceAfter)
  }

  func buffers(in formats: Set<PixelFormat>) throws(MediaError) -> [PixelFormat: PixelBuffer] {
    var buffers: [PixelFormat: PixelBuffer] = [:]
    for pixelFormat in formats {
      do {
        buffers[pixelFormat] = try converter(to: pixelFormat).picture(of: reader.frame)
      } catch {
        throw .movieUnreadable(path: reader.movie.path, reason: String(describing: error))
      }
    }
    return buffers
  }

  private func converter(to pixelFormat: PixelFormat) throws -> DecodedPictures {
    if let converter = converters[pixelFormat] { return converter }
    let format = try VideoFormat(size: reader.movie.pictures.codedSize, pixelFormat: pixelFormat)
    let converter = DecodedPictures(format: format, clock: clock)
    converters[pixelFormat] = converter
    return converter
  }
}
