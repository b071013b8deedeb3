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
