/// Which cues stand upon which, where several are shown at one place, and how much room each has.
///
/// A cue keeps its place as long as it is shown, even when the one that it stands on goes. So its lane is found once, in the
/// order of time: the first that is free when it comes. What it stood on then tells how high that is.
///
/// It keeps its size too. Its share of the picture is its share of all lines at the time when these are most while it is
/// shown. So the shares of all cues at a time add up to the whole picture at most.
struct CaptionLanes: Sendable {
  /// The lane and the share of a cue that is not always alone.
  struct Lane {
    /// 1 is the second from the place.
    var number = 0
    /// The cue in the lane before when this one came.
    var below: Int?
    /// The estimated number of its lines: one that is too long for most pictures counts as several.
    var lines: Int
    /// The number of lines of all cues that are shown when it begins.
    var linesAtStart = 0
    /// The greatest number of lines of all cues while it is shown, with those that are gone and still hold the place of others.
    var mostLines = 0
    /// The cue at whose start its lines were counted last.
    fileprivate var counted: Int?

    /// The share of the picture that it may take.
    var share: Double { mostLines > lines ? Double(lines) / Double(mostLines) : 1 }
  }

  /// A cue that is shown when the next one comes.
  private struct Present {
    let cue: Int
    let end: MediaTime
    let placement: CaptionPlacement
  }

  /// More cues at once than fit into any picture; those that come then stand on none.
  static let limit = 64

  /// By the place of a cue; `nil` for those that are alone. Empty where all are.
  private var lanes: [Lane?] = []

  subscript(cue: Int) -> Lane? { lanes.indices.contains(cue) ? lanes[cue] : nil }

  /// Finds the lanes of the cues that are ever shown, whose places are in order.
  init(_ cues: [CaptionCue], shown: [Int]) {
    var present: [Present] = []
    // Those that share lines with the next one. The memory is used again for each.
    var company: [Present] = []
    var crowd: [Int] = []
    for cue in shown where cues[cue].placement.region == nil {
      let start = cues[cue].start
      present.removeAll { $0.end <= start }
      guard present.count < CaptionLanes.limit else { continue }
      let next = Present(cue: cue, end: cues[cue].end, placement: cues[cue].placement)
      company.removeAll(keepingCapacity: true)
      company.append(contentsOf: present.lazy.filter { $0.placement.sharesLines(with: next.placement) })
      present.append(next)
      guard !company.isEmpty else { continue }
      if lanes.isEmpty { lanes = Array(repeating: nil, count: cues.count) }
      for other in company where lanes[other.cue] == nil {
        lanes[other.cue] = Lane(lines: cues[other.cue].estimatedLineCount)
      }
      lanes[cue] = lane(of: next, among: company, lines: cues[cue].estimatedLineCount)
      share(among: company, and: cue, &crowd)
    }
  }

  /// The first lane that is free among cues that share lines with one.
  private func lane(of cue: Present, among company: [Present], lines: Int) -> Lane {
    // A bit for each lane: there are at most as many as cues at once.
    var taken: UInt64 = 0
    for other in company where other.placement.isInTheWay(of: cue.placement) {
      taken |= 1 << (lanes[other.cue]?.number ?? 0)
    }
    var lane = Lane(lines: lines)
    lane.number = (~taken).trailingZeroBitCount
    if lane.number > 0 {
      lane.below =
        company.last {
          lanes[$0.cue]?.number == lane.number - 1 && $0.placement.isInTheWay(of: cue.placement)
        }?.cue
    }
    return lane
  }

  /// Counts the lines of cues that are shown together when `cue` comes, and of those that are gone and still hold the place
  /// of others, which `crowd` lists then.
  private mutating func share(among company: [Present], and cue: Int, _ crowd: inout [Int]) {
    crowd.removeAll(keepingCapacity: true)
    var lines = count(cue, at: cue, &crowd)
    for other in company { lines += count(other.cue, at: cue, &crowd) }
    lanes[cue]?.linesAtStart = lines
    var index = 0
    while index < crowd.count {
      if let below = lanes[crowd[index]]?.below { lines += count(below, at: cue, &crowd) }
      index += 1
    }
    for member in crowd where (lanes[member]?.mostLines ?? lines) < lines { lanes[member]?.mostLines = lines }
  }

  /// Adds a cue to a crowd. Returns the number of its lines, or 0 where it is in the crowd already.
  private mutating func count(_ member: Int, at cue: Int, _ crowd: inout [Int]) -> Int {
    guard let lane = lanes[member], lane.counted != cue else { return 0 }
    lanes[member]?.counted = cue
    crowd.append(member)
    return lane.lines
  }
}

extension CaptionCue {
  /// The number of columns that fit into a line of most pictures.
  private static let columnCount = 42

  /// The estimated number of lines of its text; 0 where nothing is visible.
  fileprivate var estimatedLineCount: Int {
    guard !isBlank else { return 0 }
    return lines.reduce(0) { count, line in
      count + max(1, (line.plainText.columnCount + CaptionCue.columnCount - 1) / CaptionCue.columnCount)
    }
  }
}
