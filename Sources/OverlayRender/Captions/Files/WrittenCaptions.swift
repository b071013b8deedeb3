/// A track in the words of a format, and what that format could not carry over.
public struct WrittenCaptions: Sendable {
  /// The file's content.
  public let text: String
  /// What is not in it, each kind once, in the order of ``CaptionLoss/Kind``.
  public let losses: [CaptionLoss]
}

/// Writes tracks in a format.
protocol CaptionWriter {
  /// Writes a track piece by piece, so that the whole text is never in memory; returns what the format does not hold.
  static func write<Failure: Error>(
    _ track: CaptionTrack, to output: (String) throws(Failure) -> Void
  ) throws(Failure) -> CaptionLosses
}

extension CaptionWriter {
  /// Writes a track as one text.
  static func write(_ track: CaptionTrack) -> WrittenCaptions {
    var text = ""
    let losses = write(track) { text += $0 }
    return WrittenCaptions(text: text, losses: losses.list)
  }
}
