/// Writes a sequence of pictures in some format, without times.
public protocol PictureWriter: AnyObject {
  /// Writes `picture` as the next `count` (at least 1) frames.
  ///
  /// - Throws: `SinkError`; `SinkError.interrupted` if an interruption prevented some of the frames.
  func write(_ picture: PixelBuffer, count: Int) throws(SinkError)

  /// Writes `picture`, which differs from the picture before only in `damage`, as the next `count` (at least 1) frames.
  /// The default calls `write(_:count:)`.
  ///
  /// - Throws: `SinkError`; `SinkError.interrupted` if an interruption prevented some of the frames.
  func write(_ picture: PixelBuffer, damage: Damage, count: Int) throws(SinkError)

  /// Completes the output, which gets its final name.
  ///
  /// - Throws: `SinkError` if the output cannot be completed.
  func finish() throws(SinkError)

  /// Completes an output that ends early, after at least one frame.
  ///
  /// - Parameter publishes: Whether a file gets its final name. Otherwise it keeps its temporary name.
  /// - Returns: The path of the file, or `nil` if there is none.
  /// - Throws: `SinkError` if the output cannot be completed.
  func finishEarly(publishes: Bool) throws(SinkError) -> String?

  /// Abandons the output and removes incomplete files. Does nothing after the output is finished.
  func abandon()

  /// The number of frames written completely so far, including the frames of an interrupted call to `write(_:count:)`.
  var framesWritten: Int64 { get }

  /// The number of bytes written so far.
  var bytesWritten: Int64 { get }
}

/// A writer that can write its latest picture again without being given it. So nobody has to hold the picture, and its
/// memory is there for the next one.
protocol RepeatingPictureWriter: PictureWriter {
  /// Whether `writeAgain(count:)` is possible, now that a picture is written.
  var holdsPicture: Bool { get }

  /// Writes the latest picture as the next `count` (at least 1) frames.
  ///
  /// - Throws: `SinkError`; `SinkError.interrupted` if an interruption prevented some of the frames.
  func writeAgain(count: Int) throws(SinkError)
}

extension PictureWriter {
  /// Writes the picture, whatever has changed.
  public func write(_ picture: PixelBuffer, damage: Damage, count: Int) throws(SinkError) {
    try write(picture, count: count)
  }
}
