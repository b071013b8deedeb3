import OverlayRender

extension OutputFormat {
  /// Returns the format of live streams in a protocol. A URL alone selects it with the default choices.
  ///
  ///     let format = OutputFormat.stream(.rtmp, MovieOptions(bitRate: 2_500_000), StreamOptions(reconnects: true))
  ///     try await stream.live().write(to: "rtmp://example.com/live/key", as: format)
  public static func stream(
    _ streamProtocol: StreamProtocol, _ movie: MovieOptions = MovieOptions(), _ options: StreamOptions = StreamOptions()
  ) -> OutputFormat {
    OutputFormat(
      name: streamProtocol.name, fileExtensions: streamProtocol.fileExtensions.map { FileExtension($0) },
      urlSchemes: streamProtocol.urlSchemes, pixelFormats: [.yuv420p], defaultPixelFormat: .yuv420p,
      hasTimestamps: true, repeatsLiveFrames: true,
      files: streamProtocol.writesFiles ? .segments(pattern: StreamProtocol.segmentPattern) : .one
    ) { request in
      try StreamSink(request, streamProtocol, movie, options)
    }
  }

  /// The formats of live streams, with the default choices.
  public static let streams: [OutputFormat] = StreamProtocol.all.map { stream($0) }
}
