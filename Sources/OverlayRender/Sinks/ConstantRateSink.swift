/// Turns changed samples into frames at a constant rate: slots in which nothing changed get the picture before again, by reference.
///
/// Frame n of the rate's grid is one slot of the output. A sample goes into the slot that its presentation time falls in,
/// at once; the slots before it, still open, get the picture that held until then. The number of frames is the output's clock:
/// no slot is left out and none is written twice.
public final class ConstantRateSink<Writer: PictureWriter>: FrameSink {
  /// Where the frames go.
  public let writer: Writer

  /// The grid the frames stand on.
  public let rate: FrameRate

  /// Frames written so far, repeated ones included.
  public var framesWritten: Int64 { writer.framesWritten }

  /// Those of `framesWritten` that showed the same picture as the frame before.
  public private(set) var framesRepeated: Int64 = 0

  /// Called after each write, and every so many frames of a long repeat.
  public var onProgress: ((any FrameSink) -> Void)?

  private var nextFrame: Int64?
  private var heldPicture: PixelBuffer?
  private var heldPictureIsWritten = false

  /// Makes a sink whose first output frame is frame `firstFrame` of the grid of `rate` (0 at presentation time zero);
  /// `nil` begins with the first sample's.
  public init(writer: Writer, rate: FrameRate, firstFrame: Int64? = nil) {
    self.writer = writer
    self.rate = rate
    nextFrame = firstFrame
  }

  /// Bytes handed to the output so far.
  public var bytesWritten: Int64 { writer.bytesWritten }

  /// Writes the slots before the sample's with the picture that held until then, and the sample's slot with its own.
  ///
  /// Before any picture came, open slots get this first one. A slot that is already written stays: the sample then
  /// shows from the next one on. A marker without pixels changes nothing.
  ///
  /// - Throws: `SinkError.timeNotNumeric`, or what the writer throws.
  public func write(_ sample: SampleBuffer) throws(SinkError) {
    let frame = try slot(of: sample.presentationTime, rate.frame(atOrBefore:))
    guard let picture = sample.pixelBuffer else { return }
    if nextFrame == nil { nextFrame = frame }
    if heldPicture != nil { try repeatHeldPicture(before: frame) }
    if picture !== heldPicture {
      heldPicture = picture
      heldPictureIsWritten = false
    }
    try repeatHeldPicture(before: frame + 1)
  }

  /// Writes the held picture into every open slot that starts before `time`: what a live stream does when nothing changed.
  ///
  /// - Throws: `SinkError.timeNotNumeric`, or what the writer throws.
  public func hold(until time: MediaTime) throws(SinkError) {
    try repeatHeldPicture(before: slot(of: time, rate.frame(atOrAfter:)))
  }

  /// Holds the last picture until `end` (exclusive) and completes the output.
  ///
  /// - Throws: `SinkError.interrupted` when an interruption cut the last repeats short: the output can still be finished
  ///   as one that was cut short. After any other error it is still to be abandoned.
  public func finish(at end: MediaTime) throws(SinkError) {
    try hold(until: end)
    try writer.finish()
  }

  /// Ends a stream that was cut short, with the frames that are there; an output without a frame is abandoned.
  ///
  /// - Returns: The path of the file that holds the frames; `nil` where there is none.
  /// - Throws: What the writer throws; then the output is still to be abandoned.
  public func finish(cutShortAt end: MediaTime, publishes: Bool) throws(SinkError) -> String? {
    do { try hold(until: end) } catch .interrupted {}
    guard framesWritten > 0 else {
      abandon()
      return nil
    }
    return try writer.finishCutShort(publishes: publishes)
  }

  /// Gives the output up; see `FrameSink.abandon()`.
  public func abandon() {
    writer.abandon()
  }

  private func slot(of time: MediaTime, _ frame: (MediaTime) -> Int64) throws(SinkError) -> Int64 {
    guard time.isNumeric else { throw .timeNotNumeric(time: time.description) }
    return frame(time)
  }

  private func repeatHeldPicture(before end: Int64) throws(SinkError) {
    guard let heldPicture, var frame = nextFrame else { return }
    while frame < end {
      let before = writer.framesWritten
      let count = Int(min(end - frame, Self.framesBetweenReports))
      let result = Result { () throws(SinkError) in try writer.write(heldPicture, count: count) }
      // Fewer than that when an interruption came between two of them.
      let written = writer.framesWritten - before
      framesRepeated += heldPictureIsWritten ? written : max(written - 1, 0)
      heldPictureIsWritten = heldPictureIsWritten || written > 0
      frame += written
      nextFrame = frame
      try result.get()
      onProgress?(self)
    }
  }

  /// Few enough for a progress bar to move, enough to cost nothing.
  private static var framesBetweenReports: Int64 { 64 }
}
