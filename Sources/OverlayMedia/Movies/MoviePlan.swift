import OverlayRender

/// What a movie sink decides before it opens its output: the grid of times, which pictures the movie contains, and how
/// its file is written.
///
/// A plan depends on its arguments only.
struct MoviePlan {
  let container: MovieContainer
  let codec: MovieCodec
  /// The format of the pictures.
  let video: VideoFormat
  let options: MovieOptions
  /// The rate of the movie. It is lower than the requested rate if the container cannot show as many frames.
  let rate: FrameRate
  /// Whether the container cannot show as many frames as requested.
  let isRateLowered: Bool
  /// Whether the pictures keep the times of another movie, instead of a constant rate.
  let keepsTimes: Bool
  /// The grid of the times of the movie.
  let grid: TimeGrid
  /// The tick of the grid at which the movie begins; `nil` for the tick of the first picture.
  let start: Int64?
  /// The frames that the movie contains.
  let selection: MovieOptions.FrameSelection
  /// Whether the last picture is held until the sound ends.
  let holdsForSound: Bool
  /// Whether the output is a file with a name, and not a pipe or a device.
  let isFile: Bool
  /// Whether the movie is written in fragments.
  let isFragmented: Bool
  /// Whether what is written so far can be played at any time, even if the process is killed.
  let staysReadable: Bool
  /// Whether the encoder returns each picture before the next one.
  let hasLowDelay: Bool

  /// Plans a movie whose options are checked.
  ///
  /// - Parameters:
  ///   - request: The output, the format of the samples and the rate.
  ///   - container: The container.
  ///   - codec: The codec of the pictures.
  ///   - options: The other choices.
  /// - Throws: `MediaError.notStreamable`.
  init(
    _ request: OutputRequest, container: MovieContainer, codec: MovieCodec, options: MovieOptions
  ) throws(MediaError) {
    self.container = container
    self.codec = codec
    self.options = options
    video = request.video
    isFile = request.destination?.isNamedFile == true
    if container.streaming == .never, !isFile {
      throw .notStreamable(name: request.destination?.name ?? container.name, container: container.name)
    }
    let source = options.source
    keepsTimes = source != nil && options.frames != .every
    rate = container.rate(nearestTo: request.rate)
    isRateLowered = rate != request.rate
    if let source, keepsTimes, !isRateLowered {
      grid = TimeGrid(timeBase: source.pictures.timeBase.rational, rate: rate)
    } else {
      grid = TimeGrid(rate)
    }
    start = source.map { [grid] in grid.tick(nearestTo: $0.start) }
    let keepsBitRate = options.bitRate == nil || codec.keepsBitRateOverTime
    selection = options.frames ?? (container.writesChangedFramesOnly && isFile && keepsBitRate ? .changed : .every)
    holdsForSound = options.end == .sound && options.sound?.hasEnd == true
    isFragmented = container.isFragmented(options, isFile: isFile)
    // A run that is repeated must not find half a file.
    staysReadable = !options.isReproducible && container.staysReadable(isFragmented: isFragmented)
    hasLowDelay = selection == .changed && !keepsTimes || !isFile
  }

  /// Returns the tick of the grid at which a picture appears.
  func tick(ofPictureAt time: MediaTime) -> Int64 {
    // With a lower rate, a frame shows the latest picture at its beginning.
    if isRateLowered { return grid.tick(atOrAfter: time) }
    return keepsTimes ? grid.tick(nearestTo: time) : grid.tick(atOrBefore: time)
  }

  /// Returns the tick of the grid at which the last picture ends.
  func tick(ofEnd end: MediaTime) -> Int64 {
    keepsTimes || isRateLowered ? grid.tick(nearestTo: end) : grid.tick(atOrAfter: end)
  }

  /// The pacing of the pictures.
  var pacing: FramePacing {
    if keepsTimes {
      return .unchanged(minimumHold: container.minimumDuration.map { grid.tick(atOrAfter: $0) } ?? 1)
    }
    return switch selection {
    case .every: FramePacing(maximumHold: 1, waitsForLaterPictures: isRateLowered)
    case .changed: FramePacing(maximumHold: grid.tick(atOrBefore: .seconds(1)))
    }
  }
}
