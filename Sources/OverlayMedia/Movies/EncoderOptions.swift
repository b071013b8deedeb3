import OverlayRender

extension PictureEncoder.Settings {
  /// Returns the private options of an encoder.
  ///
  /// Encoders count B-frames and lookahead in frames. With one changed frame per second, that would be seconds between
  /// sound and picture, so both are off with low delay.
  func privateOptions(of encoderName: String) -> [(name: String, value: String)] {
    var all: [(name: String, value: String)] = []
    if let preset = options.preset { all.append(encoderName.option(forPreset: preset)) }
    if let quality = options.constantRateFactor { all.append(("crf", quality.description)) }
    switch encoderName {
    case "libx264":
      all.append(("forced-idr", "1"))
      var parameters: [String] = []
      if hasLowDelay {
        // A picture that is held for a second needs no better quality than one of many, and has no fading to predict.
        parameters = ["rc-lookahead=0", "sync-lookahead=0", "mbtree=0", "sliced-threads=1", "weightp=0"]
        // A bit rate needs the true durations, for which the encoder waits for the next picture.
        if options.bitRate == nil { parameters.append("force-cfr=1") }
      }
      if options.isReproducible { parameters.append("cpu-independent=1") }
      if !parameters.isEmpty { all.append(("x264-params", parameters.joined(separator: ":"))) }
    case "libx265":
      all.append(("forced-idr", "1"))
      var parameters = ["log-level=none"]
      if hasLowDelay { parameters += ["bframes=0", "rc-lookahead=0", "frame-threads=1"] }
      if options.isReproducible {
        // Its description of the settings names the instructions of the processor. Its search for weights reads memory
        // that it has not written (3.5).
        parameters += ["frame-threads=1", "pools=none", "wpp=0", "info=0", "weightp=0", "weightb=0"]
      }
      all.append(("x265-params", parameters.joined(separator: ":")))
    case "libvpx-vp9":
      all.append(("row-mt", options.isReproducible ? "0" : "1"))
      if options.preset == nil { all.append(("cpu-used", "4")) }
      // Alternate reference frames are not possible with alpha.
      all.append(("auto-alt-ref", hasLowDelay || video.pixelFormat.hasAlpha ? "0" : "1"))
      if hasLowDelay { all.append(("lag-in-frames", "0")) }
      if options.constantRateFactor == nil, options.bitRate == nil { all.append(("crf", "31")) }
    case "libsvtav1":
      if options.preset == nil { all.append(("preset", "8")) }
      var parameters = hasLowDelay ? ["lookahead=0", "pred-struct=1"] : []
      if options.isReproducible { parameters.append("lp=1") }
      if !parameters.isEmpty { all.append(("svtav1-params", parameters.joined(separator: ":"))) }
    case "libaom-av1":
      all.append(("row-mt", options.isReproducible ? "0" : "1"))
      if options.preset == nil { all.append(("cpu-used", "6")) }
      if hasLowDelay { all.append(("lag-in-frames", "0")) }
    case "prores_ks":
      // 422 HQ, or 4444.
      all.append(("profile", video.pixelFormat == .yuv422p10 ? "hq" : "4444"))
      all.append(("alpha_bits", video.pixelFormat.hasAlpha ? "16" : "0"))
      all.append(("vendor", "apl0"))
    default: break
    }
    return all
  }
}

extension String {
  /// Returns the option of an encoder for a preset.
  fileprivate func option(forPreset preset: String) -> (name: String, value: String) {
    switch self {
    case "libvpx-vp9": ("cpu-used", preset)
    // The presets of AV1 are numbered as in SVT-AV1. The fastest one of libaom is 8.
    case "libaom-av1": ("cpu-used", Int(preset).map { min($0, 8).description } ?? preset)
    default: ("preset", preset)
    }
  }
}
