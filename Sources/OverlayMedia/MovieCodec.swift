import CFFmpeg
import OverlayRender

/// A codec of the pictures of a movie.
public enum MovieCodec: String, Sendable, Hashable, CaseIterable, CustomStringConvertible {
  /// H.264, which everything plays.
  case h264
  /// H.265.
  case hevc
  /// VP9, with or without alpha.
  case vp9
  /// AV1.
  case av1
  /// Apple ProRes 4444 with alpha, for editing.
  case prores
  /// Apple Animation (QuickTime RLE): lossless, with alpha.
  case animation
  /// FFV1: lossless, with or without alpha.
  case ffv1
  /// The bytes of the pictures.
  case raw
  /// Pictures with a palette of at most 256 colors.
  case gif
  /// Animated PNG: lossless, with alpha.
  case apng

  /// The codecs that a movie keeps with an overlay. Encoding AV1 takes many times as long as the others. Further codecs
  /// are too old or too large for a new movie.
  package static let kept: [MovieCodec] = [.h264, .hevc, .vp9, .prores, .ffv1]

  /// The name that selects the codec.
  public var description: String { rawValue }

  /// FFmpeg's name of the codec.
  var codecName: String {
    switch self {
    case .animation: "qtrle"
    case .raw: "rawvideo"
    case .h264, .hevc, .vp9, .av1, .prores, .ffv1, .gif, .apng: rawValue
    }
  }

  /// FFmpeg's encoders for the codec, the best one first. `raw` and `gif` need none.
  package var encoderNames: [String] {
    switch self {
    case .h264: ["libx264", "libopenh264"]
    case .hevc: ["libx265"]
    case .vp9: ["libvpx-vp9"]
    case .av1: ["libsvtav1", "libaom-av1"]
    case .prores: ["prores_ks"]
    case .animation: ["qtrle"]
    case .ffv1: ["ffv1"]
    case .raw, .gif: []
    case .apng: ["apng"]
    }
  }

  /// The Debian package with the encoders, for the version of FFmpeg with which this program was built.
  package static let encoderPackage = "libavcodec\(LIBAVCODEC_VERSION_MAJOR)"

  /// The pixel formats of the codec, in order of preference.
  public var pixelFormats: [PixelFormat] {
    switch self {
    case .h264, .hevc: [.yuv420p, .yuv444p]
    case .vp9: [.yuv420p, .yuva420p, .yuv444p]
    case .av1: [.yuv420p]
    case .prores: [.yuva444p10le]
    case .animation: [.argb]
    case .ffv1: [.bgra, .yuv420p, .yuv444p, .yuva420p]
    case .raw: PixelFormat.builtIn.filter { $0.alpha != .premultiplied }
    case .gif: [.bgra]
    case .apng: [.rgba]
    }
  }

  /// Whether interlaced pictures are encoded as such.
  var encodesFields: Bool { self == .h264 || self == .prores }

  /// Whether every picture is a keyframe, so that the data of a repeated picture can be repeated.
  var isIntraOnly: Bool {
    switch self {
    case .prores, .ffv1, .raw: true
    case .h264, .hevc, .vp9, .av1, .animation, .gif, .apng: false
    }
  }

  /// The range of the constant quality; `nil` if the codec has no such choice.
  var qualityRange: ClosedRange<Double>? {
    switch self {
    case .h264, .hevc: 0...51
    case .vp9, .av1: 0...63
    case .prores, .animation, .ffv1, .raw, .gif, .apng: nil
    }
  }

  /// Whether the constant quality is a whole number.
  var hasWholeQualities: Bool { self == .vp9 || self == .av1 }

  /// The presets, from fast to slow for names, and from slow to fast for numbers.
  var presets: [String] {
    switch self {
    case .h264, .hevc:
      ["ultrafast", "superfast", "veryfast", "faster", "fast", "medium", "slow", "slower", "veryslow", "placebo"]
    case .vp9: (0...8).map(\.description)
    case .av1: (0...13).map(\.description)
    case .prores, .animation, .ffv1, .raw, .gif, .apng: []
    }
  }

  /// Returns whether a choice has a meaning for the codec.
  package func supports(_ setting: MovieOptions.Setting) -> Bool {
    switch setting {
    case .constantRateFactor, .bitRate: qualityRange != nil
    case .preset: !presets.isEmpty
    case .keyframeInterval: qualityRange != nil || self == .animation
    case .fragments, .fastStart, .playCount: true
    }
  }

  /// Whether the sides of a picture must be multiples of the sides of a chroma sample.
  var needsWholeChromaSamples: Bool {
    switch self {
    case .h264, .hevc, .av1: true
    case .vp9, .prores, .animation, .ffv1, .raw, .gif, .apng: false
    }
  }

  /// The size of which the size of a picture in a pixel format must be a multiple.
  package func sizeMultiple(in pixelFormat: PixelFormat) -> PixelSize {
    guard needsWholeChromaSamples else { return PixelSize(1, 1) }
    return PixelSize(
      pixelFormat.planes.map(\.horizontalSubsampling).max() ?? 1,
      pixelFormat.planes.map(\.verticalSubsampling).max() ?? 1)
  }

  /// The encoders that are there. The libraries must be loaded.
  package var availableEncoders: [UnsafePointer<AVCodec>] {
    encoderNames.compactMap { overlay_avcodec_find_encoder_by_name($0) }
  }

  /// Whether the encoder keeps a bit rate if pictures have different durations. Others count pictures.
  var keepsBitRateOverTime: Bool { self == .h264 || self == .vp9 }

  /// Whether pictures can be encoded with the codec. If it needs FFmpeg, the libraries must be loaded.
  package var isAvailable: Bool { encoderNames.isEmpty || !availableEncoders.isEmpty }
}

extension PixelFormat {
  /// Planes Y, Cb, Cr, A of equal size with 10 bits and straight alpha, the format of ProRes 4444.
  public static let yuva444p10le = PixelFormat(
    "yuva444p10le", planes: [Plane(.luma), Plane(.blueDifference), Plane(.redDifference), Plane(.alpha)],
    bitsPerComponent: 10)
  /// Planes Y, Cb, Cr, A of equal size with 12 bits and straight alpha.
  static let yuva444p12le = PixelFormat(
    "yuva444p12le", planes: PixelFormat.yuva444p10le.planes, bitsPerComponent: 12)
  /// Planes Y, Cb, Cr, A of equal size with 16 bits and straight alpha.
  static let yuva444p16le = PixelFormat(
    "yuva444p16le", planes: PixelFormat.yuva444p10le.planes, bitsPerComponent: 16)
  /// Bytes A, R, G, B with straight alpha, the format of Apple Animation.
  public static let argb = PixelFormat("argb", planes: [Plane(.alpha, .red, .green, .blue)])

  /// FFmpeg's format. The libraries must be loaded.
  var ffmpegFormat: AVPixelFormat { overlay_av_get_pix_fmt(name) }
}
