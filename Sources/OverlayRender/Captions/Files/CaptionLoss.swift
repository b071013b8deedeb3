/// Something that a track holds and a format does not.
public struct CaptionLoss: Sendable, Hashable {
  /// What it is.
  public enum Kind: Sendable, Hashable, CaseIterable {
    /// The names of cues.
    case identifiers
    /// When cues end.
    case endTimes
    /// Times finer than the format's.
    case times
    /// Bold, italic, underlined and the like.
    case styles
    /// The colours of text and of what is behind it.
    case colors
    /// Families and sizes.
    case fonts
    /// The names of classes.
    case classes
    /// Who speaks.
    case voices
    /// The languages of pieces of text.
    case languages
    /// Small texts above others.
    case ruby
    /// When words are spoken.
    case wordTimes
    /// Where cues stand.
    case placement
    /// Regions, and which cues are in them.
    case regions
    /// Empty lines.
    case lineBreaks
    /// Text that the format cannot hold as it is, or at all.
    case text
    /// What the track says of itself.
    case tags
  }

  /// What it is.
  public let kind: Kind
  /// How many cues it is lost of; 0 for what is the whole track's.
  public let cueCount: Int
  /// The format that does not hold it.
  public let format: CaptionFormat
}

extension CaptionLoss: CustomStringConvertible {
  /// What is lost, in one line: `SRT has no word times: those of 12 cues are left out`.
  public var description: String {
    let cues = cueCount == 1 ? "1 cue" : "\(cueCount) cues"
    switch kind {
    case .times where format == .lines:
      return "plain lines have no times of their own: those of \(cues) are left out"
    case .lineBreaks where format == .lines:
      return "plain lines have one line for each cue: those of \(cues) are joined"
    case .endTimes where format == .lyrics:
      return "LRC shows a line until the next, or until it is cleared: \(cues) will end at another time"
    case .endTimes:
      return "\(format) \(format.has) no cues without an end: \(cues) will end"
    case .times:
      let units = format == .json ? "nanoseconds" : "milliseconds from 0 on"
      return "\(format) has times in whole \(units): those of \(cues) are changed"
    case .lineBreaks:
      return "\(format) has no empty lines within a cue: those of \(cues) are left out"
    case .text:
      return "\(format) cannot hold the text of \(cues) as it is: it is changed or left out"
    default:
      let which = cueCount == 0 ? "they" : "those of \(cues)"
      return format.holdsSome(kind)
        ? "\(format) holds only some \(kind.name): \(which) are changed or left out"
        : "\(format) \(format.has) no \(kind.name): \(which) are left out"
    }
  }
}

extension CaptionLoss.Kind {
  /// What it is called in messages.
  fileprivate var name: String {
    switch self {
    case .identifiers: "cue identifiers"
    case .endTimes: "ends"
    case .times: "times"
    case .styles: "text styles"
    case .colors: "colors"
    case .fonts: "fonts and sizes"
    case .classes: "classes"
    case .voices: "speakers' names"
    case .languages: "text languages"
    case .ruby: "annotations (ruby)"
    case .wordTimes: "word times"
    case .placement: "cue positions"
    case .regions: "regions"
    case .lineBreaks: "empty lines"
    case .text: "text"
    case .tags: "tags"
    }
  }
}

extension CaptionFormat {
  /// The verb after its name.
  fileprivate var has: String { self == .lines ? "have" : "has" }

  /// Whether only some of a kind are lost.
  fileprivate func holdsSome(_ kind: CaptionLoss.Kind) -> Bool {
    switch self {
    case .lines: false
    case .subRip: [.styles, .colors, .fonts, .placement].contains(kind)
    case .webVTT: kind != .fonts && kind != .tags
    case .lyrics: [.wordTimes, .tags].contains(kind)
    case .json: true
    }
  }
}

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
