/// The lines of a track for a listener: the current line large in the middle, the previous one above it and the next
/// one below, both smaller and dimmed.
///
///     ListeningText(song, second: translation).font(size: 48)
///
/// The words of the current line are highlighted as they are spoken, at the times in the track or else in proportion to
/// their length. A line of the second track, in another language, is shown below the current line.
///
/// Between two lines the middle is empty, and the last line moves up as soon as it ends. Before the first line only the
/// next one is shown, and after the last line only the previous one. A cue without text is a pause. If several cues are
/// active, the one that started last is the current one. A line is current from the first frame at or after its start
/// to the last frame before its end, counted from the start of the stream.
///
/// The view takes all the space it is offered, and keeps the title-safe margins free, which are 5 % at each edge. The
/// current line and its translation are always in the middle. ``View/lineLimit(_:)`` and the available height limit the
/// current line, and ``View/minimumScaleFactor(_:)`` lets it shrink before that. The other lines have at most two lines
/// of text, and the previous and next one are hidden if there is not enough space. Lines are horizontal and broken at
/// similar lengths; the positions of cues are ignored.
public struct ListeningText: View {
  private let playback: CaptionPlayback
  private let second: CaptionTrack?
  private let transition: ListeningTransition
  private let style: ListeningStyle
  private let margin: SafeMargin

  /// Creates a view of a track.
  ///
  /// - Parameters:
  ///   - track: The lines.
  ///   - second: The lines in a second language, at the same times.
  ///   - loops: Whether the lines start again after the last one. The next line of the last one is then the first.
  ///   - transition: The transition from one line to the next.
  ///   - look: The way in which the lines are kept legible.
  ///   - highlight: The color of words that have been spoken; `nil` for their usual color. Words that are still to come
  ///     are dimmed.
  ///   - showsNeighbors: Whether the previous and the next line are shown.
  ///   - margin: The margin at each edge in pixels; `nil` for the title-safe area.
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

  /// The lines at the time of the frame. They change with each line and on each frame of a transition. Their words
  /// change by themselves.
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
          // The old lines have faded out by the middle of the transition, so that two texts are not shown through each
          // other.
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

  /// Returns the state of the transition to these lines, and announces its next change.
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
    func line(_ cue: CaptionCue?, of track: CaptionTrack? = nil, isSmall: Bool = true) -> ListeningLine? {
      cue.map { ListeningLine($0, language: (track ?? playback.track).language, isSmall: isSmall) }
    }
    return ListeningPage(
      previous: line(lines.previous.map { playback.track.cues[$0] }), current: line(current, isSmall: false),
      second: line(companion, of: second), next: line(lines.next.map { playback.track.cues[$0] }), clock: clock,
      style: style)
  }
}

extension View {
  /// Returns the view with a margin around it.
  @ViewBuilder fileprivate func within(_ margin: SafeMargin) -> some View {
    switch margin {
    case .share(let share):
      ArrangedView(.safeArea(SafeAreaArrangement(margin: share, alignment: .center))) { self }
    case .pixels(let pixels):
      padding(pixels)
    }
  }

  /// Returns the view moved down by a number of pixels, with an opacity of 0...255.
  fileprivate func moved(by distance: Int, opacity: Int) -> some View {
    offset(y: Double(distance)).opacity(Double(opacity) / 255)
  }
}
