/// The captions of a track that are shown at a time, each at its place.
///
///     Captions(track).font(size: 42).foregroundColor(.yellow)
///
/// It takes all the space it is offered, as large as the picture mostly, and leaves the title-safe margins free (5 % at each
/// edge). Cues that say nothing of their place stand at the bottom, broken into lines of like length; those that are shown
/// together stand one on the other, and stay where they are when one goes. What WebVTT says of places, regions and vertical
/// text holds for every format. A cue is there from the frame at or after its start to the last before its end, counted
/// from the beginning of the stream.
///
/// Cues that are too high for the picture, alone or together, shrink to half of their size at most. Each keeps its size as
/// long as it is shown. If they still do not fit, they cover each other, and a cue is cut where the picture ends. Long cues are cut by
/// ``View/lineLimit(_:)``, and shrink before by ``View/minimumScaleFactor(_:)``. Of more than 64 cues at once the first are
/// shown.
public struct Captions: PrimitiveView {
  private let course: CaptionPlayback
  private let second: CaptionTrack?
  private let look: CaptionLook
  private let margin: SafeMargin

  /// Makes a view of a track.
  ///
  /// - Parameters:
  ///   - track: The captions.
  ///   - second: The same in another language: smaller, in two lines at most, at the bottom, where the others leave room for
  ///     them all the time.
  ///   - loops: Whether they begin again after the last one.
  ///   - look: How they are made legible.
  ///   - margin: Pixels that are kept free at each edge; `nil` for the title-safe area.
  public init(
    _ track: CaptionTrack, second: CaptionTrack? = nil, loops: Bool = false, look: CaptionLook = .outlined,
    margin: Double? = nil
  ) {
    course = CaptionPlayback(track, loops: loops)
    self.second = second
    self.look = look
    self.margin = SafeMargin(pixels: margin)
  }

  /// Adds a scope that changes whenever a cue comes or goes.
  func addNodes(to builder: inout SceneBuilder) {
    builder.scope("Captions") { builder in
      let moment = course.moment(at: builder.time)
      builder.changes(at: course.nextChange(after: moment))
      let line = builder.shape(of: Text("x"))
      builder.arrange(.cues(CueArrangement(margin: margin, line: line))) { builder in
        let distance = second == nil ? 0 : Captions.roomForSecond(in: builder.environment)
        addCues(of: course.track, at: moment, distance: distance, into: &builder)
        guard let second else { return }
        builder.changes(at: moment.presentation(of: second.nextChange(after: moment.time)))
        builder.element(ElementIdentity("second")) { builder in
          builder.with(Captions.makeSecond) { addCues(of: second, isSecond: true, at: moment, into: &$0) }
        }
      }
    }
  }

  private func addCues(
    of track: CaptionTrack, isSecond: Bool = false, at moment: CaptionPlayback.Moment, distance: Double = 0,
    into builder: inout SceneBuilder
  ) {
    let shown = ShownCaptions(of: track, at: moment.time)
    for stand in shown.stands {
      var stand = stand
      stand.isSecond = isSecond
      stand.distance = distance
      builder.element(ElementIdentity(stand.number)) { $0.caption(track.cues[stand.number], stand, look: look) }
    }
    let line = builder.shape(of: Text("x"))
    for roll in shown.rolls { roll.resolve(into: &builder, cues: track.cues, at: moment, line: line, look: look) }
  }

  /// What holds for the second language.
  private static func makeSecond(_ environment: inout EnvironmentValues) {
    environment.font.size *= 0.75
    environment.lineLimit = min(environment.lineLimit ?? 2, 2)
  }

  /// Two lines of the second language, whatever it shows, so that the first one keeps its place.
  private static func roomForSecond(in environment: EnvironmentValues) -> Double {
    (environment.font.size * 0.75 * 2.8).rounded()
  }
}

/// What is shown at a time.
private struct ShownCaptions {
  /// More cues at once than fit into any picture.
  private static let limit = 64

  /// The cues that are in no region, in their order, with those that are gone but hold the place of others.
  private(set) var stands: [CaptionStand] = []
  private(set) var rolls: [CaptionRoll] = []

  init(of track: CaptionTrack, at time: MediaTime) {
    let lanes = track.index.lanes
    var rolled: [String: [Int]] = [:]
    var isThere: Set<Int> = []
    for cue in track.active(at: time) {
      if let region = track.cues[cue].placement.region {
        rolled[region, default: []].append(cue)
      } else if stands.count < ShownCaptions.limit {
        isThere.insert(cue)
        stands.append(CaptionStand(number: cue, standsOn: lanes[cue]?.below, share: lanes[cue]?.share ?? 1))
      }
    }
    var index = 0
    while index < stands.count {
      if let below = stands[index].standsOn, isThere.insert(below).inserted {
        stands.append(
          CaptionStand(
            number: below, standsOn: lanes[below]?.below, isGone: true, share: lanes[below]?.share ?? 1))
      }
      index += 1
    }
    stands.sort { $0.number < $1.number }
    rolls = rolled.compactMap { name, cues in
      track.region(name).map { CaptionRoll(region: $0, cues: cues.suffix(ShownCaptions.limit)) }
    }
    .sorted { ($0.cues.first ?? 0) < ($1.cues.first ?? 0) }
  }
}
