/// The captions of a track that are active at the frame's time.
///
///     Captions(track).font(size: 42).foregroundColor(.yellow)
///
/// The view takes all the space it is offered, and keeps the title-safe margins free, which are 5 % at each edge. Cues
/// without a position are at the bottom, in lines of similar length. If the picture is taller than wide, they are above
/// its lowest quarter, where players of such pictures show their buttons. Cues that are shown together are stacked, and
/// stay in place when one of them disappears. WebVTT's rules for positions, regions and vertical text apply to all
/// formats. A cue is visible from the first frame at or after its start to the last frame before its end, counted from
/// the start of the stream.
///
/// A cue that does not fit shrinks to half of its size at most, and cues that do not fit together to a quarter. Each
/// keeps its size while it is visible. If they still do not fit, they overlap, and a cue is cut at the edge of the
/// picture. ``View/lineLimit(_:)`` limits the lines of a cue, and ``View/minimumScaleFactor(_:)`` lets it shrink before
/// that. At most 64 cues are shown together.
public struct Captions: View {
  private let playback: CaptionPlayback
  private let second: CaptionTrack?
  private let look: CaptionLook
  private let margin: SafeMargin

  /// Creates a view of a track.
  ///
  /// - Parameters:
  ///   - track: The captions.
  ///   - second: The captions in a second language. They are smaller, have at most two lines, and are at the bottom,
  ///     where the first track leaves space for them.
  ///   - loops: Whether the captions start again after the last one.
  ///   - look: The way in which the captions are kept legible.
  ///   - margin: The margin at each edge in pixels; `nil` for the title-safe area.
  public init(
    _ track: CaptionTrack, second: CaptionTrack? = nil, loops: Bool = false, look: CaptionLook = .outlined,
    margin: Double? = nil
  ) {
    playback = CaptionPlayback(track, loops: loops)
    self.second = second
    self.look = look
    self.margin = SafeMargin(pixels: margin)
  }

  /// The visible cues.
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

  /// Sets the style of the second language.
  @Sendable private static func makeSecond(_ environment: inout EnvironmentValues) {
    environment.font.size *= 0.75
    environment.lineLimit = min(environment.lineLimit ?? 2, 2)
  }

  /// Returns the height of two lines of the second language, which is always kept free so that the first one does not
  /// move.
  private static func reservedHeightForSecond(in environment: EnvironmentValues) -> Double {
    (environment.font.size * 0.75 * 2.8).rounded()
  }
}

/// The cues of a track that are shown at a time.
private struct ShownCaptions: View {
  /// The greatest number of cues, which is more than fit into any picture.
  private static let limit = 64

  private let track: CaptionTrack
  private let moment: CaptionPlayback.Moment
  private let look: CaptionLook
  /// The cues outside of regions in order, including those that only keep others in place.
  private var states: [CueState] = []
  /// The regions with the indices of their cues.
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
    var included: Set<Int> = []
    for cue in track.active(at: moment.time) {
      if let region = track.cues[cue].placement.region {
        cuesByRegion[region, default: []].append(cue)
      } else if states.count < ShownCaptions.limit {
        included.insert(cue)
        states.append(state(cue))
      }
    }
    var index = 0
    while index < states.count {
      if let below = states[index].below, included.insert(below).inserted {
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
    ForEach(states, id: \.index) {
      CueView(cue: track.cues[$0.index], language: track.language, state: $0, look: look)
    }
    if !regions.isEmpty {
      EnvironmentReader { environment in
        ForEach(regions, id: \.region.identifier) { shown in
          CaptionRegionView(
            region: shown.region, cues: shown.cues, track: track, moment: moment, environment: environment, look: look)
        }
      }
    }
  }
}
