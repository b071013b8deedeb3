import CFFmpeg
import OverlayRender

/// Writes the changed samples of a stream as a movie.
///
/// An output with the name of a movie uses it. It is also the sink for a program that needs the parts:
///
///     let plan = try OutputPlan(destination: "clock.mp4", formats: MovieContainer.all.map { .movie($0) })
public final class MovieSink: FrameSink {
  /// The container.
  public let container: MovieContainer
  /// The number of frames in the movie so far.
  public private(set) var framesWritten: Int64 = 0
  /// The number of frames with the same picture as the frame before.
  public private(set) var framesRepeated: Int64 = 0
  /// Called after each frame of the movie.
  public var onProgress: ((any FrameSink) -> Void)?
  /// The number of bytes written so far.
  public var bytesWritten: Int64 { muxer.output.bytesWritten }

  private let muxer: Muxer
  private let pictures: PictureTrack
  private let rate: FrameRate
  private var pacing: FramePacing
  /// The frame of the grid at which the movie begins.
  private var firstFrame: Int64?

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
    try FFmpegLibraries.load()
    let pixelFormat = request.pixelFormat ?? request.video.pixelFormat
    self.container = container
    rate = request.rate
    let codec = try container.checkedCodec(for: pixelFormat, size: request.video.size, options: options)
    let isFile = request.destination?.kind == .file
    let isFragmented = container.streaming == .inFragments && (options.isFragmented || !isFile)
    let selection = options.frames ?? (container.writesChangedFramesOnly && isFile ? .changed : .every)
    let staysReadable = isFragmented || container.streaming == .always && container != .gif
    pacing = FramePacing(container: container, rate: rate, selection: selection)
    let output = try request.openBytes(staysReadable: staysReadable)
    do {
      muxer = try Muxer(container.muxerName, output: output)
      pictures = try PictureTrack(
        PictureEncoder.Settings(
          codec: codec, video: request.video, pixelFormat: pixelFormat, rate: rate, options: options,
          hasChangedFramesOnly: selection == .changed, hasGlobalHeader: muxer.hasGlobalHeader),
        in: muxer)
      try muxer.writeHeader(options: container.muxerOptions(options, isFragmented: isFragmented, isFile: isFile))
    } catch let error as FFmpegStatus {
      output.abandon()
      throw MediaError.containerFailed(name: container.name, reason: FFmpegLog.takeLatestError() ?? error.description)
    } catch {
      output.abandon()
      throw error
    }
  }

  /// Writes the next changed sample.
  ///
  /// - Throws: `SinkError` or `MediaError`.
  public func write(_ sample: SampleBuffer) throws {
    guard sample.presentationTime.isNumeric else {
      throw SinkError.timeNotNumeric(time: sample.presentationTime.description)
    }
    guard let picture = sample.pixelBuffer else { return }
    guard picture.format == pictures.video else { throw SinkError.formatChanged(name: muxer.output.name) }
    let frame = rate.frame(atOrBefore: sample.presentationTime)
    let first = firstFrame ?? frame
    firstFrame = first
    try pacing.show(picture, at: frame - first) { try add($0) }
  }

  /// Holds the last picture until `end` (exclusive) and completes the movie.
  ///
  /// - Throws: `SinkError` or `MediaError`.
  public func finish(at end: MediaTime) throws {
    try complete(at: end)
    try muxer.output.finish()
  }

  /// Completes a movie that ends early, which can be played. See `FrameSink.finishEarly(at:publishes:)`.
  ///
  /// - Throws: `SinkError` or `MediaError`.
  public func finishEarly(at end: MediaTime, publishes: Bool) throws -> String? {
    guard firstFrame != nil else {
      abandon()
      return nil
    }
    try complete(at: end)
    return try muxer.output.finishEarly(publishes: publishes)
  }

  /// Abandons the movie. See `FrameSink.abandon()`.
  public func abandon() {
    muxer.output.abandon()
  }

  private func complete(at end: MediaTime) throws {
    guard end.isNumeric else { throw SinkError.timeNotNumeric(time: end.description) }
    let first = firstFrame ?? 0
    try pacing.finish(at: max(rate.frame(atOrAfter: end) - first, 1)) { try add($0) }
    try named { try pictures.finish() }
    try named { try muxer.finish() }
  }

  private func add(_ frame: PacedFrame) throws {
    try named { try pictures.add(frame) }
    if framesWritten == 0 { muxer.output.markAsHavingContent() }
    framesWritten += 1
    if frame.isRepeated { framesRepeated += 1 }
    onProgress?(self)
  }

  /// Replaces a bare code of FFmpeg by an error that names the output.
  private func named(_ body: () throws -> Void) throws {
    do { try body() } catch let status as FFmpegStatus {
      throw MediaError.containerFailed(
        name: muxer.output.name, reason: FFmpegLog.takeLatestError() ?? status.description)
    }
  }
}

extension FramePacing {
  /// Creates the pacing of a container.
  init(container: MovieContainer, rate: FrameRate, selection: MovieOptions.FrameSelection) {
    let shortest = container.minimumDuration.map { rate.frame(atOrAfter: $0) } ?? 1
    switch selection {
    case .every: self.init(maximumHold: shortest, minimumHold: shortest)
    case .changed: self.init(maximumHold: rate.frame(atOrBefore: .seconds(1)), minimumHold: shortest)
    }
  }
}

extension MovieContainer {
  /// Returns the codec to use.
  ///
  /// - Throws: `MediaError` if the codec or the size is not possible, or if FFmpeg has no encoder.
  fileprivate func checkedCodec(
    for pixelFormat: PixelFormat, size: PixelSize, options: MovieOptions
  ) throws -> MovieCodec {
    guard let codec = options.codec ?? codec(for: pixelFormat) else {
      throw SinkError.pixelFormatUnsupported(container: name, found: pixelFormat, supported: pixelFormats)
    }
    guard codecs.contains(codec) else {
      throw MediaError.codecNotHeld(codec: codec, container: name, supported: codecs)
    }
    guard codec.isAvailable else {
      let others = codecs.filter { $0.isAvailable && $0.pixelFormats.contains(pixelFormat) }
      throw MediaError.encoderMissing(codec: codec, alternatives: others)
    }
    if codec.needsWholeChromaSamples {
      let multiple = PixelSize(
        pixelFormat.planes.map(\.horizontalSubsampling).max() ?? 1,
        pixelFormat.planes.map(\.verticalSubsampling).max() ?? 1)
      guard size.width % multiple.width == 0, size.height % multiple.height == 0 else {
        throw MediaError.sizeNotDivisible(size: size, pixelFormat: pixelFormat, multiple: multiple)
      }
    }
    return codec
  }

  /// Returns the options of the muxer.
  fileprivate func muxerOptions(
    _ options: MovieOptions, isFragmented: Bool, isFile: Bool
  ) -> [(name: String, value: String)] {
    switch muxerName {
    case "mp4", "mov":
      if isFragmented {
        return [("movflags", "empty_moov+default_base_moof+delay_moov"), ("frag_duration", "2000000")]
      }
      return options.isFastStart ? [("movflags", "+faststart")] : []
    case "matroska", "webm":
      // Clusters of at most two seconds are readable soon after they are written.
      return [("cluster_time_limit", "2000")]
    default: return []
    }
  }
}
