/// Counts what a format does not hold, while a track is written in it.
struct CaptionLosses {
  private let format: CaptionFormat
  private var cueCounts: [CaptionLoss.Kind: Int] = [:]

  init(format: CaptionFormat) {
    self.format = format
  }

  /// Counts what is lost of one cue.
  mutating func add(_ kinds: Set<CaptionLoss.Kind>) {
    for kind in kinds { cueCounts[kind, default: 0] += 1 }
  }

  /// Notes something that belongs to no cue.
  mutating func add(ofTrack kind: CaptionLoss.Kind) {
    cueCounts[kind, default: 0] += 0
  }

  /// Each kind once, in order.
  var list: [CaptionLoss] {
    CaptionLoss.Kind.allCases.compactMap { kind in
      cueCounts[kind].map { CaptionLoss(kind: kind, cueCount: $0, format: format) }
    }
  }
}

extension CaptionCue {
  /// The kinds of things in a cue that a format may not have, whatever its times and its text are.
  var features: Set<CaptionLoss.Kind> {
    var features: Set<CaptionLoss.Kind> = []
    if !identifier.isEmpty { features.insert(.identifiers) }
    if placement.region != nil { features.insert(.regions) }
    if placement != CaptionPlacement(region: placement.region) { features.insert(.placement) }
    guard !isPlain else { return features }
    for line in lines {
      for run in line.runs { run.addFeatures(to: &features) }
    }
    return features
  }
}

extension CaptionRun {
  fileprivate func addFeatures(to features: inout Set<CaptionLoss.Kind>) {
    if !classes.isEmpty { features.insert(.classes) }
    if voice != nil { features.insert(.voices) }
    if time != nil { features.insert(.wordTimes) }
    if ruby != nil { features.insert(.ruby) }
    guard !style.isEmpty else { return }
    if style.language != nil { features.insert(.languages) }
    if style.color != nil || style.backgroundColor != nil { features.insert(.colors) }
    if style.family != nil || style.size != nil || style.scale != nil || style.features != nil {
      features.insert(.fonts)
    }
    let others = TextStyle(
      weight: style.weight, isItalic: style.isItalic, underline: style.underline,
      isStruckThrough: style.isStruckThrough, letterSpacing: style.letterSpacing, rise: style.rise,
      position: style.position)
    if !others.isEmpty { features.insert(.styles) }
  }
}
