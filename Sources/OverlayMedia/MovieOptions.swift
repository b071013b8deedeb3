import OverlayRender

/// The choices for writing a movie. The defaults are right for most uses.
public struct MovieOptions: Sendable, Hashable {
  /// The frames that a movie contains.
  public enum FrameSelection: Sendable, Hashable {
    /// Only the frames that changed, and a repetition after each second without a change. Players show the same.
    case changed
    /// Every frame of the grid.
    case every
  }

  /// A choice that not every codec or container supports.
  public enum Setting: Sendable, Hashable {
    /// ``MovieOptions/constantRateFactor``
    case constantRateFactor
    /// ``MovieOptions/preset``
    case preset
    /// ``MovieOptions/bitRate``
    case bitRate
    /// ``MovieOptions/keyframeInterval``
    case keyframeInterval
    /// ``MovieOptions/isFragmented``
    case fragments
    /// ``MovieOptions/isFastStart``
    case fastStart
    /// ``MovieOptions/playCount``
    case playCount
  }

  /// The codec of the pictures; `nil` for the default: the codec of the movie that is drawn on, if it is H.264, HEVC,
  /// VP9, ProRes or FFV1 and the container has it, and otherwise the codec of the container for the pixel format.
  public var codec: MovieCodec?
  /// The constant quality as encoders count it (CRF): lower is better. The range and the default depend on the encoder.
  /// VP9 and AV1 have whole numbers only. 0 is lossless for H.264, in a profile that browsers do not play.
  public var constantRateFactor: Double?
  /// The encoder's preset, such as `veryfast` for H.264, or a number for AV1 and VP9.
  public var preset: String?
  /// The bit rate of the pictures in bits per second; `nil` for constant quality.
  public var bitRate: Int?
  /// The longest time between two keyframes; `nil` for five seconds in files and two in streams to servers.
  public var keyframeInterval: MediaTime?
  /// The frames to write; `nil` for the default of the container.
  public var frames: FrameSelection?
  /// Whether an mp4 or mov consists of fragments, which can be read even if the writing process is killed.
  public var isFragmented = false
  /// Whether the index of an mp4 or mov stands at its beginning, so that playing can start before all is loaded.
  public var isFastStart = true
  /// Whether the same options give the same bytes, on every processor and with any number of them, as long as the
  /// versions of the libraries are the same.
  ///
  /// The encoder has one thread and makes no choice that depends on the processor, identifiers are fixed, and a movie
  /// below an overlay is decoded with exact arithmetic. Every file has a temporary name until it is complete and on the
  /// disk, so a run that was cut off can be repeated. Has no effect on streams to servers.
  public var isReproducible = false
  /// The number of times that a GIF or an APNG is shown, 1...65535, before it stays on its last picture; `nil` to
  /// repeat it forever.
  public var playCount: Int?
  /// The sound beside the pictures. It replaces the sound of ``keptTracks``.
  public var sound: MovieSound?
  /// The movie whose other tracks are kept beside the pictures; `nil` for none.
  public var keptTracks: MovieTracks?
  /// Where a movie with sound ends.
  public var end = MovieEnd.pictures
  /// The movie whose pictures are written; `nil` for rendered pictures.
  var source: SourceMovie?

  /// Creates options. Others have their defaults.
  ///
  ///     MovieOptions(codec: .hevc, constantRateFactor: 28, preset: "fast")
  public init(
    codec: MovieCodec? = nil, constantRateFactor: Double? = nil, preset: String? = nil, bitRate: Int? = nil,
    frames: FrameSelection? = nil, isFragmented: Bool = false, sound: MovieSound? = nil, end: MovieEnd = .pictures
  ) {
    self.codec = codec
    self.constantRateFactor = constantRateFactor
    self.preset = preset
    self.bitRate = bitRate
    self.frames = frames
    self.isFragmented = isFragmented
    self.sound = sound
    self.end = end
  }

  /// Returns the options without those that are for other containers only.
  package func applicable(to container: MovieContainer) -> MovieOptions {
    var options = self
    if !container.supports(.playCount) { options.playCount = nil }
    return options
  }
}
