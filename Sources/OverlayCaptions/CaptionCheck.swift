extension CaptionTrack {
  /// Checks every cue: whether it is visible, can be read in time, and does not cover another cue. The findings are in
  /// the order of the cues.
  ///
  /// Cues overlap if they have the same placement. Cues in regions and cues with different placements do not overlap.
  ///
  /// - Parameters:
  ///   - lineNumbers: The line of the file for each cue (``CaptionDocument/lineNumbers``).
  ///   - limits: The limits to check against.
  public func check(lineNumbers: [Int]? = nil, limits: CaptionLimits = CaptionLimits()) -> [CaptionFinding] {
    var check = CaptionCheck(limits: limits, lineNumbers: lineNumbers ?? [], lanes: index.lanes)
    var findings: [CaptionFinding] = []
    for (index, cue) in cues.enumerated() {
      let kinds = check.findings(in: cue, at: index)
      findings += kinds.map { CaptionFinding(cue: index, line: check.line(of: index), kind: $0) }
    }
    return findings
  }
}

extension CaptionDocument {
  /// Checks every cue of the track (``CaptionTrack/check(lineNumbers:limits:)``).
  public func check(limits: CaptionLimits = CaptionLimits()) -> [CaptionFinding] {
    track.check(lineNumbers: lineNumbers, limits: limits)
  }
}

/// The state of a check while it walks over the cues of a track.
private struct CaptionCheck {
  let limits: CaptionLimits
  let lineNumbers: [Int]
  let lanes: CaptionLanes
  /// For each placement, the cue that ends last so far.
  private var latest: [CaptionPlacement: (index: Int, end: MediaTime)] = [:]
  /// The latest end of all cues so far.
  private var end = MediaTime.negativeInfinity

  init(limits: CaptionLimits, lineNumbers: [Int], lanes: CaptionLanes) {
    self.limits = limits
    self.lineNumbers = lineNumbers
    self.lanes = lanes
  }

  /// Returns the line of the file on which a cue starts, if it is known.
  func line(of index: Int) -> Int? {
    lineNumbers.indices.contains(index) ? lineNumbers[index] : nil
  }

  mutating func findings(in cue: CaptionCue, at index: Int) -> [CaptionFinding.Kind] {
    var findings = textFindings(in: cue)
    guard cue.isEverShown else {
      findings.append(cue.end == cue.start ? .endsAtStart : .endsBeforeStart(by: cue.start - cue.end))
      return findings
    }
    if let rate = limits.frameRate, rate.time(ofFrame: rate.frame(atOrAfter: cue.start)) >= cue.end {
      findings.append(.betweenFrames(at: rate))
    }
    findings += neighborFindings(of: cue, at: index)
    findings += wordFindings(in: cue)
    return findings
  }

  private func textFindings(in cue: CaptionCue) -> [CaptionFinding.Kind] {
    let lines = cue.lines.map(\.plainText)
    guard lines.contains(where: { $0.contains { !$0.isWhitespace } }) else { return [.empty] }
    var findings: [CaptionFinding.Kind] = []
    if let limit = limits.charactersPerSecond, cue.isEverShown {
      let speed = Double(lines.reduce(0) { $0 + $1.characterCount }) / (cue.end - cue.start).seconds
      if speed > limit { findings.append(.tooFast(charactersPerSecond: speed, limit: limit)) }
    }
    if let limit = limits.lineCount, lines.count > limit {
      findings.append(.manyLines(count: lines.count, limit: limit))
    }
    // At half of the size, lines hold twice as many columns. Fewer lines than the cue has can never show it.
    let lineCount = cue.estimatedLineCount(columns: 2 * CaptionCue.columnCount)
    let shownCount = min(limits.lineCount ?? .max, CaptionLimits.smallLinesInPicture)
    if lineCount > CaptionLimits.smallLinesInPicture || lines.count <= shownCount && lineCount > shownCount {
      findings.append(.cut(lines: lineCount, limit: shownCount))
    }
    if let limit = limits.lineLength {
      for (number, line) in lines.enumerated() {
        let length = line.columnCount
        if length > limit { findings.append(.longLine(line: number + 1, length: length, limit: limit)) }
      }
    }
    return findings
  }

  private mutating func neighborFindings(of cue: CaptionCue, at index: Int) -> [CaptionFinding.Kind] {
    var findings: [CaptionFinding.Kind] = []
    if cue.placement.region == nil {
      let before = latest[cue.placement]
      if let before, before.end > cue.start {
        findings.append(
          .overlaps(with: before.index, line: line(of: before.index), by: min(before.end, cue.end) - cue.start))
      }
      if before.map({ $0.end < cue.end }) ?? true { latest[cue.placement] = (index, cue.end) }
    }
    if let limit = limits.linesAtOnce, let lines = lanes[index]?.linesAtStart, lines > limit {
      findings.append(.crowded(lines: lines, limit: limit))
    }
    if let rate = limits.frameRate, let frames = limits.gapFrames, end.isNumeric, end < cue.start {
      let gap = cue.start - end
      if gap < rate.time(ofFrame: Int64(frames)) { findings.append(.shortGap(gap, limitFrames: frames)) }
    }
    end = max(end, cue.end)
    return findings
  }

  /// Returns the first word that is outside of the cue and the first that is out of order. Background vocals have their
  /// own order, and a word may end after the next one starts.
  private func wordFindings(in cue: CaptionCue) -> [CaptionFinding.Kind] {
    var outside: CaptionFinding.Kind?
    var outOfOrder: CaptionFinding.Kind?
    var before: [Bool: MediaTime] = [:]
    for line in cue.lines {
      for run in line.runs {
        guard let time = run.time else { continue }
        if outside == nil, time < cue.start || cue.end < time { outside = .wordOutside(run.text, at: time) }
        let isBackground = LyricsBackground.unmarked(run) != nil
        if outOfOrder == nil, let before = before[isBackground], time < before {
          outOfOrder = .wordOutOfOrder(run.text, at: time)
        }
        if !run.text.isEmpty { before[isBackground] = time }
      }
    }
    return [outside, outOfOrder].compactMap { $0 }
  }
}
