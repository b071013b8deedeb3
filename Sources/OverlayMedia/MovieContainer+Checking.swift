import OverlayRender

extension MovieContainer {
  /// Checks that options have a meaning for the container and the codec that they choose. No library is loaded.
  ///
  /// - Throws: `MediaError`.
  package func check(_ options: MovieOptions, pixelFormat: PixelFormat) throws(MediaError) {
    if let codec = options.codec, !codecs.contains(codec) {
      throw .codecNotHeld(codec: codec, container: name, supported: codecs)
    }
    if let codec = options.codec(in: self, for: pixelFormat) {
      let settings: [(MovieOptions.Setting, isGiven: Bool)] = [
        (.constantRateFactor, options.constantRateFactor != nil), (.preset, options.preset != nil),
        (.bitRate, options.bitRate != nil),
      ]
      for (setting, isGiven) in settings where isGiven { try check(setting, of: codec) }
      if let preset = options.preset, !codec.presets.contains(preset) { throw .presetUnknown(preset, codec: codec) }
      if let quality = options.constantRateFactor, let range = codec.qualityRange,
        !range.contains(quality) || codec.hasWholeQualities && quality != quality.rounded()
      {
        throw .qualityOutOfRange(quality, codec: codec, range: range)
      }
    }
    if let bitRate = options.bitRate {
      guard bitRate > 0 else { throw .valueNotPossible(.bitRate, value: "\(bitRate)") }
      // Each alone decides the size of the pictures.
      guard options.constantRateFactor == nil else {
        throw .settingsExclusive(.constantRateFactor, .bitRate)
      }
      if options.frames == .changed, let codec = options.codec(in: self, for: pixelFormat), !codec.keepsBitRateOverTime
      {
        throw .settingNotSupported(.bitRate, by: "\(codec) with changed frames only", alternatives: [])
      }
    }
    if let interval = options.keyframeInterval, !interval.isNumeric || interval <= .zero {
      throw .valueNotPossible(.keyframeInterval, value: "\(interval)")
    }
    if options.isFragmented { try check(.fragments) }
    if let playCount = options.playCount {
      try check(.playCount)
      guard (1...65_535).contains(playCount) else { throw .valueNotPossible(.playCount, value: "\(playCount)") }
    }
    if options.sound != nil, !holdsSound { throw .soundNotHeld(container: name) }
  }

  /// Checks that a codec supports a setting.
  package func check(_ setting: MovieOptions.Setting, of codec: MovieCodec) throws(MediaError) {
    guard !codec.supports(setting) else { return }
    let others = codecs.filter { $0.supports(setting) }
    throw .settingNotSupported(setting, by: codec.rawValue, alternatives: others.map(\.rawValue))
  }

  /// Checks that the container supports a setting.
  package func check(_ setting: MovieOptions.Setting) throws(MediaError) {
    guard !supports(setting) else { return }
    let others = Self.all.filter { $0.supports(setting) }
    throw .settingNotSupported(setting, by: name, alternatives: others.map(\.name))
  }

  /// Whether the container can hold sound.
  package var holdsSound: Bool { sound != nil }

  /// The names of the containers that can hold sound.
  package static var namesWithSound: [String] { all.filter(\.holdsSound).map(\.name) }

  /// Returns whether the container, or a codec in it, has a setting.
  package func supports(_ setting: MovieOptions.Setting) -> Bool {
    switch setting {
    case .fragments, .fastStart: isISOMedia
    case .playCount: animation != nil
    case .constantRateFactor, .preset, .bitRate, .keyframeInterval: codecs.contains { $0.supports(setting) }
    }
  }
}

extension MovieOptions.Setting: CustomStringConvertible {
  /// The setting in messages.
  public var description: String {
    switch self {
    case .constantRateFactor: "a constant quality"
    case .preset: "a preset"
    case .bitRate: "a bit rate"
    case .keyframeInterval: "a keyframe interval"
    case .fragments: "fragments"
    case .fastStart: "an index at the beginning"
    case .playCount: "a number of repetitions"
    }
  }
}
