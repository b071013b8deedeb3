import OverlayRender

/// A container of movies, described by data.
///
/// The properties are all that the code asks about a container. The initializer has no default values, so a container
/// that leaves out one of them does not compile.
public struct MovieContainer: Sendable, Hashable, CustomStringConvertible {
  /// The name that selects the container.
  public let name: String
  /// The file name extensions.
  public let fileExtensions: [String]
  /// The codecs of pictures that it can hold. The first one that has a pixel format is the default for it.
  public let codecs: [MovieCodec]
  /// FFmpeg's name of the muxer; `nil` if the container is written without FFmpeg.
  let muxerName: String?
  /// How the container can be written without going back, and read if the writing process was killed.
  let streaming: Streaming
  /// Whether only the frames that changed are written to a file, unless another choice is made.
  let writesChangedFramesOnly: Bool
  /// The shortest duration of a picture, if the container has one.
  let minimumDuration: MediaTime?
  /// The greatest number of pixels of a picture, if the container has one.
  let maximumPixelCount: Int?
  /// How transparent pictures can be.
  let alpha: Alpha
  /// The only pixel formats that receivers read; `nil` if they read all formats of the codecs.
  let receivedPixelFormats: [PixelFormat]?
  /// Whether pictures are stored with the properties of their colors, such as the transfer function.
  let holdsColor: Bool
  /// Whether pictures are stored with the shape of their pixels.
  let holdsPixelAspectRatio: Bool
  /// Whether pictures are stored with the orientation in which they are shown.
  let holdsOrientation: Bool
  /// Whether the muxer accepts all forms of stereoscopic pictures. The one of WebM fails for some.
  let holdsAllStereoForms: Bool
  /// How sound is stored; `nil` if the container cannot hold any.
  let sound: Sound?
  /// How subtitles are stored; `nil` if the container cannot hold any.
  let subtitles: Subtitles?
  /// Whether the container can hold chapters, which are written at its end, except in fragments.
  let holdsChapters: Bool
  /// The attached files that the container can hold.
  let attachments: Attachments
  /// Where the timecode of the first picture is stored.
  let timecode: TimecodePlace
  /// How the languages and titles of tracks are stored.
  let trackNames: TrackNames
  /// How often the pictures are shown, for an animation; `nil` for a movie, which is shown once.
  let animation: Animation?

  /// The name.
  public var description: String { name }

  enum Streaming: Sendable, Hashable {
    /// To a pipe and to a file, which can be read while it is written.
    case always
    /// As always, in clusters of limited duration, as Matroska has them.
    case inClusters
    /// In fragments of ISO base media, which takes an option for a file.
    case inFragments
    /// To a pipe. A file is not complete before its end.
    case toPipes
    /// Not at all.
    case never
  }

  enum Alpha: Sendable, Hashable {
    /// All are opaque.
    case none
    /// A pixel is either transparent or opaque.
    case onOrOff
    /// As the codec and the pixel format allow.
    case full
  }

  struct Sound: Sendable, Hashable {
    /// FFmpeg's name of the default encoder.
    let encoderName: String
    /// FFmpeg's names of the codecs that are copied; `nil` for all that the muxer accepts.
    let copiedCodecs: [String]?
    /// What leaves out the samples before the beginning.
    let beginning: SoundBeginning
    /// Whether two packets can have the same time.
    let holdsEqualTimes: Bool
  }

  /// What leaves out the samples before the beginning, which encoders add.
  enum SoundBeginning: Sendable, Hashable {
    /// An edit list.
    case editList
    /// The element `CodecDelay`, which players obey for Opus.
    case codecDelay
    /// Nothing, so that packets before the beginning are not written.
    case cut
  }

  struct Subtitles: Sendable, Hashable {
    /// FFmpeg's name of the encoder of text whose codec is not copied.
    let encoderName: String
    /// FFmpeg's names of the codecs that are copied.
    let copiedCodecs: [String]
  }

  enum Attachments: Sendable, Hashable {
    /// All files, such as fonts. A cover picture is one of them.
    case files
    /// Cover pictures, as tracks beside the pictures.
    case coverTracks
    /// None.
    case none
  }

  enum TimecodePlace: Sendable, Hashable {
    /// In a track that FFmpeg makes from an entry of the pictures. It cannot be there beside chapters without sound:
    /// FFmpeg lets a track refer to one other track, and chapters to which no track refers are shown as subtitles.
    case track
    /// In the metadata of the file.
    case metadata
    /// Nowhere.
    case none
  }

  enum TrackNames: Sendable, Hashable {
    /// As they are.
    case plain
    /// With the title as the name of the handler, which players show.
    case handler
    /// With handlers, and the codes of QuickTime for languages.
    case quickTime
  }

  /// FFmpeg's options for an animation; `nil` where FFmpeg does not write it.
  struct Animation: Sendable, Hashable {
    /// The option for the number of times that it is shown.
    let playCountOption: String?
    /// The option for the duration of the last picture, in seconds, if the muxer does not take it from the packet.
    let lastDurationOption: String?
  }
}

extension MovieContainer {
  /// Whether the container is one of ISO base media, such as mp4 and mov.
  var isISOMedia: Bool { streaming == .inFragments }

  /// Whether a file can be read if the process that writes it is killed.
  func staysReadable(isFragmented: Bool) -> Bool {
    switch streaming {
    case .always, .inClusters: true
    case .inFragments: isFragmented
    case .toPipes, .never: false
    }
  }

  /// The pixel formats of the codecs, without repetitions, beginning with the default codec.
  package var pixelFormats: [PixelFormat] { codecs.flatMap { pixelFormats(of: $0) }.withoutRepetitions }

  /// Returns the pixel formats of a codec in the container.
  func pixelFormats(of codec: MovieCodec) -> [PixelFormat] {
    codec.pixelFormats.filter(accepts)
  }

  /// Returns whether pictures in a pixel format of a codec can be in the container.
  func accepts(_ pixelFormat: PixelFormat) -> Bool {
    (alpha != .none || !pixelFormat.hasAlpha) && receivedPixelFormats?.contains(pixelFormat) ?? true
  }

  /// Returns the default codec for a pixel format.
  package func codec(for pixelFormat: PixelFormat) -> MovieCodec? {
    codecs.first { pixelFormats(of: $0).contains(pixelFormat) }
      ?? codecs.first { $0.decodedPixelFormats.contains(pixelFormat) }
  }

  /// Returns the rate of the pictures for a rate of frames: the same, or the greatest one that players show.
  package func rate(nearestTo rate: FrameRate) -> FrameRate {
    guard let minimumDuration, rate.time(ofFrame: 1) < minimumDuration else { return rate }
    return (try? FrameRate(interval: minimumDuration)) ?? rate
  }
}
