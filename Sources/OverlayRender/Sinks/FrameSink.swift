/// Receives the changed samples of a stream.
///
/// The picture of a sample stays visible until the presentation time of the next one; `finish(at:)` sets the end of the
/// last one.
public protocol FrameSink: AnyObject {
  /// Receives the next changed sample. Presentation times increase.
  ///
  /// - Throws: `SinkError`, or another error of the output.
  func write(_ sample: SampleBuffer) throws

  /// Ends the stream at `end` (exclusive). The output is then complete and has its final name.
  ///
  /// - Throws: `SinkError`, or another error of the output.
  func finish(at end: MediaTime) throws

  /// Ends the stream early at `end` (exclusive), with the frames that are already written.
  ///
  /// - Parameters:
  ///   - end: The time until which the last picture is visible, as far as the output still accepts frames.
  ///   - publishes: Whether a file gets its final name. Otherwise it keeps its temporary name, with the frames so far,
  ///     and an existing file with the final name does not change.
  /// - Returns: The path of the file with the frames, or `nil` for a pipe or if there is no frame.
  /// - Throws: `SinkError`, or another error of the output.
  func finishEarly(at end: MediaTime, publishes: Bool) throws -> String?

  /// Abandons the stream and removes incomplete output. Does nothing after the stream is finished.
  func abandon()

  /// The number of bytes written so far.
  var bytesWritten: Int64 { get }

  /// The number of frames written so far, including repeated ones.
  var framesWritten: Int64 { get }

  /// The number of written frames with the same picture as the previous frame.
  var framesRepeated: Int64 { get }

  /// The number of frames that a server did not get. 0 for outputs that wait for their readers.
  var framesLost: Int64 { get }

  /// The number of written frames that a server may not have got, because a connection was lost that nobody had
  /// answered on for a while.
  var framesUnconfirmed: Int64 { get }

  /// The number of times that a lost connection was made again.
  var reconnections: Int64 { get }

  /// The statistics of each output, if there are several.
  var outputs: [OutputStatistics] { get }

  /// Called regularly while frames are written, also during a long run of repeated frames.
  var onProgress: ((any FrameSink) -> Void)? { get set }
}

extension FrameSink {
  /// 0, because the output waits for its reader.
  public var framesLost: Int64 { 0 }

  /// 0, because the output has no connection that may be lost.
  public var framesUnconfirmed: Int64 { 0 }

  /// 0, because the output has no connection that is made again.
  public var reconnections: Int64 { 0 }

  /// Empty, because there is only one output.
  public var outputs: [OutputStatistics] { [] }
}
