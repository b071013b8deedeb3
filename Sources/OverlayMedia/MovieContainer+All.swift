import OverlayRender

extension MovieContainer {
  /// All containers.
  public static let all: [MovieContainer] = [.mp4, .mov, .mkv, .webm, .nut, .gif, .apng]

  /// MPEG-4, which everything plays.
  public static let mp4 = MovieContainer(
    name: "mp4", fileExtensions: ["mp4", "m4v"], codecs: [.h264, .hevc, .vp9, .av1], muxerName: "mp4",
    streaming: .inFragments, writesChangedFramesOnly: true, minimumDuration: nil, maximumPixelCount: nil,
    alpha: .none, receivedPixelFormats: nil, holdsColor: true, holdsPixelAspectRatio: true, holdsOrientation: true,
    holdsAllStereoForms: true,
    sound: Sound(
      encoderName: "aac", copiedCodecs: ["aac", "mp3", "ac3", "eac3", "alac", "opus"], beginning: .editList,
      holdsEqualTimes: true),
    subtitles: Subtitles(encoderName: "mov_text", copiedCodecs: ["mov_text"]),
    holdsChapters: true, attachments: .coverTracks, timecode: .track, trackNames: .handler, animation: nil)

  /// QuickTime, for editing: ProRes with alpha by default.
  public static let mov = MovieContainer(
    name: "mov", fileExtensions: ["mov"], codecs: [.prores, .animation, .h264, .hevc], muxerName: "mov",
    streaming: .inFragments, writesChangedFramesOnly: false, minimumDuration: nil, maximumPixelCount: nil,
    alpha: .full, receivedPixelFormats: nil, holdsColor: true, holdsPixelAspectRatio: true, holdsOrientation: true,
    holdsAllStereoForms: true,
    sound: Sound(
      encoderName: "pcm_s16le",
      copiedCodecs: [
        "pcm_s16le", "pcm_s16be", "pcm_s24le", "pcm_s24be", "pcm_s32le", "pcm_s32be", "pcm_f32le", "aac", "mp3",
        "alac", "ac3", "eac3",
      ],
      beginning: .editList, holdsEqualTimes: true),
    subtitles: Subtitles(encoderName: "mov_text", copiedCodecs: ["mov_text"]),
    holdsChapters: true, attachments: .none, timecode: .track, trackNames: .quickTime, animation: nil)

  /// Matroska, which stays readable if the writing process is killed.
  public static let mkv = MovieContainer(
    name: "mkv", fileExtensions: ["mkv"], codecs: [.h264, .hevc, .vp9, .ffv1, .av1, .prores], muxerName: "matroska",
    streaming: .inClusters, writesChangedFramesOnly: true, minimumDuration: nil, maximumPixelCount: nil,
    alpha: .full, receivedPixelFormats: nil, holdsColor: true, holdsPixelAspectRatio: true, holdsOrientation: false,
    holdsAllStereoForms: true,
    sound: Sound(encoderName: "libopus", copiedCodecs: nil, beginning: .codecDelay, holdsEqualTimes: true),
    subtitles: Subtitles(
      encoderName: "subrip",
      copiedCodecs: [
        "subrip", "ass", "webvtt", "hdmv_pgs_subtitle", "hdmv_text_subtitle", "dvd_subtitle", "dvb_subtitle",
      ]),
    holdsChapters: true, attachments: .files, timecode: .metadata, trackNames: .plain, animation: nil)

  /// WebM, for browsers, with or without alpha.
  public static let webm = MovieContainer(
    name: "webm", fileExtensions: ["webm"], codecs: [.vp9, .av1], muxerName: "webm",
    streaming: .inClusters, writesChangedFramesOnly: true, minimumDuration: nil, maximumPixelCount: nil,
    alpha: .full, receivedPixelFormats: nil, holdsColor: true, holdsPixelAspectRatio: true, holdsOrientation: false,
    holdsAllStereoForms: false,
    sound: Sound(encoderName: "libopus", copiedCodecs: nil, beginning: .codecDelay, holdsEqualTimes: true),
    subtitles: Subtitles(encoderName: "webvtt", copiedCodecs: ["webvtt"]),
    holdsChapters: true, attachments: .none, timecode: .metadata, trackNames: .plain, animation: nil)

