/// Writes pictures one after the other in some format: it knows no times, only their order.
public protocol PictureWriter: AnyObject {
  /// Writes `picture` as the next `count` (at least 1) frames.
  ///
  /// - Throws: `SinkError`; `SinkError.interrupted` when fewer than `count` were written because of an interruption.
  func write(_ picture: PixelBuffer, count: Int) throws(SinkError)

  /// Completes the output and gives it its final name.
  func finish() throws(SinkError)

  /// Completes an output that was cut short after at least one frame.
  ///
  /// - Parameter publishes: Whether a file gets its final name; otherwise it keeps its temporary one.
  /// - Returns: The path of the file; `nil` where there is none.
  func finishCutShort(publishes: Bool) throws(SinkError) -> String?

  /// Gives the output up: nothing half-made is left. Does nothing after the output was finished.
  func abandon()

  /// Frames written so far: whole ones, also of a call to `write(_:count:)` that was interrupted.
  var framesWritten: Int64 { get }

  /// Bytes handed to the output so far.
  var bytesWritten: Int64 { get }
}
