/// A kind of caption file.
public enum CaptionFormat: Sendable, Hashable, CaseIterable {
  /// A line of text for each cue, without times.
  case lines
  /// SRT.
  case subRip
  /// WebVTT.
  case webVTT
  /// LRC and enhanced LRC.
  case lyrics
  /// This project's own: all that a track holds.
  case json

  /// How files of the kind end.
  public var fileExtension: String {
    switch self {
    case .lines: "txt"
    case .subRip: "srt"
    case .webVTT: "vtt"
    case .lyrics: "lrc"
    case .json: "json"
    }
  }

  /// The kind that a file's name announces; `nil` where it announces none.
  public init?(fileName: String) {
    let name = fileName.split(separator: "/").last ?? ""
    guard let dot = name.lastIndex(of: ".") else { return nil }
    let ending = name[name.index(after: dot)...].lowercased()
    guard let format = CaptionFormat.allCases.first(where: { $0.fileExtension == ending }) else { return nil }
    self = format
  }
}

extension CaptionFormat: CustomStringConvertible {
  /// Its name in messages: `SRT`, for example.
  public var description: String {
    switch self {
    case .lines: "plain lines"
    case .subRip: "SRT"
    case .webVTT: "WebVTT"
    case .lyrics: "LRC"
    case .json: "JSON"
    }
  }
}