  /// NUT: raw pictures with timestamps.
  public static let nut = MovieContainer(
    name: "nut", fileExtensions: ["nut"], codecs: [.raw, .ffv1], muxerName: "nut",
    streaming: .always, writesChangedFramesOnly: false, minimumDuration: nil, maximumPixelCount: nil,
    alpha: .full, receivedPixelFormats: nil, holdsColor: false, holdsPixelAspectRatio: true, holdsOrientation: false,
    holdsAllStereoForms: true,
    sound: Sound(
      encoderName: "pcm_s16le", copiedCodecs: ["pcm_s16le", "pcm_s24le", "flac", "mp3", "opus", "vorbis"],
      beginning: .cut, holdsEqualTimes: false),
    subtitles: nil, holdsChapters: false, attachments: .none, timecode: .metadata, trackNames: .plain, animation: nil)

  /// Animated GIF, with at most 50 pictures per second, and 255 colors besides transparency in an image. A picture with
  /// as many colors is exact. Pixels with at least half of the alpha are opaque, and others are transparent. It is
  /// written without FFmpeg.
  public static let gif = MovieContainer(
    name: "gif", fileExtensions: ["gif"], codecs: [.gif], muxerName: nil,
    streaming: .toPipes, writesChangedFramesOnly: true, minimumDuration: MediaTime(value: 1, timescale: 50),
    // The greatest number that programs with FFmpeg read (`av_image_check_size`).
    maximumPixelCount: Int(Int32.max) / 8, alpha: .onOrOff, receivedPixelFormats: nil, holdsColor: false,
    holdsPixelAspectRatio: false, holdsOrientation: false, holdsAllStereoForms: true, sound: nil, subtitles: nil,
    holdsChapters: false, attachments: .none, timecode: .none, trackNames: .plain,
    animation: Animation(playCountOption: nil, lastDurationOption: nil))

  /// Animated PNG, with at most 90 pictures per second: browsers hold pictures of 10 ms and less for 100 ms.
  public static let apng = MovieContainer(
    name: "apng", fileExtensions: ["apng"], codecs: [.apng], muxerName: "apng",
    streaming: .never, writesChangedFramesOnly: true, minimumDuration: MediaTime(value: 1, timescale: 90),
    maximumPixelCount: nil, alpha: .full, receivedPixelFormats: nil, holdsColor: false, holdsPixelAspectRatio: false,
    holdsOrientation: false, holdsAllStereoForms: true, sound: nil, subtitles: nil,
    holdsChapters: false, attachments: .none, timecode: .none, trackNames: .plain,
    animation: Animation(playCountOption: "plays", lastDurationOption: "final_delay"))

  /// Returns the container of a live stream: H.264 in `yuv420p` and AAC, which all receivers read.
  static func stream(named name: String, muxerName: String) -> MovieContainer {
    MovieContainer(
      name: name, fileExtensions: [], codecs: [.h264], muxerName: muxerName,
      streaming: .always, writesChangedFramesOnly: false, minimumDuration: nil, maximumPixelCount: nil,
      alpha: .none, receivedPixelFormats: [.yuv420p], holdsColor: true, holdsPixelAspectRatio: true,
      holdsOrientation: false, holdsAllStereoForms: true,
      sound: Sound(encoderName: "aac", copiedCodecs: [], beginning: .cut, holdsEqualTimes: true),
      subtitles: nil, holdsChapters: false, attachments: .none, timecode: .metadata, trackNames: .plain, animation: nil)
  }

  /// Returns the description of an output that is not a movie and holds pictures only.
  static func picturesOnly(named name: String) -> MovieContainer {
    MovieContainer(
      name: name, fileExtensions: [], codecs: [], muxerName: nil,
      streaming: .always, writesChangedFramesOnly: false, minimumDuration: nil, maximumPixelCount: nil,
      alpha: .full, receivedPixelFormats: nil, holdsColor: false, holdsPixelAspectRatio: false,
      holdsOrientation: false, holdsAllStereoForms: true, sound: nil, subtitles: nil,
      holdsChapters: false, attachments: .none, timecode: .none, trackNames: .plain, animation: nil)
  }
}
