import OverlayRender

// What a new movie in a container needs: its codec, and the options of its muxer.

extension MovieContainer {
  /// Returns the codec to use.
  ///
  /// - Throws: `MediaError` if the codec, the size or the range is not possible, or if FFmpeg has no encoder.
  func checkedCodec(for video: VideoFormat, options: MovieOptions) throws -> MovieCodec {
    let (size, pixelFormat) = (video.size, video.pixelFormat)
    let supported = pixelFormats(with: options)
    guard let codec = options.codec(in: self, for: pixelFormat), supported.contains(pixelFormat) else {
      throw SinkError.pixelFormatUnsupported(container: name, found: pixelFormat, supported: supported)
    }
    guard codec.isAvailable else {
      let others = codecs.filter { $0.isAvailable && $0.pixelFormats.contains(pixelFormat) }
      throw MediaError.encoderMissing(codec: codec, alternatives: others)
    }
    if let maximumPixelCount, size.width * size.height > maximumPixelCount {
      throw MediaError.sizeTooLarge(container: name, size: size, maximumPixelCount: maximumPixelCount)
    }
    let multiple = codec.sizeMultiple(in: pixelFormat)
    guard size == size.roundedUp(toMultipleOf: multiple) else {
      throw MediaError.sizeNotDivisible(
        size: size, pixelFormat: pixelFormat, multiple: multiple,
        alternative: pixelFormats(of: codec).first { codec.sizeMultiple(in: $0) == PixelSize(1, 1) })
    }
    // The pictures of a movie that is changed stay as they are.
    if codec == .prores, video.range == .full, options.source == nil {
      throw MediaError.fullRangeNotPossible(codec: codec)
    }
    return codec
  }

  /// Returns the options of the muxer.
  func muxerOptions(
    _ options: MovieOptions, isFragmented: Bool, isFile: Bool
  ) -> [(name: String, value: String)] {
    // A fragment or a cluster can be read when it is complete. A picture of a second is one by itself.
    let milliseconds = isFile ? 500 : 100
    switch streaming {
    case .inFragments:
      // FFmpeg writes the form of stereoscopic pictures into mp4 only with this.
      let compliance = options.source?.pictures.isStereoscopic == true ? [(name: "strict", value: "unofficial")] : []
      if isFragmented {
        return compliance + [
          ("movflags", "empty_moov+default_base_moof+delay_moov"), ("frag_duration", "\(milliseconds)000"),
        ]
      }
      return options.isFastStart ? compliance + [("movflags", "+faststart")] : compliance
    case .inClusters: return [("cluster_time_limit", "\(milliseconds)")]
    case .always, .toPipes, .never:
      return animation?.playCountOption.map { [($0, "\(options.playCount ?? 0)")] } ?? []
    }
  }
}
