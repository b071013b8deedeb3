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
    /// The greatest number of lines of all cues while it is shown.
    var mostLines = 0

    /// The share of the picture that it may take.
    var share: Double { mostLines > lines ? Double(lines) / Double(mostLines) : 1 }
  }

  /// More cues at once than fit into any picture; those that come then stand on none.
  static let limit = 64

  /// By the place of a cue; those that are not there are alone.
  private var lanes: [Int: Lane] = [:]

  subscript(cue: Int) -> Lane? { lanes[cue] }

  /// Finds the lanes of the cues that are ever shown, whose places are in order.
  init(_ cues: [CaptionCue], shown: [Int]) {
    // Those that are shown when the next one comes.
    var present: [Int] = []
    for cue in shown where cues[cue].placement.region == nil {
      present.removeAll { cues[$0].end <= cues[cue].start }
      guard present.count < CaptionLanes.limit else { continue }
      let placement = cues[cue].placement
      let company = present.filter { cues[$0].placement.sharesLines(with: placement) }
      present.append(cue)
      guard !company.isEmpty else { continue }
      let obstacles = company.filter { cues[$0].placement.isInTheWay(of: placement) }
      let taken = Dictionary(obstacles.map { (lanes[$0]?.number ?? 0, $0) }) { _, last in last }
      var lane = Lane(lines: cues[cue].estimatedLineCount)
      while taken[lane.number] != nil { lane.number += 1 }
      lane.below = taken[lane.number - 1]
      lanes[cue] = lane
      share(among: company + [cue], of: cues)
    }
  }

  /// Counts the lines of cues that are shown together, the last of which has just come, and of those that are gone and still
  /// hold the place of others.
  private mutating func share(among company: [Int], of cues: [CaptionCue]) {
    var crowd = company
    var members = Set(company)
    var index = 0
    while index < crowd.count {
      if let below = lanes[crowd[index]]?.below, members.insert(below).inserted { crowd.append(below) }
      index += 1
    }
    for cue in crowd where lanes[cue] == nil { lanes[cue] = Lane(lines: cues[cue].estimatedLineCount) }
    let lines = crowd.reduce(0) { $0 + (lanes[$1]?.lines ?? 0) }
    for cue in crowd where lanes[cue].map({ $0.mostLines < lines }) == true { lanes[cue]?.mostLines = lines }
    if let last = company.last { lanes[last]?.linesAtStart = lines }
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
