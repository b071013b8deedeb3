/// Writes pictures one after the other in some format: it knows no times, only their order.
public protocol PictureWriter: AnyObject {
  /// Writes `picture` as the next `count` (at least 1) frames.
  ///
  /// - Throws: `SinkError`; `SinkError.interrupted` when fewer than `count` were written because of an interruption.
  func write(_ picture: PixelBuffer, count: Int) throws(SinkError)

  /// Completes the output and gives it its final name.
  func finish() throws(SinkError)

  /// Gives the output up: nothing half-made is left. Does nothing after `finish()`.
  func abandon()

  /// Bytes handed to the output so far.
  var bytesWritten: Int64 { get }
}
