/// Which cues stand upon which, where several are shown at one place.
///
/// A cue keeps its place as long as it is shown, even when the one that it stands on goes. So its lane is found once, in the
/// order of time: the first that is free when it comes. What it stood on then tells how high that is.
struct CaptionLanes: Sendable {
  /// A lane other than the first.
  struct Lane: Sendable {
    /// 1 is the second from the place.
    var number: Int
    /// The cue in the lane before when this one came.
    var below: Int
  }

  /// More cues at once than fit into any picture; those that come then stand on none.
  static let limit = 64

  /// By the place of a cue; those that are not there take the first lane.
  private let lanes: [Int: Lane]

  subscript(cue: Int) -> Lane? { lanes[cue] }

  /// Finds the lanes of the cues that are ever shown, whose places are in order.
  init(_ cues: [CaptionCue], shown: [Int]) {
    var lanes: [Int: Lane] = [:]
    // Those that are shown when the next one comes.
    var present: [(cue: Int, lane: Int)] = []
    for cue in shown where cues[cue].placement.region == nil {
      present.removeAll { cues[$0.cue].end <= cues[cue].start }
      guard present.count < CaptionLanes.limit else { continue }
      var taken: [Int: Int] = [:]
      for other in present where cues[other.cue].placement.isInTheWay(of: cues[cue].placement) {
        taken[other.lane] = other.cue
      }
      var number = 0
      while taken[number] != nil { number += 1 }
      if let below = taken[number - 1] { lanes[cue] = Lane(number: number, below: below) }
      present.append((cue, number))
    }
    self.lanes = lanes
  }
}
