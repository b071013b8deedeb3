/// A property of a track that a format cannot represent.
public struct CaptionLoss: Sendable, Hashable {
  /// The kind of a loss.
  public enum Kind: Sendable, Hashable, CaseIterable {
    /// The identifiers of cues.
    case identifiers
    /// The end times of cues.
    case endTimes
    /// Times that are finer than the precision of the format.
    case times
    /// Text styles such as bold, italic and underline.
    case styles
    /// The colors of text and backgrounds.
    case colors
    /// Font families and sizes.
    case fonts
    /// The names of classes.
    case classes
    /// The names of speakers.
    case voices
    /// The languages of runs, or the language of the track.
    case languages
    /// Ruby annotations.
    case ruby
    /// The times of words.
    case wordTimes
    /// The positions of cues.
    case placement
    /// Regions, and their assignment to cues.
    case regions
    /// Empty lines.
    case lineBreaks
    /// Text that the format cannot represent unchanged, or at all.
    case text
    /// The metadata of the track.
    case tags
  }

  /// The kind of the loss.
  public let kind: Kind
  /// The number of cues with this loss; 0 for a loss of the whole track.
  public let cueCount: Int
  /// The format that cannot represent it.
  public let format: CaptionFormat
}

extension CaptionLoss: CustomStringConvertible {
  /// A description of the loss in one line, such as `SRT has no word times: they are left out in 12 cues`.
  public var description: String {
    let cues = cueCount == 1 ? "1 cue" : "\(cueCount) cues"
    switch kind {
    case .times where format == .lines:
      return "plain lines have no times of their own: the times of \(cues) are left out"
    case .lineBreaks where format == .lines:
      return "plain lines have one line for each cue: the lines of \(cues) are joined"
    case .endTimes where format == .lyrics:
      return "LRC shows a line until the next, or until it is cleared: \(cues) will end at another time"
    case .endTimes:
      return "\(format) \(format.has) no cues without an end: \(cues) will end"
    case .times:
      let units = format == .json ? "nanoseconds" : "milliseconds from 0 on"
      return "\(format) has times in whole \(units): the times of \(cues) are changed"
    case .lineBreaks:
      return "\(format) has no empty lines within a cue: the empty lines of \(cues) are left out"
    case .text:
      return "\(format) cannot hold the text of \(cues) as it is: it is changed or left out"
    default:
      let place = cueCount == 0 ? "" : " in \(cues)"
      return format.holdsSome(kind)
        ? "\(format) holds only some \(kind.name): they are changed or left out\(place)"
        : "\(format) \(format.has) no \(kind.name): they are left out\(place)"
    }
  }
}

extension CaptionLoss.Kind {
  /// The name of the property in messages.
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
  /// The verb after the name of the format.
  fileprivate var has: String { self == .lines ? "have" : "has" }

  /// Returns whether the format supports some values of a property.
  fileprivate func holdsSome(_ kind: CaptionLoss.Kind) -> Bool {
    switch self {
    case .lines: false
    case .subRip: [.styles, .colors, .fonts, .placement].contains(kind)
    case .webVTT: kind != .fonts
    case .lyrics: [.wordTimes, .tags].contains(kind)
    case .json: true
    }
  }
}

/// Counts what a format cannot represent while a track is written.
struct CaptionLosses {
  private let format: CaptionFormat
  private var cueCounts: [CaptionLoss.Kind: Int] = [:]

  init(format: CaptionFormat) {
    self.format = format
  }

  /// Adds the losses of one cue.
  mutating func add(_ kinds: Set<CaptionLoss.Kind>) {
    for kind in kinds { cueCounts[kind, default: 0] += 1 }
  }

  /// Adds a loss of the track that does not belong to a cue.
  mutating func add(ofTrack kind: CaptionLoss.Kind) {
    cueCounts[kind, default: 0] += 0
  }

  /// Adds the tags of a track, in a format that has none.
  mutating func add(_ tags: [CaptionTag]) {
    if tags.contains(where: { $0.name == CaptionTag.language }) { add(ofTrack: .languages) }
    if tags.contains(where: { $0.name != CaptionTag.language }) { add(ofTrack: .tags) }
  }

  /// The losses, each kind once, in order.
  var list: [CaptionLoss] {
    CaptionLoss.Kind.allCases.compactMap { kind in
      cueCounts[kind].map { CaptionLoss(kind: kind, cueCount: $0, format: format) }
    }
  }
}

extension CaptionCue {
  /// The kinds of properties that the cue uses and a format may not support, other than times and text.
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
