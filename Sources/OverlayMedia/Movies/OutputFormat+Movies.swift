import OverlayRender

extension OutputFormat {
  /// Returns the format of movies in a container. A file name alone selects it with the default choices.
  ///
  ///     try await stream.write(to: "clock.mov", as: .movie(.mov, options), duration: .seconds(10))
  public static func movie(_ container: MovieContainer, _ options: MovieOptions = MovieOptions()) -> OutputFormat {
    let pixelFormats = container.pixelFormats(with: options)
    var defaultPixelFormat = pixelFormats.first
    var options = options
    if let source = options.source {
      // The pictures of a movie are decoded in the pixel format that is encoded.
      defaultPixelFormat = source.pictures.pixelFormat(
        among: options.sourceCodec(in: container).map { container.decodedPixelFormats(of: $0) } ?? pixelFormats,
        isUpright: !container.holdsOrientation)
      options.source = source.stored(in: container)
    }
    var format = OutputFormat(
      name: container.name, fileExtensions: container.fileExtensions.map { FileExtension($0) },
      pixelFormats: pixelFormats, defaultPixelFormat: defaultPixelFormat, hasTimestamps: true, repeatsLiveFrames: true,
      hasBinaryAlpha: container.alpha == .onOrOff
    ) { [options] request in
      try MovieSink(request, container: container, options: options)
    }
    format.details = container
    return format
  }

  /// The container of a movie or a live stream; `nil` for other formats.
  package var container: MovieContainer? { details as? MovieContainer }

  /// The formats of movies, with the default choices.
  public static let movies: [OutputFormat] = MovieContainer.all.map { movie($0) }
}

/// Adds the formats of movies to the program before its code runs.
///
/// The C library calls the functions in this section of an executable or a shared library when it is loaded. So it is
/// enough that a program contains this module. The call stores a closure and loads nothing.
@section(".init_array") @used
private let registration: @convention(c) () -> Void = {
  OutputFormat.register { OutputFormat.movies + OutputFormat.streams }
}
