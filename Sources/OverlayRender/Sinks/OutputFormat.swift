/// What frames are written as: a container, or nothing at all.
public enum OutputFormat: String, Sendable, Hashable, CaseIterable {
  /// YUV4MPEG2: uncompressed luma and chroma with size and rate in front, for pipes.
  case y4m
  /// The bare bytes of every frame.
  case raw
  /// NUT, FFmpeg's own container.
  case nut
  /// PNG files, one for each frame.
  case png
  /// An MP4 movie.
  case mp4
  /// A QuickTime movie.
  case mov
  /// A Matroska movie.
  case mkv
  /// A WebM movie.
  case webm
  /// An animated GIF.
  case gif
  /// An animated PNG.
  case apng
  /// Nothing: frames are drawn and thrown away.
  case null

  /// Whether this version can write it.
  public var isAvailable: Bool { !pixelFormats.isEmpty }

  /// The pixel formats that it holds, in the order of preference; none for what this version cannot write.
  public var pixelFormats: [PixelFormat] {
    switch self {
    case .y4m: Y4MWriter.pixelFormats
    case .raw, .null: PixelFormat.allCases
    case .png: [.rgba, .bgra]
    case .nut, .mp4, .mov, .mkv, .webm, .gif, .apng: []
    }
  }

  /// The pixel format that is taken when none is asked for; `nil` for none at all, so that nothing is converted.
  public var usualPixelFormat: PixelFormat? {
    switch self {
    case .y4m: .yuv420p
    case .raw: .bgra
    case .png: .rgba
    case .nut, .mp4, .mov, .mkv, .webm, .gif, .apng, .null: nil
    }
  }

  /// Whether samples bear times of their own, so that frames in which nothing changed can be left out.
  public var bearsTimes: Bool {
    switch self {
    case .y4m, .raw, .png: false
    case .nut, .mp4, .mov, .mkv, .webm, .gif, .apng, .null: true
    }
  }

  /// The format that a file name's extension stands for, in any case; `nil` when it stands for none.
  public init?(fileName: String) {
    guard let format = Self.byExtension(of: fileName)?.format else { return nil }
    self = format
  }

  /// The pixel format that a file name's extension stands for: `clock.yuv`, `clock.rgba`.
  static func pixelFormat(ofFileName name: String) -> PixelFormat? {
    byExtension(of: name)?.pixelFormat
  }

  private static func byExtension(of name: String) -> (format: OutputFormat, pixelFormat: PixelFormat?)? {
    let file = name.split(separator: "/").last ?? ""
    guard let dot = file.lastIndex(of: ".") else { return nil }
    switch file[file.index(after: dot)...].lowercased() {
    case "y4m": return (.y4m, nil)
    case "raw", "rgb": return (.raw, nil)
    case "bgra": return (.raw, .bgra)
    case "rgba": return (.raw, .rgba)
    case "yuv": return (.raw, .yuv420p)
    case "nut": return (.nut, nil)
    case "png": return (.png, nil)
    case "mp4", "m4v": return (.mp4, nil)
    case "mov": return (.mov, nil)
    case "mkv": return (.mkv, nil)
    case "webm": return (.webm, nil)
    case "gif": return (.gif, nil)
    case "apng": return (.apng, nil)
    default: return nil
    }
  }
}
