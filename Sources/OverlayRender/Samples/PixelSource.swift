/// A source of pictures that change with presentation time, such as a movie, a camera or a generator.
public protocol PixelSource: Sendable {
  /// The natural size of the pictures. Each side is at least 1 pixel.
  var naturalSize: PixelSize { get }

  /// Returns the picture at a presentation time, in `bgraPremultiplied`. The result must be the same for equal times.
  /// Returns nil if no picture is visible; a picture in another format is not visible either.
  func pixels(at time: MediaTime) -> PixelBuffer?

  /// Returns the first presentation time after `time` at which the picture may change, or +infinity if it never
  /// changes.
  func nextChange(after time: MediaTime) -> MediaTime
}
