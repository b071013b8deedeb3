/// A format of caption files.
public enum CaptionFormat: Sendable, Hashable, CaseIterable {
  /// Plain text with one line for each cue, without times.
  case lines
  /// SubRip (SRT).
  case subRip
  /// WebVTT.
  case webVTT
  /// LRC and enhanced LRC.
  case lyrics
  /// JSON in a format of this library, which represents everything in a track.
  case json

  /// The file name extension, without the dot.
  public var fileExtension: String {
    switch self {
    case .lines: "txt"
    case .subRip: "srt"
    case .webVTT: "vtt"
    case .lyrics: "lrc"
    case .json: "json"
    }
  }

  /// Creates the format for the extension of a file name; `nil` if the extension is of no format.
  public init?(fileName: String) {
    let name = fileName.split(separator: "/").last ?? ""
    guard let dot = name.lastIndex(of: ".") else { return nil }
    let ending = name[name.index(after: dot)...].lowercased()
    guard let format = CaptionFormat.allCases.first(where: { $0.fileExtension == ending }) else { return nil }
    self = format
  }
}

extension CaptionFormat: CustomStringConvertible {
  /// The name of the format in messages, such as `SRT`.
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
