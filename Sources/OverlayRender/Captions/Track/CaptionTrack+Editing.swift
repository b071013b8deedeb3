extension CaptionTrack {
  /// The track shown later by `amount`, or earlier by one below zero; word times with it.
  ///
  /// A cue that would end before zero is left out, and one that would start before is cut: it starts at zero, and so do its
  /// words before. An amount that is no number changes nothing.
  public func shifted(by amount: MediaTime) -> CaptionTrack {
    guard amount.isNumeric else { return self }
    let shifted = cues.compactMap { cue -> CaptionCue? in
      let moved = cue.mappingTimes { $0 + amount }
      guard moved.start < .zero else { return moved }
      return moved.end > .zero ? moved.cut(from: .zero) : nil
    }
    return CaptionTrack(shifted, regions: regions, tags: tags)
  }

  /// The track for a picture that was made at one frame rate and is played at another, frame by frame: from 25 to
  /// 24000/1001 everything takes 25025/24000 of its time.
  public func scaled(from: FrameRate, to: FrameRate) -> CaptionTrack {
    let multiplier = Int64(from.numerator) * Int64(to.denominator)
    let divisor = Int64(from.denominator) * Int64(to.numerator)
    let scaled = cues.map { $0.mappingTimes { $0.multiplied(by: multiplier, dividedBy: divisor) } }
    return CaptionTrack(scaled, regions: regions, tags: tags)
  }

  /// What is shown within a stretch of time, in times from the stretch's start; cues are cut at its edges, and the words
  /// that lie beyond one are spoken at it. A range that starts at -infinity keeps the times.
  public func slice(_ range: MediaTimeRange) -> CaptionTrack {
    guard range.isValid else { return CaptionTrack([], regions: regions, tags: tags) }
    let origin = range.start.isNumeric ? range.start : .zero
    let kept = cues.compactMap { cue -> CaptionCue? in
      guard cue.isEverShown, cue.start < range.end, cue.end > range.start else { return nil }
      return cue.cut(from: range.start, to: range.end).mappingTimes { $0 - origin }
    }
    return CaptionTrack(kept, regions: regions, tags: tags)
  }

  /// Both tracks in one. Of the tags of one name the first track's are kept.
  ///
  /// A region of the other track that has the name of another one here gets a new name, and so do the cues in it.
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

  /// The track without short gaps: where nothing would be shown for less than `limit` between two cues, the ones before
  /// stay until the next comes. A limit that is not a time above zero fills none; +infinity fills all.
  public func fillingGaps(shorterThan limit: MediaTime) -> CaptionTrack {
    guard limit > .zero, limit.isNumeric || limit == .positiveInfinity else { return self }
    var filled = cues
    // The last end so far, and the cues that end there.
    var end = MediaTime.negativeInfinity
    var last: [Int] = []
    for (place, cue) in cues.enumerated() where cue.isEverShown {
      if end < cue.start, end.isNumeric, cue.start - end < limit {
        for before in last { filled[before].end = cue.start }
      }
      if cue.end > end { (end, last) = (cue.end, []) }
      if cue.end == end { last.append(place) }
    }
    return CaptionTrack(filled, regions: regions, tags: tags)
  }

  /// Regions by what cues call them: of several with one name the last.
  private static func regionsByIdentifier(_ regions: [CaptionRegion]) -> [String: CaptionRegion] {
    Dictionary(regions.map { ($0.identifier, $0) }, uniquingKeysWith: { $1 })
  }
}

extension CaptionCue {
  /// The cue with all its times changed: start, end and those of words.
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

  /// The cue as far as it lies within two moments; words beyond one are spoken at it.
  func cut(from earliest: MediaTime, to latest: MediaTime = .positiveInfinity) -> CaptionCue {
    guard start < earliest || latest < end else { return self }
    let (first, last) = (max(start, earliest), min(end, latest))
    return mappingTimes { min(max($0, first), last) }
  }
}

/// Makes names that are not taken: `name-2`, `name-3` and so on.
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
