extension CaptionFormat {
  fileprivate var writer: any CaptionWriter.Type {
    switch self {
    case .lines: PlainLinesWriter.self
    case .subRip: SubRipWriter.self
    case .webVTT: WebVTTWriter.self
    case .lyrics: LyricsWriter.self
    case .json: CaptionJSONWriter.self
    }
  }
}

extension CaptionTrack {
  /// Returns the track as a file in a format. What the format cannot represent is left out and listed.
  public func written(as format: CaptionFormat) -> WrittenCaptions {
    format.writer.write(self)
  }

  /// Writes the track as a file in a format, piece by piece, so that a large file is never in memory as a whole.
  ///
  /// - Parameters:
  ///   - format: The format of the file.
  ///   - output: A closure that receives the pieces of the text in order, mostly one piece for each cue.
  /// - Returns: What the format cannot represent, each kind once, in the order of ``CaptionLoss/Kind``.
  /// - Throws: What `output` throws.
  public func write<Failure: Error>(
    as format: CaptionFormat, to output: (_ text: String) throws(Failure) -> Void
  ) throws(Failure) -> [CaptionLoss] {
    try format.writer.write(self, to: output).list
  }
}
