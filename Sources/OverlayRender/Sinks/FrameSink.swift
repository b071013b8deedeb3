/// Takes the changed samples of one stream.
///
/// A sample's picture holds until the presentation time of the next one; `finish(at:)` says until when the last one holds.
public protocol FrameSink: AnyObject {
  /// Takes the next changed sample. Presentation times increase.
  func write(_ sample: SampleBuffer) throws

  /// Ends the stream at `end` (exclusive). Afterwards the output is complete and bears its final name.
  func finish(at end: MediaTime) throws

  /// Ends the stream unfinished: nothing half-made is left. Does nothing after `finish(at:)`.
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
