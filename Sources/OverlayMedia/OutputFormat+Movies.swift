import OverlayRender

extension OutputFormat {
  /// Returns the format of movies in a container.
  ///
  ///     try await stream.write(to: "clock.mov", as: .movie(.mov, options), duration: .seconds(10))
  public static func movie(_ container: MovieContainer, _ options: MovieOptions = MovieOptions()) -> OutputFormat {
    let pixelFormats = options.codec?.pixelFormats ?? container.pixelFormats
    return OutputFormat(
      name: container.name, fileExtensions: container.fileExtensions.map { FileExtension($0) },
      pixelFormats: pixelFormats, defaultPixelFormat: pixelFormats.first,
      encodedPixelFormats: [.yuva444p10, .argb], encodedSamples: .bgra,
      hasTimestamps: (options.frames ?? (container.writesChangedFramesOnly ? .changed : .every)) == .changed,
      repeatsLiveFrames: true
    ) { request in
      try MovieSink(request, container: container, options: options)
    }
  }

  /// The formats of movies, with the default choices.
  public static let movies: [OutputFormat] = MovieContainer.all.map { movie($0) }
}
