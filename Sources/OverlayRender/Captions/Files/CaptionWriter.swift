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
