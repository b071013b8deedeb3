import CFFmpeg
import OverlayRender

/// A container of movies, described by data.
public struct MovieContainer: Sendable, Hashable, CustomStringConvertible {
  /// The name that selects the container.
  public let name: String
  /// The file name extensions.
  public let fileExtensions: [String]
  /// The codecs of pictures that it can hold. The first one that has a pixel format is the default for it.
  public let codecs: [MovieCodec]
  /// FFmpeg's name of the muxer.
  let muxerName: String
  /// FFmpeg's name of the default encoder of sound; `nil` if the container cannot hold sound.
  let soundEncoderName: String?
  /// FFmpeg's names of the codecs of sound that are copied; `nil` for all that the muxer accepts.
  let copiedSoundCodecs: [String]?
  /// FFmpeg's names of the codecs of subtitles that are copied.
  let copiedSubtitleCodecs: [String]
  /// FFmpeg's name of the encoder of other text subtitles; `nil` if the container cannot hold subtitles.
  let subtitleEncoderName: String?
  /// Whether only the frames that changed are written to a file, unless another choice is made.
  let writesChangedFramesOnly: Bool
  /// How the container can be written to a pipe, and read if the writing process was killed.
  let streaming: Streaming
  /// Whether pictures can be transparent.
  let holdsAlpha: Bool
  /// The only pixel formats that receivers read; `nil` if they read all formats of the codecs.
  let receivedPixelFormats: [PixelFormat]?
  /// The shortest duration of a picture, if the container has one.
  let minimumDuration: MediaTime?

  /// How a container can be written without going back.
  enum Streaming: Sendable, Hashable {
    /// Always.
    case always
    /// In fragments.
    case inFragments
    /// Not at all.
    case never
  }

  /// The name.
  public var description: String { name }

  init(
    _ name: String, _ fileExtensions: [String], muxer: String, codecs: [MovieCodec], sound: String?,
    copiedSound: [String]? = nil, subtitles: String? = nil, copiedSubtitles: [String] = [], changedFramesOnly: Bool,
    streaming: Streaming, holdsAlpha: Bool = true, receivedPixelFormats: [PixelFormat]? = nil,
    minimumDuration: MediaTime? = nil
  ) {
    self.name = name
    self.fileExtensions = fileExtensions
    self.codecs = codecs
    muxerName = muxer
    soundEncoderName = sound
    copiedSoundCodecs = copiedSound
    subtitleEncoderName = subtitles
    copiedSubtitleCodecs = copiedSubtitles
    writesChangedFramesOnly = changedFramesOnly
    self.streaming = streaming
    self.holdsAlpha = holdsAlpha
    self.receivedPixelFormats = receivedPixelFormats
    self.minimumDuration = minimumDuration
  }

