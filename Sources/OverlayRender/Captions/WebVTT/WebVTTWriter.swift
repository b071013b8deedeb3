/// Writes WebVTT (W3C WebVTT, section 4).
enum WebVTTWriter: CaptionWriter {
  /// Writes a track, so that reading it gives the same again as far as WebVTT holds it.
  ///
  /// The file is valid, save for cues that are never shown: the specification wants every cue to end after it starts,
  /// but its parser takes them, and text is not thrown away for that.
  static func write<Failure: Error>(
    _ track: CaptionTrack, to output: (String) throws(Failure) -> Void
  ) throws(Failure) -> CaptionLosses {
    var losses = CaptionLosses(format: .webVTT)
    if !track.tags.isEmpty { losses.add(ofTrack: .tags) }
    var blocks = WebVTTBlockWriter()
    var isEmpty = true
    try output("WEBVTT\n")
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
    // An empty line follows the signature even when no block does.
    if isEmpty { try output("\n") }
    return losses
  }
}

extension [CaptionRegion] {
  /// Those that count: of several with one identifier the last, at the place of the first.
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

  /// Writes a region, or nothing for one that no cue could name; and whether that is all of it.
  mutating func block(_ region: CaptionRegion) -> (text: String, isWhole: Bool) {
    guard region.identifier.isWebVTTRegionIdentifier, regions.count < CaptionDocument.regionLimit else {
      return ("", false)
    }
    regions.insert(region.identifier)
    let (settings, isWhole) = WebVTTRegionSettings.text(region)
    return ("\nREGION\n" + settings.map { $0 + "\n" }.joined(), isWhole)
  }

  // MARK: Cues

  /// Writes a cue, or nothing for one that has no place in time; and what is lost of it.
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

  /// Section 4.1 wants identifiers to be unique.
  private mutating func takeIdentifier(of cue: CaptionCue) -> String? {
    let identifier = cue.identifier
    guard identifier.isWebVTTLine, cues.insert(identifier).inserted else { return nil }
    return identifier
  }
}

extension String {
  /// Whether a line of a block can hold it (section 4.1, "WebVTT cue identifier").
  fileprivate var isWebVTTLine: Bool {
    !isEmpty && !contains("-->") && utf8.allSatisfy { $0 != 0 && $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") }
  }

  /// Whether a region can be called so (section 4.3, "WebVTT region identifier setting").
  fileprivate var isWebVTTRegionIdentifier: Bool {
    isWebVTTLine && !utf8.contains(where: \.isASCIIWhitespace)
  }
}

/// The times of a cue as WebVTT holds them: whole milliseconds from zero on.
struct WebVTTCueTimes {
  /// What stands for the end of a cue that has none: 99:59:59.999.
  static let latestEnd: Int64 = 359_999_999

  let start: Int64
  let end: Int64
  /// What is not as it was.
  private(set) var lost: Set<CaptionLoss.Kind> = []

  /// `nil` for a cue that never begins, or is over at time zero.
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
    // What is shown stays so, be it for a millisecond.
    let isSquashed = cue.isEverShown && end.value <= start.value
    self.end = isSquashed ? start.value.addingWithoutOverflow(1) : end.value
  }

  /// The nearest millisecond that is not before zero; `nil` for what is later than every number, or no time.
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
