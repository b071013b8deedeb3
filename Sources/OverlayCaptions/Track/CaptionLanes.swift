/// Assigns cues that are shown at the same position to lanes, and to each a share of the picture.
///
/// A cue keeps its lane as long as it is shown, even if the cue below it ends. So lanes are assigned once, in the order
/// of time: each cue gets the first lane that is free at its start. The cue below it then determines its height.
///
/// A cue also keeps its size. Its share of the picture is its part of all lines at the time when these are most
/// numerous while it is shown. So the shares of all cues at any time add up to the whole picture at most.
package struct CaptionLanes: Sendable {
  /// The lane and the share of a cue that is shown together with others.
  package struct Lane {
    /// The number of the lane, from 0.
    var number = 0
    /// The cue in the previous lane when this one starts.
    package var below: Int?
    /// The estimated number of lines. A line that is too long for most pictures counts as several.
    var lines: Int
    /// The number of lines of all cues that are shown when this one starts.
    var linesAtStart = 0
    /// The maximum number of lines of all cues while this one is shown, including ended cues that hold others in place.
    var mostLines = 0
    /// The cue at whose start the lines were last counted.
    fileprivate var lastCounted: Int?

    /// The share of the picture that the cue may take.
    package var share: Double { mostLines > lines ? Double(lines) / Double(mostLines) : 1 }
  }

  /// A cue that is shown when the next one starts.
  private struct ActiveCue {
    let cue: Int
    let end: MediaTime
    let placement: CaptionPlacement
  }

  /// More cues than fit into any picture at once. Additional cues get no lane.
  static let limit = 64

  /// The lane of each cue; `nil` for cues without others. Empty if no cue has a lane.
  private var lanes: [Lane?] = []

  package subscript(cue: Int) -> Lane? { lanes.indices.contains(cue) ? lanes[cue] : nil }

  /// Assigns lanes to the cues that are ever shown. Their indices are in order.
  init(_ cues: [CaptionCue], shown: [Int]) {
    var active: [ActiveCue] = []
    // The cues that share lines with the next one. The array is reused for each cue.
    var overlapping: [ActiveCue] = []
    var group: [Int] = []
    for cue in shown where cues[cue].placement.region == nil {
      let start = cues[cue].start
      active.removeAll { $0.end <= start }
      guard active.count < CaptionLanes.limit else { continue }
      let next = ActiveCue(cue: cue, end: cues[cue].end, placement: cues[cue].placement)
      overlapping.removeAll(keepingCapacity: true)
      overlapping.append(contentsOf: active.lazy.filter { $0.placement.sharesLines(with: next.placement) })
      active.append(next)
      guard !overlapping.isEmpty else { continue }
      if lanes.isEmpty { lanes = Array(repeating: nil, count: cues.count) }
      for other in overlapping where lanes[other.cue] == nil {
        lanes[other.cue] = Lane(lines: cues[other.cue].estimatedLineCount())
      }
      lanes[cue] = lane(of: next, among: overlapping, lines: cues[cue].estimatedLineCount())
      updateLineCounts(of: overlapping, and: cue, &group)
    }
  }

  /// Returns the first lane that is free among cues that share lines with one.
  private func lane(of cue: ActiveCue, among overlapping: [ActiveCue], lines: Int) -> Lane {
    // One bit for each lane. There are at most as many lanes as cues at once.
    var taken: UInt64 = 0
    for other in overlapping where other.placement.isInTheWay(of: cue.placement) {
      taken |= 1 << (lanes[other.cue]?.number ?? 0)
    }
    var lane = Lane(lines: lines)
    lane.number = (~taken).trailingZeroBitCount
    if lane.number > 0 {
      lane.below =
        overlapping.last {
          lanes[$0.cue]?.number == lane.number - 1 && $0.placement.isInTheWay(of: cue.placement)
        }?.cue
    }
    return lane
  }

  /// Counts the lines of the cues that are shown when `cue` starts, and of the ended cues that hold others in place.
  /// `group` lists all of them afterward.
  private mutating func updateLineCounts(of overlapping: [ActiveCue], and cue: Int, _ group: inout [Int]) {
    group.removeAll(keepingCapacity: true)
    var lines = count(cue, at: cue, &group)
    for other in overlapping { lines += count(other.cue, at: cue, &group) }
    lanes[cue]?.linesAtStart = lines
    var index = 0
    while index < group.count {
      if let below = lanes[group[index]]?.below { lines += count(below, at: cue, &group) }
      index += 1
    }
    for member in group where (lanes[member]?.mostLines ?? lines) < lines { lanes[member]?.mostLines = lines }
  }

  /// Adds a cue to a group. Returns the number of its lines, or 0 if it is already in the group.
  private mutating func count(_ member: Int, at cue: Int, _ group: inout [Int]) -> Int {
    guard let lane = lanes[member], lane.lastCounted != cue else { return 0 }
    lanes[member]?.lastCounted = cue
    group.append(member)
    return lane.lines
  }
}

extension CaptionCue {
  /// The number of columns that fit into a line of most pictures.
  static let columnCount = 42

  /// Returns the estimated number of lines of the text in lines of some columns; 0 if nothing is visible.
  func estimatedLineCount(columns: Int = CaptionCue.columnCount) -> Int {
    guard !isBlank else { return 0 }
    return lines.reduce(0) { count, line in count + max(1, (line.plainText.columnCount + columns - 1) / columns) }
  }
}
