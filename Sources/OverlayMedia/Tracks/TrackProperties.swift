import CFFmpeg

/// What is said about a track: its language, its title, and how players choose it.
struct TrackProperties {
  private let metadata: [(name: String, value: String)]
  private let disposition: Int32

  /// The entries of metadata that stay true for a copy. Others describe the file, such as its bit rate.
  private static let names: Set = ["language", "title", "comment"]

  init(of stream: UnsafeMutablePointer<AVStream>) {
    metadata = FFmpegDictionary.entries(of: stream.pointee.metadata).filter {
      Self.names.contains($0.name.lowercased())
    }
    disposition = stream.pointee.disposition & ~AV_DISPOSITION_ATTACHED_PIC
  }

  /// The codes of languages that FFmpeg writes to mov, for other codes of the same languages in ISO 639-2. It knows
  /// only the languages of QuickTime, by these codes.
  private static let quickTimeLanguages = [
    "cze": "ces", "deu": "ger", "ell": "gre", "fre": "fra", "hye": "arm", "isl": "ice", "kat": "geo",
    "mkd": "mac", "nld": "dut", "rum": "ron", "slo": "slk", "sqi": "alb", "swe": "sve", "zho": "chi",
  ]

  /// Describes another stream in this way.
  func apply(to stream: UnsafeMutablePointer<AVStream>, in container: MovieContainer) {
    var entries = metadata
    for entry in metadata {
      switch (container.trackNames, entry.name.lowercased()) {
      case (.quickTime, "language"): entries.append((entry.name, Self.quickTimeLanguages[entry.value] ?? entry.value))
      case (.quickTime, "title"), (.handler, "title"): entries.append(("handler_name", entry.value))
      default: break
      }
    }
    FFmpegDictionary.set(entries, in: &stream.pointee.metadata)
    stream.pointee.disposition |= disposition
  }
}