  /// MPEG-4, which everything plays.
  public static let mp4 = MovieContainer(
    "mp4", ["mp4", "m4v"], muxer: "mp4", codecs: [.h264, .hevc, .vp9, .av1], sound: "aac",
    copiedSound: ["aac", "mp3", "ac3", "eac3", "alac", "opus"], subtitles: "mov_text", copiedSubtitles: ["mov_text"],
    changedFramesOnly: true, streaming: .inFragments, holdsAlpha: false)
  /// QuickTime, for editing: ProRes with alpha by default.
  public static let mov = MovieContainer(
    "mov", ["mov"], muxer: "mov", codecs: [.prores, .animation, .h264, .hevc], sound: "pcm_s16le",
    copiedSound: [
      "pcm_s16le", "pcm_s16be", "pcm_s24le", "pcm_s24be", "pcm_s32le", "pcm_s32be", "pcm_f32le", "aac", "mp3", "alac",
      "ac3", "eac3",
    ],
    subtitles: "mov_text", copiedSubtitles: ["mov_text"],
    changedFramesOnly: false, streaming: .inFragments)
  /// Matroska, which stays readable if the writing process is killed.
  public static let mkv = MovieContainer(
    "mkv", ["mkv"], muxer: "matroska", codecs: [.h264, .hevc, .vp9, .ffv1, .av1, .prores], sound: "libopus",
    subtitles: "subrip",
    copiedSubtitles: [
      "subrip", "ass", "webvtt", "hdmv_pgs_subtitle", "hdmv_text_subtitle", "dvd_subtitle", "dvb_subtitle",
    ],
    changedFramesOnly: true, streaming: .always)
  /// WebM, for browsers, with or without alpha.
  public static let webm = MovieContainer(
    "webm", ["webm"], muxer: "webm", codecs: [.vp9, .av1], sound: "libopus", subtitles: "webvtt",
    copiedSubtitles: ["webvtt"], changedFramesOnly: true, streaming: .always)
  /// NUT: raw pictures with timestamps.
  public static let nut = MovieContainer(
    "nut", ["nut"], muxer: "nut", codecs: [.raw, .ffv1], sound: "pcm_s16le",
    copiedSound: ["pcm_s16le", "pcm_s24le", "flac", "mp3", "opus", "vorbis"], changedFramesOnly: false,
    streaming: .always)
  /// Animated GIF, with at most 50 pictures per second, and 255 colors besides transparency in an image. A picture with
  /// as many colors is exact. Pixels with at least half of the alpha are opaque, and others are transparent. It is
  /// written without FFmpeg.
  public static let gif = MovieContainer(
    "gif", ["gif"], muxer: "gif", codecs: [.gif], sound: nil, changedFramesOnly: true, streaming: .always,
    minimumDuration: MediaTime(value: 1, timescale: 50))
  /// Animated PNG, with at most 90 pictures per second: browsers hold pictures of 10 ms and less for 100 ms.
  public static let apng = MovieContainer(
    "apng", ["apng"], muxer: "apng", codecs: [.apng], sound: nil, changedFramesOnly: true, streaming: .never,
    minimumDuration: MediaTime(value: 1, timescale: 90))

  /// Returns the description of an output that is not a movie and holds pictures only.
  static func picturesOnly(named name: String) -> MovieContainer {
    MovieContainer(name, [], muxer: name, codecs: [], sound: nil, changedFramesOnly: false, streaming: .always)
  }

  /// All containers.
  public static let all: [MovieContainer] = [.mp4, .mov, .mkv, .webm, .nut, .gif, .apng]

  /// The pixel formats of the codecs, without repetitions, those of the default codec first.
  var pixelFormats: [PixelFormat] { codecs.flatMap { pixelFormats(of: $0) }.withoutRepetitions }

  /// Returns the pixel formats of a codec in the container.
  func pixelFormats(of codec: MovieCodec) -> [PixelFormat] {
    codec.pixelFormats.filter(accepts)
  }

  /// Returns whether pictures in a pixel format of a codec can be in the container.
  func accepts(_ pixelFormat: PixelFormat) -> Bool {
    (holdsAlpha || !pixelFormat.hasAlpha) && receivedPixelFormats?.contains(pixelFormat) ?? true
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

  /// Whether FFmpeg encodes and writes the movie.
  var needsFFmpeg: Bool { self != .gif }

  /// Whether movies in the container are animations, which can repeat.
  package var isAnimation: Bool { self == .gif || self == .apng }

  /// Whether pictures are stored with the orientation in which they are shown.
  var holdsOrientation: Bool { self == .mp4 || self == .mov }

  /// Whether pictures are stored with the properties of their colors, such as the transfer function.
  var holdsColor: Bool { self != .nut && self != .gif && self != .apng }

  /// Whether the muxer accepts all forms of stereoscopic pictures. That of WebM fails for some.
  var holdsAllStereoForms: Bool { self != .webm }

  /// Whether pictures are stored with the shape of their pixels.
  var holdsPixelAspectRatio: Bool { self != .gif && self != .apng }
}

extension [PixelFormat] {
  /// The formats, each once.
  var withoutRepetitions: [PixelFormat] {
    reduce(into: []) { formats, format in
      if !formats.contains(format) { formats.append(format) }
    }
  }
}
