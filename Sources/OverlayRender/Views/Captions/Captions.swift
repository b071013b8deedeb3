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
public struct Captions: View {
  private let playback: CaptionPlayback
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
    playback = CaptionPlayback(track, loops: loops)
    self.second = second
    self.look = look
    self.margin = SafeMargin(pixels: margin)
  }

  /// The cues that are there, which change whenever one comes or goes.
  public var body: some View {
    ChangingView("Captions") { builder in
      let moment = playback.moment(at: builder.time)
      builder.changes(at: playback.nextChange(after: moment))
      if let second { builder.changes(at: moment.presentation(of: second.nextChange(after: moment.time))) }
      let environment = builder.environment
      return ArrangedView(.cues(CueArrangement(margin: margin, line: environment.shape(of: Text("x"))))) {
        let distance = second == nil ? 0 : Captions.reservedHeightForSecond(in: environment)
        ShownCaptions(of: playback.track, at: moment, distance: distance, look: look)
        if let second {
          ShownCaptions(of: second, isSecond: true, at: moment, look: look).environment(Captions.makeSecond)
        }
      }
    }
  }

  /// What holds for the second language.
  @Sendable private static func makeSecond(_ environment: inout EnvironmentValues) {
    environment.font.size *= 0.75
    environment.lineLimit = min(environment.lineLimit ?? 2, 2)
  }

  /// Two lines of the second language, whatever it shows, so that the first one keeps its place.
  private static func reservedHeightForSecond(in environment: EnvironmentValues) -> Double {
    (environment.font.size * 0.75 * 2.8).rounded()
  }
}

/// The cues of a track that are shown at a moment.
private struct ShownCaptions: View {
  /// More cues at once than fit into any picture.
  private static let limit = 64

  private let track: CaptionTrack
  private let moment: CaptionPlayback.Moment
  private let look: CaptionLook
  /// The cues that are in no region, in their order, with those that are gone but hold the place of others.
  private var states: [CueState] = []
  /// Regions and the cues in them, by their places in the track.
  private var regions: [(region: CaptionRegion, cues: [Int])] = []

  init(
    of track: CaptionTrack, isSecond: Bool = false, at moment: CaptionPlayback.Moment, distance: Double = 0,
    look: CaptionLook
  ) {
    self.track = track
    self.moment = moment
    self.look = look
    let lanes = track.index.lanes
    func state(_ cue: Int, isGone: Bool = false) -> CueState {
      CueState(
        index: cue, below: lanes[cue]?.below, isSecond: isSecond, isGone: isGone, distance: distance,
        share: lanes[cue]?.share ?? 1)
    }
    var cuesByRegion: [String: [Int]] = [:]
    var isThere: Set<Int> = []
    for cue in track.active(at: moment.time) {
      if let region = track.cues[cue].placement.region {
        cuesByRegion[region, default: []].append(cue)
      } else if states.count < ShownCaptions.limit {
        isThere.insert(cue)
        states.append(state(cue))
      }
    }
    var index = 0
    while index < states.count {
      if let below = states[index].below, isThere.insert(below).inserted {
        states.append(state(below, isGone: true))
      }
      index += 1
    }
    states.sort { $0.index < $1.index }
    regions = cuesByRegion.compactMap { name, cues in
      track.region(name).map { ($0, cues.suffix(ShownCaptions.limit)) }
    }
    .sorted { ($0.cues.first ?? 0) < ($1.cues.first ?? 0) }
  }

  var body: some View {
    ForEach(states, id: \.index) { CueView(cue: track.cues[$0.index], state: $0, look: look) }
    if !regions.isEmpty {
      EnvironmentReader { environment in
        let line = environment.shape(of: Text("x"))
        ForEach(regions, id: \.region.identifier) { shown in
          CaptionRegionView(
            region: shown.region, cues: shown.cues, track: track, moment: moment, line: line, look: look)
        }
      }
    }
  }
}
