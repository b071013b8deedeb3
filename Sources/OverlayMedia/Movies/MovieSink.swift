import OverlayRender

/// Writes the changed samples of a stream as a movie.
///
/// An output with the name of a movie uses it. A program with samples of its own opens it through a plan:
///
///     let plan = try OutputPlan(destination: "clock.mp4", formats: OutputFormat.movies)
///     let sink = try plan.makeSink(of: format, rate: .fps(30))
///     try sink.write(sample)
///     try sink.finish(at: .seconds(10))
public final class MovieSink: FrameSink {
  /// The container.
  public var container: MovieContainer { plan.container }
  /// The number of frames of the grid that the movie shows so far, whether or not it contains each of them. For
  /// pictures of another movie, which keep their times, it is the number of pictures.
  public private(set) var framesWritten: Int64 = 0
  /// The number of these frames with the same picture as the frame before.
  public private(set) var framesRepeated: Int64 = 0
  /// Called after each frame of the movie.
  public var onProgress: ((any FrameSink) -> Void)?
  /// The number of bytes written so far.
  public var bytesWritten: Int64 { output.bytesWritten }

  private let output: ByteOutput
  private let writer: any MovieWriter
  /// The tracks beside the pictures, if the container can have any.
  private let others: OtherTracks?
  private let plan: MoviePlan
  private let interruption: OutputInterruption?
  private var pacing: FramePacing
  /// The tick of the grid that is the beginning of the movie; `nil` before the first picture.
  private var firstFrame: Int64?
  /// The longest time in seconds for which sound goes on after the pictures of a kept movie.
  private static let longestSound: Int64 = 86_400

  /// The frame up to which sound is written that goes on after the pictures.
  private var endOfSound: Int64 = 0
  /// The size of the header in bytes, if the output can be read even if the process is killed.
  private var headerByteCount: Int64?
  private var hasContent = false

  /// Opens a movie.
  ///
  /// - Parameters:
  ///   - request: The output, the format of the samples and the rate.
  ///   - container: The container.
  ///   - options: The other choices.
  /// - Throws: `MediaError` or `SinkError`.
  public init(
    _ request: OutputRequest, container: MovieContainer, options: MovieOptions = MovieOptions()
  ) throws {
    var options = options
    if options.sound?.isLive == true, !container.holdsSound { options.sound = nil }
    try container.check(options, pixelFormat: request.video.pixelFormat)
    if container.muxerName != nil { try FFmpegLibraries.load(for: .writing) }
    let codec = try container.checkedCodec(for: request.video, options: options)
    let plan = try MoviePlan(request, container: container, codec: codec, options: options)
    self.plan = plan
    pacing = plan.pacing
    interruption = request.interruption
    var request = request
    request.isDurable = request.isDurable || options.isReproducible
    guard let muxerName = container.muxerName else {
      output = try request.openBytes()
      writer = GIFWriter(output, size: plan.video.size, grid: plan.grid, playCount: options.playCount)
      others = nil
      return
    }
    let sources = try OtherTracks.Sources(options, in: container, isFragmented: plan.isFragmented)
    output = try request.openBytes(staysReadable: plan.staysReadable)
    do {
      let writer = try Self.namingErrors(of: output) { [output] in
        try ContainerWriter(plan, muxerName: muxerName, sources: sources, output: output)
      }
      (self.writer, others) = (writer, writer.others)
    } catch {
      output.abandon()
      throw error
    }
    if plan.staysReadable { headerByteCount = output.bytesWritten }
  }

  /// Writes the next changed sample.
  ///
  /// - Throws: `SinkError` or `MediaError`. `SinkError.interrupted` between two frames if an interruption was
  ///   requested; the movie can still be finished early then.
  public func write(_ sample: SampleBuffer) throws {
    guard output.isOpen else { throw SinkError.notOpen(name: output.name) }
    guard sample.presentationTime.isNumeric else {
      throw SinkError.timeNotNumeric(time: sample.presentationTime.description)
    }
    guard let picture = sample.pixelBuffer else { return }
    guard picture.format == plan.video else { throw SinkError.formatChanged(name: output.name) }
    let frame = plan.tick(ofPictureAt: sample.presentationTime)
    let first = firstFrame ?? plan.start ?? frame
    firstFrame = first
    try pacing.show(picture, damage: sample.damage, at: frame - first) { try addUnlessInterrupted($0) }
  }

