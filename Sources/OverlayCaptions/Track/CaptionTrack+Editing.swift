extension CaptionTrack {
  /// Returns the track shifted by `amount`, including word times. A negative amount shows it earlier.
  ///
  /// A cue that would end at or before zero is left out. A cue that would start before zero is cut: it starts at zero,
  /// and so do words before zero. An amount that is not numeric changes nothing.
  public func shifted(by amount: MediaTime) -> CaptionTrack {
    guard amount.isNumeric else { return self }
    let shifted = cues.compactMap { cue -> CaptionCue? in
      let moved = cue.mappingTimes { $0 + amount }
      guard moved.start < .zero else { return moved }
      return moved.end > .zero ? moved.cut(from: .zero) : nil
    }
    return CaptionTrack(shifted, regions: regions, tags: tags)
  }

  /// Returns the track in another language, given as a BCP 47 tag such as `zh-Hant`: with a new tag `la`. `nil` removes
  /// the language.
  public func inLanguage(_ language: String?) -> CaptionTrack {
    let others = tags.filter { $0.name != CaptionTag.language }
    let own = language.map { CaptionTag(name: CaptionTag.language, value: $0) }
    return CaptionTrack(ordered: cues, regions: regions, tags: others + [own].compactMap(\.self))
  }

  /// Returns the track for a video that is played at another frame rate than the original, frame by frame: from 25 to
  /// 24000/1001 all times are multiplied by 25025/24000.
  public func scaled(from: FrameRate, to: FrameRate) -> CaptionTrack {
    let multiplier = Int64(from.numerator) * Int64(to.denominator)
    let divisor = Int64(from.denominator) * Int64(to.numerator)
    let scaled = cues.map { $0.mappingTimes { $0.multiplied(by: multiplier, dividedBy: divisor) } }
    return CaptionTrack(scaled, regions: regions, tags: tags)
  }

  /// Returns the cues within a time range, with times relative to its start. Cues are cut at the ends of the range, and
  /// words outside of it are moved to the ends. If the range starts at -infinity, times stay the same.
  public func slice(_ range: MediaTimeRange) -> CaptionTrack {
    guard range.isValid else { return CaptionTrack([], regions: regions, tags: tags) }
    let origin = range.start.isNumeric ? range.start : .zero
    let kept = cues.compactMap { cue -> CaptionCue? in
      guard cue.isEverShown, cue.start < range.end, cue.end > range.start else { return nil }
      return cue.cut(from: range.start, to: range.end).mappingTimes { $0 - origin }
    }
    return CaptionTrack(kept, regions: regions, tags: tags)
  }

  /// Returns a track with the cues of both tracks. If both have tags with the same name, this track's tags are kept.
  ///
  /// If a region of the other track has the identifier of a different region of this track, the region and its cues get
  /// a new identifier.
  public func merged(with other: CaptionTrack) -> CaptionTrack {
    let own = CaptionTrack.regionsByIdentifier(regions)
    let others = CaptionTrack.regionsByIdentifier(other.regions)
    var newNames = UnusedNames(taken: Set(own.keys).union(others.keys))
    var renamed: [String: String] = [:]
    var added: [CaptionRegion] = []
    for region in other.regions where others[region.identifier] == region && own[region.identifier] != region {
      var region = region
      if own[region.identifier] != nil {
        let name = newNames.name(like: region.identifier)
        renamed[region.identifier] = name
        region.identifier = name
      }
      added.append(region)
    }
    let moved = other.cues.map { cue in
      var cue = cue
      if let name = cue.placement.region.flatMap({ renamed[$0] }) { cue.placement.region = name }
      return cue
    }
    let ownTags = Set(tags.map(\.name))
    return CaptionTrack(
      cues + moved, regions: regions + added, tags: tags + other.tags.filter { !ownTags.contains($0.name) })
  }

  /// Returns the track without short gaps: cues before a gap shorter than `limit` last until the next cue. If the limit
  /// is not positive or not a time, no gap is filled; with +infinity, all gaps are.
  public func fillingGaps(shorterThan limit: MediaTime) -> CaptionTrack {
    guard limit > .zero, limit.isNumeric || limit == .positiveInfinity else { return self }
    var filled = cues
    // The latest end so far, and the cues with this end.
    var end = MediaTime.negativeInfinity
    var last: [Int] = []
    for (index, cue) in cues.enumerated() where cue.isEverShown {
      if end < cue.start, end.isNumeric, cue.start - end < limit {
        for before in last { filled[before].end = cue.start }
      }
      if cue.end > end { (end, last) = (cue.end, []) }
      if cue.end == end { last.append(index) }
    }
    return CaptionTrack(filled, regions: regions, tags: tags)
  }

  /// Returns the regions by identifier; of several with the same one the last.
  private static func regionsByIdentifier(_ regions: [CaptionRegion]) -> [String: CaptionRegion] {
    Dictionary(regions.map { ($0.identifier, $0) }, uniquingKeysWith: { $1 })
  }
}

extension CaptionCue {
  /// Returns the cue with all its times mapped: start, end and word times.
  func mappingTimes(_ change: (MediaTime) -> MediaTime) -> CaptionCue {
    var changed = self
    changed.start = change(start)
    changed.end = change(end)
    guard hasWordTimes else { return changed }
    changed.lines = lines.map { line in
      CaptionLine(
        runs: line.runs.map { run in
          var run = run
          run.time = run.time.map(change)
          return run
        })
    }
    return changed
  }

  /// Returns the part of the cue between two times. Words outside are moved to them.
  func cut(from earliest: MediaTime, to latest: MediaTime = .positiveInfinity) -> CaptionCue {
    guard start < earliest || latest < end else { return self }
    let (first, last) = (max(start, earliest), min(end, latest))
    return mappingTimes { min(max($0, first), last) }
  }
}

/// Generates unused names: `name-2`, `name-3` and so on.
private struct UnusedNames {
  private var taken: Set<String>
  private var counts: [String: Int] = [:]

  init(taken: Set<String>) {
    self.taken = taken
  }

  mutating func name(like name: String) -> String {
    var count = counts[name, default: 1]
    var candidate: String
    repeat {
      count += 1
      candidate = "\(name)-\(count)"
    } while !taken.insert(candidate).inserted
    counts[name] = count
    return candidate
  }
}
