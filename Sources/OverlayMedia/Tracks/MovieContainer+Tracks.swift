import OverlayRender

extension MovieContainer {
  /// Returns what the container does not keep as it is of the movie whose tracks are kept, before anything is written.
  ///
  /// - Parameters:
  ///   - options: The choices for the new movie.
  ///   - isFile: Whether the new movie is a file. An mp4 or mov that is not one consists of fragments.
  /// - Throws: `MediaError.movieUnreadable` or `librariesMissing` (or `librariesOfOtherVersion`).
  public func losses(with options: MovieOptions, isFile: Bool = true) throws(MediaError) -> [MovieTrackLoss] {
    guard let tracks = options.keptTracks else { return [] }
    return try KeptMovie(
      tracks, in: self, replacesSound: options.sound != nil, isFragmented: isFragmented(options, isFile: isFile)
    ).losses
  }

  /// Whether an mp4 or mov consists of fragments.
  func isFragmented(_ options: MovieOptions, isFile: Bool) -> Bool {
    isISOMedia && (options.isFragmented || !isFile)
  }

  /// Says why the container does not hold subtitles of a codec, and what does.
  func reasonWithoutSubtitles(of codecName: String) -> String {
    let others = Self.all.filter {
      guard let subtitles = $0.subtitles else { return false }
      return subtitles.copiedCodecs.contains(codecName) || SubtitleConverter.codecNames.contains(codecName)
    }
    guard !others.isEmpty else { return "neither copying nor converting is possible" }
    return reason(unlessPicturesOnly: "not possible in \(self): write \(others.map(\.name).listed(with: "or"))")
  }

  /// Returns why the container does not hold a part of a movie: it holds nothing beside pictures, or another reason.
  func reason(unlessPicturesOnly other: String) -> String {
    sound == nil && subtitles == nil ? "\(self) holds pictures only: write mp4, mov or mkv" : other
  }
}
