import OverlayRender

// What a new movie in a container needs: its codec, and the options of its muxer.

extension MovieContainer {
  /// Returns the codec to use.
  ///
  /// - Throws: `MediaError` if the codec or the size is not possible, or if FFmpeg has no encoder.
  func checkedCodec(
    for pixelFormat: PixelFormat, size: PixelSize, options: MovieOptions
  ) throws -> MovieCodec {
    let supported = pixelFormats(with: options)
    guard let codec = options.codec(in: self, for: pixelFormat), supported.contains(pixelFormat) else {
      throw SinkError.pixelFormatUnsupported(container: name, found: pixelFormat, supported: supported)
    }
    guard codec.isAvailable else {
      let others = codecs.filter { $0.isAvailable && $0.pixelFormats.contains(pixelFormat) }
      throw MediaError.encoderMissing(codec: codec, alternatives: others)
    }
    if self == .gif, size.width * size.height > GIFWriter.maximumArea {
      throw MediaError.sizeTooLarge(container: name, size: size, maximumPixelCount: GIFWriter.maximumArea)
    }
    let multiple = codec.sizeMultiple(in: pixelFormat)
    guard size == size.roundedUp(toMultipleOf: multiple) else {
      throw MediaError.sizeNotDivisible(
        size: size, pixelFormat: pixelFormat, multiple: multiple,
        alternative: pixelFormats(of: codec).first { codec.sizeMultiple(in: $0) == PixelSize(1, 1) })
    }
    return codec
  }

  /// Returns the options of the muxer.
  func muxerOptions(
    _ options: MovieOptions, isFragmented: Bool, isFile: Bool
  ) -> [(name: String, value: String)] {
    // A fragment or a cluster can be read when it is complete. A picture of a second is one by itself.
    let milliseconds = isFile ? 500 : 100
    switch muxerName {
    case "mp4", "mov":
      // FFmpeg writes the form of stereoscopic pictures into mp4 only with this.
      let compliance = options.source?.pictures.isStereoscopic == true ? [(name: "strict", value: "unofficial")] : []
      if isFragmented {
        return compliance + [
          ("movflags", "empty_moov+default_base_moof+delay_moov"), ("frag_duration", "\(milliseconds)000"),
        ]
      }
      return options.isFastStart ? compliance + [("movflags", "+faststart")] : compliance
    case "matroska", "webm":
      return [("cluster_time_limit", "\(milliseconds)")]
    case "apng":
      return [("plays", "\(options.playCount ?? 0)")]
    default: return []
    }
  }
}
