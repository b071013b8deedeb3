/// The cues of a region that are shown together.
struct CaptionRoll {
  /// How long a new cue takes to push the others up (W3C WebVTT, section 7.4).
  private static let scrollTime = MediaTime.milliseconds(433)

  let region: CaptionRegion
  /// Their places in the track, the oldest first.
  let cues: [Int]

  /// Adds the region to the captions around it.
  func resolve(
    into builder: inout SceneBuilder, cues all: [CaptionCue], at moment: CaptionPlayback.Moment, line: TextShape,
    look: CaptionLook
  ) {
    builder.element(ElementIdentity(region.identifier)) { builder in
      builder.scope("CaptionRegion", changesBy: .transition) { builder in
        let newest = moment.presentation(of: cues.map { all[$0].start }.max() ?? moment.time)
        let rolled = CueRegion(
          width: region.width / 100, lines: region.lines,
          anchor: UnitPoint(x: region.anchor.x / 100, y: region.anchor.y / 100),
          viewportAnchor: UnitPoint(x: region.viewportAnchor.x / 100, y: region.viewportAnchor.y / 100),
          progress: region.scrolls ? progress(since: newest, into: &builder) : 1)
        builder.wrap(in: .effect(.clip(.rectangle))) { builder in
          builder.arrange(.cueRegion(CueRegionArrangement(region: rolled, line: line))) { builder in
            for cue in cues {
              builder.element(ElementIdentity(cue)) { $0.caption(all[cue], CaptionStand(number: cue), look: look) }
            }
          }
        }
      }
    }
  }

  private func progress(since start: MediaTime, into builder: inout SceneBuilder) -> Double {
    let end = start + CaptionRoll.scrollTime
    func progress(at time: MediaTime) -> Double {
      if time >= end { return 1 }
      return time <= start ? 0 : Easing.ease.value(at: (time - start).seconds / CaptionRoll.scrollTime.seconds)
    }
    let held = builder.time.heldTime
    if held < end { builder.changes(at: builder.time.nextChange(stillUntil: held, of: progress)) }
    return progress(at: held)
  }
}
