import OverlayRender

extension MovieContainer {
  /// Returns what the container does not keep as it is of the movie whose tracks are kept, before anything is written.
  ///
  /// - Parameters:
  ///   - options: The choices for the new movie.
  ///   - isFile: Whether the new movie is a file. An mp4 or mov that is not one consists of fragments.
  /// - Throws: `MediaError.movieUnreadable` or `librariesMissing`.
  public func losses(with options: MovieOptions, isFile: Bool = true) throws(MediaError) -> [MovieTrackLoss] {
    guard let tracks = options.keptTracks else { return [] }
    return try KeptMovie(
      tracks, in: self, replacesSound: options.sound != nil, isFragmented: isFragmented(options, isFile: isFile)
    ).losses
  }

  /// Whether an mp4 or mov consists of fragments.
  func isFragmented(_ options: MovieOptions, isFile: Bool) -> Bool {
    streaming == .inFragments && (options.isFragmented || !isFile)
  }

  /// Whether the container can hold chapters, which are written at its end.
  func holdsChapters(isFragmented: Bool) -> Bool {
    switch self {
    case .mp4, .mov: !isFragmented
    case .mkv, .webm: true
    default: false
    }
  }

  /// Says why the container does not hold subtitles of a codec, and what does.
  func reasonWithoutSubtitles(of codecName: String) -> String {
    let others = Self.all.filter {
      $0.copiedSubtitleCodecs.contains(codecName)
        || $0.subtitleEncoderName != nil && SubtitleConverter.codecNames.contains(codecName)
    }
    guard !others.isEmpty else { return "neither copying nor converting is possible" }
    return holdsPicturesOnly
      ? reasonForPicturesOnly : "not possible in \(self): write \(others.map(\.name).listed(with: "or"))"
  }

  /// Whether the container holds nothing beside pictures.
  var holdsPicturesOnly: Bool { !holdsSound && subtitleEncoderName == nil }

  /// Says that the container holds nothing beside pictures, and what does.
  var reasonForPicturesOnly: String { "\(self) holds pictures only: write mp4, mov or mkv" }
}
