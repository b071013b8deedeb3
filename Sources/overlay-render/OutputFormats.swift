import ArgumentParser
import OverlayRender

extension OutputFormat {
  /// The formats that the command writes: those of the modules it is built with.
  static let offered = OutputFormat.builtIn

  /// The names of those that write something.
  static var namesThatWrite: [String] {
    offered.filter { if case .none = $0.files { false } else { true } }.map(\.name)
  }
}

/// The value of `--as`.
struct OutputFormatName: ExpressibleByArgument {
  let name: String

  /// The format; `nil` for one of a later version.
  var format: OutputFormat? { OutputFormat.offered.first { $0.name == name } }

  init?(argument: String) {
    name = argument
    guard format != nil || LaterOutputs.formats[name] != nil else { return nil }
  }

  /// The names that help, messages and completion offer.
  static var allValueStrings: [String] { OutputFormat.offered.map(\.name) }
  static var defaultCompletionKind: CompletionKind { .list(allValueStrings) }
}

/// The value of `--pixel-format`. Whether color is premultiplied is an option of its own.
struct PixelFormatName: ExpressibleByArgument {
  let pixelFormat: PixelFormat

  init?(argument: String) {
    guard let pixelFormat = Self.offered.first(where: { $0.name == argument }) else { return nil }
    self.pixelFormat = pixelFormat
  }

  /// The pixel formats that the offered formats hold.
  private static let offered = (PixelFormat.builtIn + OutputFormat.offered.flatMap(\.pixelFormats))
    .reduce(into: [PixelFormat]()) { formats, format in
      if format.alpha != .premultiplied, !formats.contains(format) { formats.append(format) }
    }

  static var allValueStrings: [String] { offered.map(\.name) }
  static var defaultCompletionKind: CompletionKind { .list(allValueStrings) }

  /// The names of those with luma, to which matrix and range apply.
  static var namesOfLuma: [String] { offered.filter { $0.colorModel != .rgb }.map(\.name) }
}

/// Formats and protocols that a later version brings.
enum LaterOutputs {
  /// The extensions of each format, by its name.
  static let formats = [
    "nut": ["nut"], "mp4": ["mp4", "m4v"], "mov": ["mov"], "mkv": ["mkv"], "webm": ["webm"], "gif": ["gif"],
    "apng": ["apng"],
  ]

  private static let urlSchemes: Set<String> = [
    "rtmp", "rtmps", "rtmpe", "rtmpt", "rtsp", "rtsps", "rtp", "srt", "rist", "udp", "tcp", "tls", "http", "https",
    "whip", "ftp", "icecast",
  ]

  /// Refuses an output that a later version can write.
  ///
  /// - Parameter format: The name of the format that was asked for; `nil` lets the file name decide.
  static func check(_ destination: OutputDestination?, format: String?) throws(Failure) {
    if case .network(let url, let scheme)? = destination {
      guard urlSchemes.contains(scheme) else { return }
      throw Failure(
        .unavailable, "\(url): sending by \(scheme) is not in this version: pipe y4m into ffmpeg and let it send")
    }
    let fileExtension = destination?.fileExtension ?? ""
    let named = formats.first { $0.value.contains(fileExtension) }?.key
    guard let name = format ?? named, formats[name] != nil else { return }
    throw Failure(
      .unavailable,
      "\(destination?.path.map { "\($0): " } ?? "")\(name) is not in this version: "
        + "write \(OutputFormat.namesThatWrite.listed(with: "or")), and let ffmpeg make a movie of it")
  }
}
