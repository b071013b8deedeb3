/// The lines of a track as a listener follows them: the one that is spoken large, the one before above it and the next one
/// below, both dimmed and smaller.
///
///     ListeningText(song, second: translation).font(size: 48)
///
/// The words of the current line light up as they are spoken: by the times that the track has for them, or spread over the
/// line by their length. Of a second track, in another language, the line that is spoken along with it stands beneath.
///
/// Between two lines the middle stays empty: the last one stands above as soon as it is over. Before the first line there
/// is only the one below, after the last only the one above. Cues without text are gaps; of several at once the current
/// one is that which began last. A line is the current one from the frame at or after its start to the last before its
/// end, counted from the beginning of the stream.
///
/// It takes all the space it is offered and keeps within the title-safe margins (5 % at each edge). The current line,
/// with what stands beneath it, is in the middle whatever is above and below. It is cut at ``View/lineLimit(_:)``, or where
/// there is no room for more lines, and shrinks before by ``View/minimumScaleFactor(_:)``. All others have two lines at
/// most, and those above and below none where there is no room. Lines are broken so that they are of like length, and run
/// across, wherever a cue wants to stand.
public struct ListeningText: View {
  private let playback: CaptionPlayback
  private let second: CaptionTrack?
  private let transition: ListeningTransition
  private let style: ListeningStyle
  private let margin: SafeMargin

  /// Makes a view of a track.
  ///
  /// - Parameters:
  ///   - track: The lines.
  ///   - second: The same lines in another language, by the same times.
  ///   - loops: Whether they begin again after the last one; then the next line of the last is the first.
  ///   - transition: How lines give way to the next ones.
  ///   - look: How they are made legible.
  ///   - highlight: The colour of words that have been spoken; `nil` for the colour that they would have in any other
  ///     text. Words that are still to come are dimmed.
  ///   - showsNeighbors: Whether the lines before and after are there.
  ///   - margin: Pixels that are kept free at each edge; `nil` for the title-safe area.
  public init(
    _ track: CaptionTrack, second: CaptionTrack? = nil, loops: Bool = false, transition: ListeningTransition = .slide,
    look: CaptionLook = .outlined, highlight: Color? = nil, showsNeighbors: Bool = true, margin: Double? = nil
  ) {
    playback = CaptionPlayback(track, loops: loops)
    self.second = second
    self.transition = transition
    style = ListeningStyle(look: look, highlight: highlight, showsNeighbors: showsNeighbors)
    self.margin = SafeMargin(pixels: margin)
  }

  /// The lines of the moment, which change with each of them, and on each frame while they give way to the next ones. The
  /// words in them change by themselves.
  public var body: some View {
    ChangingView("ListeningText") { builder in
      let moment = playback.moment(at: builder.time)
      let listening = playback.listening(at: moment)
      let until = moment.presentation(of: listening.until)
      let step = step(of: listening, at: moment, until: until, into: &builder)
      builder.changes(at: until)
      let pitch = ListeningStyle.pitch(in: builder.environment)
      return ArrangedView(.layers(LayersArrangement(alignment: .center))) {
        if step != .end, let before = listening.before {
          // The old lines are gone by the middle: two texts through each other are read by nobody.
          page(before, clock: .fixed(listening.since))
            .moved(by: transition == .slide ? step.distance - pitch : 0, opacity: max(255 - 2 * step.opacity, 0))
        }
        page(listening.lines, clock: .running(playback))
          .moved(by: step.distance, opacity: step.opacity)
      }
      .clipped()
      .within(margin)
    }
    .environment(ListeningStyle.prepare)
  }

  /// How far the transition to these lines has come; says when it goes on.
  private func step(
    of listening: CaptionListening, at moment: CaptionPlayback.Moment, until: MediaTime,
    into builder: inout SceneBuilder
  ) -> ListeningTransition.Step {
    guard listening.before != nil else { return .end }
    let time = builder.time
    let start = moment.presentation(of: listening.since)
    let pitch = ListeningStyle.pitch(in: builder.environment)
    func reached(at moment: MediaTime) -> ListeningTransition.Step {
      transition.step(
        at: moment, from: start, available: listening.until - listening.since, pitch: pitch,
        frame: time.frameRate.interval)
    }
    let step = reached(at: time.animationTime)
    if step != .end { builder.changes(at: time.nextChange(unchangedUntil: time.animationTime, of: reached)) }
    return step
  }

  private func page(_ lines: CaptionListening.Lines, clock: ListeningWords.Clock) -> ListeningPage {
    let current = lines.current.map { playback.track.cues[$0] }
    let companion = current.flatMap { current in
      second.flatMap { second in second.index.spoken.companion(of: current, in: second.cues).map { second.cues[$0] } }
    }
    func line(_ cue: CaptionCue?, isSmall: Bool = true) -> ListeningLine? {
      cue.map { ListeningLine($0, isSmall: isSmall) }
    }
    return ListeningPage(
      previous: line(lines.previous.map { playback.track.cues[$0] }), current: line(current, isSmall: false),
      second: line(companion), next: line(lines.next.map { playback.track.cues[$0] }), clock: clock, style: style)
  }
}

extension View {
  /// The view with a margin around it.
  @ViewBuilder fileprivate func within(_ margin: SafeMargin) -> some View {
    switch margin {
    case .share(let share):
      ArrangedView(.safeArea(SafeAreaArrangement(margin: share, alignment: .center))) { self }
    case .pixels(let pixels):
      padding(pixels)
    }
  }

  /// The view some whole pixels below its place, as much of it as 0...255 says.
  fileprivate func moved(by distance: Int, opacity: Int) -> some View {
    offset(y: Double(distance)).opacity(Double(opacity) / 255)
  }
}