  /// Holds the last picture until `end` (exclusive) and completes the movie. Does nothing after the end of the movie.
  ///
  /// - Throws: `SinkError` or `MediaError`; in particular `MediaError.noPicture` without any picture.
  ///   `SinkError.interrupted` if an interruption was requested; the movie can still be finished early then.
  public func finish(at end: MediaTime) throws {
    guard output.isOpen else { return }
    var end = try frame(ofEnd: end)
    guard firstFrame != nil else { throw MediaError.noPicture(name: output.name) }
    if plan.holdsForSound { end = try holdForSound(from: end) }
    try pacing.finish(at: end) { try addUnlessInterrupted($0) }
    try writeLongerSound(from: end)
    try complete(at: end)
    try output.finish()
  }

  /// Completes a movie that ends early, which can be played. After an interruption, the last picture is held for the
  /// longest duration of a frame at most. See `FrameSink.finishEarly(at:publishes:)`.
  ///
  /// - Throws: `SinkError` or `MediaError`.
  public func finishEarly(at end: MediaTime, publishes: Bool) throws -> String? {
    var end = try frame(ofEnd: end)
    guard output.isOpen, firstFrame != nil else {
      abandon()
      return nil
    }
    if interruption?.isRequested == true { end = min(end, pacing.endOfHold ?? end) }
    // The last picture is visible while the sound lasts that is written already.
    end = max(end, endOfSound)
    do {
      try pacing.finish(at: end) { try add($0) }
      try complete(at: end)
    } catch SinkError.interrupted {
      // The reader of a pipe has not read the rest within the grace period.
    }
    return try output.finishEarly(publishes: publishes)
  }

  /// Abandons the movie. See `FrameSink.abandon()`.
  public func abandon() {
    output.abandon()
  }

  /// Returns the frame after the last one for the end of the movie.
  private func frame(ofEnd end: MediaTime) throws(SinkError) -> Int64 {
    guard end.isNumeric else { throw SinkError.timeNotNumeric(time: end.description) }
    return max(plan.tick(ofEnd: end) - (firstFrame ?? 0), 1)
  }

  private func addUnlessInterrupted(_ frame: PacedFrame) throws {
    if interruption?.isRequested == true { throw SinkError.interrupted(name: output.name) }
    try add(frame)
  }

  /// Writes the rest of the sound, with the last picture in steps of a second.
  ///
  /// - Returns: The frame at the end of the longer one of both.
  /// - Throws: `SinkError.interrupted` between two steps if an interruption was requested, or another error.
  private func holdForSound(from end: Int64) throws -> Int64 {
    guard let others else { return end }
    var next = end
    while true {
      endOfSound = next
      try Self.namingErrors(of: output) { try others.write(until: next) }
      if let soundEnd = others.soundEndFrame { return max(end, soundEnd) }
      if interruption?.isRequested == true { throw SinkError.interrupted(name: output.name) }
      try pacing.hold(until: next) { try add($0) }
      next += plan.grid.tick(atOrAfter: .seconds(1))
    }
  }

  /// Writes the sound of a kept movie that goes on after its pictures.
  private func writeLongerSound(from end: Int64) throws {
    guard let others, others.keepsLongerSound else { return }
    let second = plan.grid.tick(atOrAfter: .seconds(1))
    // The sound of a damaged file may end at any time.
    for next in stride(from: end + second, through: end + Self.longestSound * second, by: Int(second)) {
      if others.hasWrittenSound { return }
      if interruption?.isRequested == true { throw SinkError.interrupted(name: output.name) }
      try Self.namingErrors(of: output) { try others.write(until: next) }
      endOfSound = next
    }
  }

  private func add(_ frame: PacedFrame) throws {
    try Self.namingErrors(of: output) { try writer.add(frame) }
    markContent()
    let count = plan.keepsTimes ? 1 : frame.duration
    framesWritten += count
    framesRepeated += frame.isRepeated ? count : count - 1
    onProgress?(self)
  }

  /// Marks a file that has its name from the start as worth keeping if it contains more than the header.
  private func markContent() {
    guard !hasContent, bytesWritten > headerByteCount ?? -1 else { return }
    hasContent = true
    output.markAsHavingContent()
  }

  /// Writes what the encoders hold, and the end of the file.
  private func complete(at end: Int64) throws {
    try Self.namingErrors(of: output) { try writer.finish(at: end) }
    markContent()
  }

  /// Replaces a bare code of FFmpeg by an error that names the output.
  private static func namingErrors<Result>(of output: ByteOutput, _ body: () throws -> Result) throws -> Result {
    FFmpegLog.forgetError()
    do { return try body() } catch let status as FFmpegStatus {
      throw MediaError.containerFailed(name: output.name, reason: FFmpegLog.takeError() ?? status.description)
    }
  }
}
