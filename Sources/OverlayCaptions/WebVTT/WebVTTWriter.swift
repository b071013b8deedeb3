/// Writes WebVTT (W3C WebVTT, section 4).
enum WebVTTWriter: CaptionWriter {
  /// Writes a track. Reading the text returns the track as far as WebVTT can represent it.
  ///
  /// The file is valid except for cues that are never shown. The specification requires that every cue ends after it
  /// starts, but its parser accepts such cues, and their text would be lost otherwise.
  static func write<Failure: Error>(
    _ track: CaptionTrack, to output: (String) throws(Failure) -> Void
  ) throws(Failure) -> CaptionLosses {
    var losses = CaptionLosses(format: .webVTT)
    let isLost = { (tag: CaptionTag) in
      tag.name != CaptionTag.language || track.language == nil || LanguageTag(tag.value)?.identifier != track.language
    }
    if track.tags.contains(where: isLost) {
      losses.add(ofTrack: .tags)
    }
    var blocks = WebVTTBlockWriter()
    var isEmpty = true
    try output("WEBVTT\n" + (track.language.map { "Language: \($0)\n" } ?? ""))
    for region in track.regions.lastOfEachIdentifier {
      let (block, isWhole) = blocks.block(region)
      if !isWhole { losses.add(ofTrack: .regions) }
      isEmpty = isEmpty && block.isEmpty
      try output(block)
    }
    for cue in track.cues {
      let (block, lost) = blocks.block(cue)
      losses.add(lost)
      isEmpty = isEmpty && block.isEmpty
      try output(block)
    }
    // An empty line follows the signature even if there is no block.
    if isEmpty { try output("\n") }
    return losses
  }
}

extension [CaptionRegion] {
  /// The last region of each identifier, in the order of the first ones.
  fileprivate var lastOfEachIdentifier: [CaptionRegion] {
    let last = Dictionary(map { ($0.identifier, $0) }) { _, later in later }
    var seen: Set<String> = []
    return compactMap { seen.insert($0.identifier).inserted ? last[$0.identifier] : nil }
  }
}

/// Writes the blocks of a file, each with the empty line before it.
struct WebVTTBlockWriter {
  /// The identifiers of the regions that were written.
  private var regions: Set<String> = []
  /// The identifiers of the cues that were written.
  private var cues: Set<String> = []

  // MARK: Regions

  /// Returns the block of a region, and whether it represents all of the region. The block is empty if no cue can name
  /// the region.
  mutating func block(_ region: CaptionRegion) -> (text: String, isWhole: Bool) {
    guard region.identifier.isWebVTTRegionIdentifier, regions.count < CaptionDocument.regionLimit else {
      return ("", false)
    }
    regions.insert(region.identifier)
    let (settings, isWhole) = WebVTTRegionSettings.text(region)
    return ("\nREGION\n" + settings.map { $0 + "\n" }.joined(), isWhole)
  }

  // MARK: Cues

  /// Returns the block of a cue, and what it cannot represent. The block is empty if the times cannot be written.
  mutating func block(_ cue: CaptionCue) -> (text: String, lost: Set<CaptionLoss.Kind>) {
    guard let times = WebVTTCueTimes(cue) else { return ("", [.times, .text]) }
    var lost = times.lost
    var text = "\n"
    if let identifier = takeIdentifier(of: cue) {
      text += identifier + "\n"
    } else if !cue.identifier.isEmpty {
      lost.insert(.identifiers)
    }
    text += WebVTTTimestamp.text(milliseconds: times.start) + " --> " + WebVTTTimestamp.text(milliseconds: times.end)
    let (settings, lostSettings) = WebVTTCueSettings.text(cue.placement, regions: regions)
    for setting in settings { text += " " + setting }
    let cueText = WebVTTCueText(cue.lines, times: times)
    return (text + "\n" + cueText.text + "\n", lost.union(lostSettings).union(cueText.lost))
  }

  /// Returns the identifier if it is valid and not used yet, because section 4.1 requires unique identifiers.
  private mutating func takeIdentifier(of cue: CaptionCue) -> String? {
    let identifier = cue.identifier
    guard identifier.isWebVTTLine, cues.insert(identifier).inserted else { return nil }
    return identifier
  }
}

extension String {
  /// Whether the string is valid as a line of a block (section 4.1, "WebVTT cue identifier").
  fileprivate var isWebVTTLine: Bool {
    !isEmpty && !contains("-->") && utf8.allSatisfy { $0 != 0 && $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") }
  }

  /// Whether the string is valid as the identifier of a region (section 4.3, "WebVTT region identifier setting").
  fileprivate var isWebVTTRegionIdentifier: Bool {
    isWebVTTLine && !utf8.contains(where: \.isASCIIWhitespace)
  }
}

/// The times of a cue in WebVTT: whole milliseconds, at least zero.
struct WebVTTCueTimes {
  /// The end of a cue that has no end: 99:59:59.999.
  static let latestEnd: Int64 = 359_999_999

  let start: Int64
  let end: Int64
  /// What the times cannot represent.
  private(set) var lost: Set<CaptionLoss.Kind> = []

  /// Creates the times; `nil` for a cue that never starts, or ends at or before time zero.
  init?(_ cue: CaptionCue) {
    guard let start = WebVTTCueTimes.milliseconds(cue.start) else { return nil }
    self.start = start.value
    if !start.isExact { lost.insert(.times) }
    guard let end = WebVTTCueTimes.milliseconds(cue.end) else {
      self.end = max(WebVTTCueTimes.latestEnd, start.value.addingWithoutOverflow(1000))
      lost.insert(.endTimes)
      return
    }
    if !end.isExact { lost.insert(.times) }
    if cue.isEverShown, cue.end <= .zero { return nil }
    // A cue that is shown stays visible, even if only for a millisecond.
    let wouldVanish = cue.isEverShown && end.value <= start.value
    self.end = wouldVanish ? start.value.addingWithoutOverflow(1) : end.value
  }

  /// Returns the nearest millisecond, at least zero; `nil` for times after all numbers and for invalid times.
  static func milliseconds(_ time: MediaTime) -> (value: Int64, isExact: Bool)? {
    switch time.kind {
    case .numeric:
      guard let ticks = time.ratio.ticks(atTimescale: 1000, rounding: .halfAwayFromZero) else {
        return (time.value < 0 ? 0 : .max, false)
      }
      return (max(0, ticks.value), ticks.isExact && ticks.value >= 0)
    case .negativeInfinity: return (0, false)
    case .positiveInfinity, .indefinite, .invalid: return nil
    }
  }
}

extension Int64 {
  fileprivate func addingWithoutOverflow(_ other: Int64) -> Int64 {
    let (sum, overflow) = addingReportingOverflow(other)
    return overflow ? .max : sum
  }
}
