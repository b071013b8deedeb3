/// A track as text in a format, and what the format cannot represent.
public struct WrittenCaptions: Sendable {
  /// The content of the file.
  public let text: String
  /// What is missing in the text, each kind once, in the order of ``CaptionLoss/Kind``.
  public let losses: [CaptionLoss]
}

/// A type that writes tracks in a format.
protocol CaptionWriter {
  /// Writes a track piece by piece, so that the whole text is never in memory, and returns what the format cannot
  /// represent.
  static func write<Failure: Error>(
    _ track: CaptionTrack, to output: (String) throws(Failure) -> Void
  ) throws(Failure) -> CaptionLosses
}

extension CaptionWriter {
  /// Returns a track as one text.
  static func write(_ track: CaptionTrack) -> WrittenCaptions {
    var text = ""
    let losses = write(track) { text += $0 }
    return WrittenCaptions(text: text, losses: losses.list)
  }
}
