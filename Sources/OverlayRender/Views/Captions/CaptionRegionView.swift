/// The visible cues of a region.
struct CaptionRegionView: View {
  /// The duration in which a new cue pushes up the others (W3C WebVTT, section 7.4).
  private static let scrollTime = MediaTime.milliseconds(433)

  let region: CaptionRegion
  /// The indices of the cues in the track, oldest first.
  let cues: [Int]
  let track: CaptionTrack
  let moment: CaptionPlayback.Moment
  /// The style around the captions.
  let environment: EnvironmentValues
  let look: CaptionLook

  var body: some View {
    let padding = look.padding(around: environment.font, isVertical: false)
    let reach = environment.outlines.reduce((environment.font.size / 6).rounded(.up)) { max($0, Double($1.reach)) }
    ChangingView("CaptionRegion", changesBy: .transition) { builder in
      let newest = moment.presentation(of: cues.map { track.cues[$0].start }.max() ?? moment.time)
      let rolled = CueRegion(
        width: region.width / 100, lines: region.lines,
        anchor: UnitPoint(x: region.anchor.x / 100, y: region.anchor.y / 100),
        viewportAnchor: UnitPoint(x: region.viewportAnchor.x / 100, y: region.viewportAnchor.y / 100),
        progress: region.scrolls ? progress(since: newest, into: &builder) : 1)
      let arrangement = CueRegionArrangement(
        region: rolled, line: environment.shape(of: Text("x")), padding: padding.top + padding.bottom)
      let above = rolled.progress < 1 ? 0 : environment.font.size * 2
      return ArrangedView(.cueRegion(arrangement)) {
        ForEach(cues, id: \.self) { cue in
          CueView(cue: track.cues[cue], language: track.language, state: CueState(index: cue), look: look)
        }
      }
      // Outlines and shadows are not clipped, and neither is a line that is higher than the region, except while lines
      // move out at the top.
      .padding(EdgeInsets(top: above, leading: reach, bottom: reach, trailing: reach))
      .clipped()
      .padding(EdgeInsets(top: -above, leading: -reach, bottom: -reach, trailing: -reach))
    }
  }

  private func progress(since start: MediaTime, into builder: inout SceneBuilder) -> Double {
    let end = start + CaptionRegionView.scrollTime
    func progress(at time: MediaTime) -> Double {
      if time >= end { return 1 }
      return time <= start ? 0 : Easing.ease.value(at: (time - start).seconds / CaptionRegionView.scrollTime.seconds)
    }
    let held = builder.time.animationTime
    if held < end { builder.changes(at: builder.time.nextChange(unchangedUntil: held, of: progress)) }
    return progress(at: held)
  }
}
