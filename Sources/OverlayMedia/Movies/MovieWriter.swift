import OverlayRender

/// Writes the frames of a movie into an output.
protocol MovieWriter: AnyObject {
  /// Adds a frame, and what belongs to its time.
  func add(_ frame: PacedFrame) throws

  /// Adds what is still held, and the end of the file.
  ///
  /// - Parameter end: The frame after the last one.
  func finish(at end: Int64) throws
}

/// Writes a movie into a container of FFmpeg.
final class ContainerWriter: MovieWriter {
  private let muxer: Muxer
  private let pictures: PictureTrack
  /// The tracks beside the pictures.
  let others: OtherTracks
  /// The option of the muxer for the duration of the last picture, if it has one.
  private let lastDurationOption: String?

  /// Adds the tracks, and writes the header.
  ///
  /// - Throws: `FFmpegStatus` or `MediaError`.
  init(_ plan: MoviePlan, muxerName: String, sources: OtherTracks.Sources, output: ByteOutput) throws {
    let (container, options) = (plan.container, plan.options)
    muxer = try Muxer(muxerName, output: output, writesAtOnce: plan.staysReadable || !plan.isFile)
    if options.isReproducible { muxer.fixIdentifiers() }
    pictures = try PictureTrack(
      PictureEncoder.Settings(
        codec: plan.codec, video: plan.video, grid: plan.grid, rate: plan.rate, options: options,
        hasLowDelay: plan.hasLowDelay, hasGlobalHeader: muxer.hasGlobalHeader, isISOMedia: container.isISOMedia),
      in: muxer)
    others = try OtherTracks(sources, grid: plan.grid, container: container, in: muxer)
    try muxer.writeHeader(
      options: container.muxerOptions(options, isFragmented: plan.isFragmented, isFile: plan.isFile))
    try others.begin()
    lastDurationOption = container.animation?.lastDurationOption
  }

  func add(_ frame: PacedFrame) throws {
    try pictures.add(frame)
    try others.write(until: frame.frame + frame.duration)
  }

  func finish(at end: Int64) throws {
    try pictures.finish()
    if let lastDurationOption { try muxer.set(lastDurationOption, to: pictures.lastDuration, of: pictures.timeBase) }
    try others.finish(at: end)
    try muxer.finish()
  }
}
