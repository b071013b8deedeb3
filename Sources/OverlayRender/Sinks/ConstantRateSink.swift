/// Converts changed samples to frames at a constant rate. A slot without a change repeats the previous picture by
/// reference.
///
/// Each frame of the rate's grid is one slot of the output. A sample is written immediately into the slot that contains
/// its presentation time; open slots before it get the previous picture. The number of frames is the clock of the
/// output: no slot is omitted or written twice.
public final class ConstantRateSink<Writer: PictureWriter>: FrameSink {
  /// The destination of the frames.
  public let writer: Writer

  /// The rate of the frames.
  public let rate: FrameRate

  /// The number of frames written so far, including repeated ones.
  public var framesWritten: Int64 { writer.framesWritten }

  /// The number of written frames with the same picture as the previous frame.
  public private(set) var framesRepeated: Int64 = 0

  /// Called after each write, and regularly during a long repetition.
  public var onProgress: ((any FrameSink) -> Void)?

  private let repeatingWriter: (any RepeatingPictureWriter)?
  private var nextFrame: Int64?
  /// The latest picture, unless the writer holds it.
  private var heldPicture: PixelBuffer?
  /// The latest picture as long as anyone holds it.
  private weak var latestPicture: PixelBuffer?
  private var hasPicture = false
  private var pictureIsWritten = false
  /// The difference of the held picture from the one that was written last.
  private var unwrittenDamage = Damage.nothing

  /// Creates a sink whose first output frame is frame `firstFrame` in the grid of `rate` (0 at presentation time zero),
  /// or if that is `nil`, the frame of the first sample.
  public init(writer: Writer, rate: FrameRate, firstFrame: Int64? = nil) {
    self.writer = writer
    repeatingWriter = writer as? any RepeatingPictureWriter
    self.rate = rate
    nextFrame = firstFrame
  }

  /// The number of bytes written so far.
  public var bytesWritten: Int64 { writer.bytesWritten }

  /// Writes the slots before the sample's slot with the previous picture, and then the sample's slot.
  ///
  /// Open slots before the first picture get the first picture. A slot that is already written does not change: the
  /// sample is then visible from the next slot on. A marker without a picture changes nothing.
  ///
  /// - Throws: `SinkError.timeNotNumeric`, or an error of the writer.
  public func write(_ sample: SampleBuffer) throws(SinkError) {
    let frame = try slot(of: sample.presentationTime, rate.frame(atOrBefore:))
    guard let picture = sample.pixelBuffer else { return }
    if nextFrame == nil { nextFrame = frame }
    try repeatPicture(before: frame)
    if picture !== latestPicture {
      (heldPicture, latestPicture, hasPicture) = (picture, picture, true)
      pictureIsWritten = false
      unwrittenDamage.formUnion(sample.damage)
    }
    try repeatPicture(before: frame + 1)
  }

  /// Writes the current picture into every open slot that starts before `time`, as a live stream does while nothing
  /// changes.
  ///
  /// - Throws: `SinkError.timeNotNumeric`, or an error of the writer.
  package func hold(until time: MediaTime) throws(SinkError) {
    try repeatPicture(before: slot(of: time, rate.frame(atOrAfter:)))
  }

  /// Holds the last picture until `end` (exclusive) and completes the output.
  ///
  /// - Throws: `SinkError.interrupted` if an interruption ended the last repetition; the output can still be finished
  ///   early. After any other error, it must still be abandoned.
  public func finish(at end: MediaTime) throws(SinkError) {
    try hold(until: end)
    try writer.finish()
  }

  /// Ends a stream early with the frames that are already written. An output without frames is abandoned.
  ///
  /// - Returns: The path of the file with the frames, or `nil` if there is none.
  /// - Throws: An error of the writer. The output must still be abandoned then.
  public func finishEarly(at end: MediaTime, publishes: Bool) throws(SinkError) -> String? {
    do { try hold(until: end) } catch .interrupted {}
    guard framesWritten > 0 else {
      abandon()
      return nil
    }
    return try writer.finishEarly(publishes: publishes)
  }

  /// Abandons the output. See `FrameSink.abandon()`.
  public func abandon() {
    writer.abandon()
  }

  private func slot(of time: MediaTime, _ frame: (MediaTime) -> Int64) throws(SinkError) -> Int64 {
    guard time.isNumeric else { throw .timeNotNumeric(time: time.description) }
    return frame(time)
  }

  private func repeatPicture(before end: Int64) throws(SinkError) {
    guard hasPicture, var frame = nextFrame else { return }
    while frame < end {
      let before = writer.framesWritten
      let count = Int(min(end - frame, Self.framesBetweenReports))
      let result = Result { () throws(SinkError) in try write(count: count) }
      // Fewer than `count` if an interruption occurred between two frames.
      let written = writer.framesWritten - before
      framesRepeated += pictureIsWritten ? written : max(written - 1, 0)
      if written > 0 {
        pictureIsWritten = true
        unwrittenDamage = .nothing
        if repeatingWriter?.holdsPicture == true { heldPicture = nil }
      }
      frame += written
      nextFrame = frame
      try result.get()
      onProgress?(self)
    }
  }

  /// Writes the latest picture.
  private func write(count: Int) throws(SinkError) {
    if let heldPicture {
      try writer.write(heldPicture, damage: unwrittenDamage, count: count)
    } else {
      try repeatingWriter?.writeAgain(count: count)
    }
  }

  /// Small enough for a smooth progress bar, large enough to have no measurable cost.
  private static var framesBetweenReports: Int64 { 64 }
}
