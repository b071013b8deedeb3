/// Takes the changed samples of one stream.
///
/// A sample's picture holds until the presentation time of the next one; `finish(at:)` says until when the last one holds.
public protocol FrameSink: AnyObject {
  /// Takes the next changed sample. Presentation times increase.
  func write(_ sample: SampleBuffer) throws

  /// Ends the stream at `end` (exclusive). Afterwards the output is complete and bears its final name.
  func finish(at end: MediaTime) throws

  /// Ends a stream that was cut short, at `end` (exclusive), with the frames that are there.
  ///
  /// - Parameters:
  ///   - end: The time until which the last picture holds, as far as the output still takes frames.
  ///   - publishes: Whether a file gets its final name. Otherwise it stays, complete as far as it goes, under its temporary
  ///     name, and a file that has the final name stays as it is.
  /// - Returns: The path of the file that holds the frames; `nil` where there is none: for pipes, and without a frame.
  func finish(cutShortAt end: MediaTime, publishes: Bool) throws -> String?

  /// Ends the stream unfinished: nothing half-made is left. Does nothing after the stream was finished.
  func abandon()

  /// Bytes handed to the output so far.
  var bytesWritten: Int64 { get }

  /// Frames written so far, repeated ones included.
  var framesWritten: Int64 { get }

  /// Those of `framesWritten` that showed the same picture as the frame before.
  var framesRepeated: Int64 { get }

  /// Called now and then while frames are written, also in the middle of a long run of repeated ones.
  var onProgress: ((any FrameSink) -> Void)? { get set }
}
