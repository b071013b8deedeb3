/// Pictures that change with presentation time: what a movie, a camera or a generator shows.
public protocol PixelSource: Sendable {
  /// The size that it takes of its own choice, each side at least 1 pixel.
  var naturalSize: PixelSize { get }

  /// The frozen picture, in `bgraPremultiplied`, that is shown at a presentation time: always the same one for the same
  /// time. Nil where nothing is to be seen; a picture of another format is not shown either.
  func pixels(at time: MediaTime) -> PixelBuffer?

  /// The first presentation time after `time` at which another picture may be shown; +infinity for never.
  func nextChange(after time: MediaTime) -> MediaTime
}
