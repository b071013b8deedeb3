import Foundation
import OverlayRender

/// A run of a command that renders: the options, settled and checked, before the content is known.
struct RenderRun {
  let rate: FrameRate
  /// The civil time at which the run begins.
  let wallStart: WallTime
  /// The zone whose civil time is meant.
  let timeZone: any CivilTimeZone
  /// The length that was asked for; `nil` for the content's own.
  let duration: MediaTime?
  /// Whether frames come by the clock.
  let isLive: Bool
  /// What is told while it goes on.
  let notes = RunNotes()

  private let options: SharedOptions
  private let messages: Messages
  private let plan: OutputPlan
  private var configuration: RenderConfiguration

  /// Settles the options that do not depend on the content.
  ///
  /// - Parameter inputs: The files that the content is read from.
  init(_ options: SharedOptions, timeZone: (any CivilTimeZone)?, reading inputs: [InputFile]) throws {
    self.options = options
    messages = try options.output.messages()
    rate = try options.picture.frameRate()
    isLive = options.time.live
    duration = try options.time.runDuration()
    try options.time.checkLive()
    plan = try options.output.plan()
    let reports = [("--stats", options.output.stats), ("--explain", options.diagnostics.explain)]
    try RunFiles(
      plan: plan, reports: reports.compactMap { option, target in target.map { (option, $0) } },
      inputs: inputs + options.font.fontFile.map { InputFile(role: "the font file", path: $0) }
    ).check()

    let now = HostClock.shared.wallTime
    if timeZone == nil, let problem = SystemTimeZone.current.problem { notes.add(problem) }
    self.timeZone = timeZone ?? SystemTimeZone.current.timeZone
    let start = try options.time.start(in: self.timeZone, now: now, notes: notes)
    // A run that begins now begins at the last whole second, as a live one does.
    wallStart = start ?? (isLive ? now : now.wholeSecond)
    configuration = RenderConfiguration(
      size: PixelSize(1, 1), frameRate: rate, start: isLive ? start : wallStart)
    configuration.background = try options.picture.backgroundColor()
    configuration.alignment = options.style.align?.alignment ?? .center
    configuration.fonts = try options.font.configuration()
    configuration.pixelFormat = plan.samplePixelFormat
    configuration.matrix = options.output.colorMatrix
    configuration.range = options.output.range ?? .limited
    configuration.showsDamage = options.diagnostics.showDamage
  }

  /// Draws and writes a run of a view in the style of the options.
  ///
  /// - Parameters:
  ///   - locale: Whose digits are used where the view does not say so itself.
  func record(_ view: some View, locale: Locale? = nil, of content: Content) async throws {
    try await record(content) { style in StyledOverlay(content: view, style: style, locale: locale) }
  }

  /// Draws and writes the run.
  ///
  /// - Parameters:
  ///   - overlay: What is shown, in the style that the options ask for.
  func record(_ content: Content, overlay: (OverlayStyle) throws -> some View) async throws {
    var configuration = configuration
    let end = contentEnd(of: content)
    let span = try span(endingAt: end, content)
    let size = try options.picture.pixelSize()
    let style = try options.style.style(content.look, in: size, font: options.font)
    // Whether there are fonts is told before anything is made.
    let fontNote = try options.font.note(from: FontCatalog(configuration.fonts))
    let overlay = try overlay(style)
    configuration.size =
      try size
      ?? FrameStream.fittingSize(
        of: overlay, configuration: configuration,
        over: MediaTimeRange(
          start: .zero, duration: runEnd(by: end) ?? content.fittingSpan + (runEnd(by: content.end) ?? .zero)),
        changes: content.changes)
    let video = try configuration.videoFormat()
    messages.detail("\(video) at \(rate) frames per second, as \(plan.format.name) to \(plan.name)")
    for note in [fontNote, alphaNote(of: video)].compactMap(\.self) { notes.add(note) }
    let reports = RunReports(
      statistics: try StatisticsReport(
        options.output.stats, overwrite: options.output.overwrite, every: options.output.statisticsInterval()),
      explanation: try ExplanationReport(options.diagnostics.explain, overwrite: options.output.overwrite))
    if let explanation = reports.explanation { configuration.explain = { explanation.write($0) } }
    let recording = Recording(
      stream: FrameStream(overlay, configuration: configuration), span: span, plan: plan, video: video,
      overwrite: options.output.overwrite, keepsPartial: options.output.keepPartial, notes: notes,
      blankNote: blankNote(of: content))
    defer { notes.finish() }
    try await recording.run(reports, messages: messages)
  }

  /// Where the content ends the run: in files, and everywhere if it says so.
  private func contentEnd(of content: Content) -> Content.End? {
    let mustEnd = duration == nil && (plan.destination?.kind == .file || !plan.takesEndlessStream(isLive: isLive))
    return content.endsEverywhere || mustEnd ? content.end : nil
  }

  /// Where the run ends, as a presentation time; `nil` for never.
  private func runEnd(by end: Content.End?) -> MediaTime? {
    let contentEnd: MediaTime? =
      switch end {
      case .wall(let wall)?: .nanoseconds(wall - wallStart)
      case .elapsed(let time)?: time
      case nil: nil
      }
    return [duration, contentEnd].compactMap(\.self).min()
  }

  private func span(endingAt end: Content.End?, _ content: Content) throws -> Recording.Span {
    let runEnd = runEnd(by: end)
    let stretch = try options.time.stretch(ofRunUntil: runEnd, rate: rate)
    if plan.holdsOneFrameOnly, stretch.frames.count > 1 {
      throw Failure(
        .usage,
        "\(plan.name) takes one \(plan.format.name.uppercased()) file only: "
          + "give --at \(content.still) for a still, or a numbered name such as frames/%05d.\(plan.format.name)"
      )
    }
    if stretch.isEndless, !plan.takesEndlessStream(isLive: isLive) {
      let live = plan.takesEndlessStream(isLive: true) ? ", or --live" : ""
      throw Failure(.usage, "\(plan.name): \(content.name) never ends: give --duration, such as --duration 10s\(live)")
    }
    guard isLive else { return .offline(stretch) }
    // Frames that have times of their own last until the next one.
    let repeats = !plan.format.hasTimestamps || options.output.cfr
    guard case .wall(let wall)? = end else { return .live(duration: runEnd, until: nil, repeats: repeats) }
    return .live(duration: duration, until: wall, repeats: repeats)
  }

  /// What is noted when nothing was visible; `nil` where that is no surprise.
  private func blankNote(of content: Content) -> String? {
    guard !isLive, configuration.background.alpha == 0 else { return nil }
    if let at = options.time.at {
      let advice = at == content.still ? "" : "; try another time, such as --at \(content.still)"
      return "nothing is visible at \(at): the picture is wholly transparent\(advice)"
    }
    let isStretch = options.time.fromTime != nil || options.time.toTime != nil
    return "nothing is visible in \(isStretch ? "this stretch" : "this run"): every picture is wholly transparent"
  }

  private func alphaNote(of video: VideoFormat) -> String? {
    guard configuration.background.alpha < 1, !plan.keepsAlpha else { return nil }
    let keeping = OutputFormat.offered.filter { $0.defaultPixelFormat?.hasAlpha == true }.map(\.name)
    return "\(plan.format.name) in \(video.pixelFormat) has no alpha: what is transparent is black; "
      + "\(keeping.listed(with: "and")) keep it"
  }
}

extension WallTime {
  /// The last whole second.
  fileprivate var wholeSecond: WallTime {
    let remainder = nanosecondsSince1970 % 1_000_000_000
    return advanced(byNanoseconds: -(remainder < 0 ? remainder + 1_000_000_000 : remainder))
  }
}

/// What the shared part of a run needs to know of what is shown.
struct Content {
  /// A moment at which the content is over.
  enum End {
    /// A civil time.
    case wall(WallTime)
    /// So long after the beginning.
    case elapsed(MediaTime)
  }

  /// What messages call it.
  let name: String
  /// Where it is over, if it ever is.
  var end: End?
  /// Whether it is over there wherever the frames go, and not only in files.
  var endsEverywhere = false
  /// How much of an endless run `--size fit` has room for; of one with an end, how much after it.
  let fittingSpan: MediaTime
  /// How often it may change in a run for all of which `--size fit` is to have room.
  var changes = 48
  /// How it looks when nothing else is asked for.
  var look = UsualLook.large
  /// Where messages advise to take a still: everything is to be seen there.
  var still = "0s"

  static let clock = Content(name: "a clock", fittingSpan: .seconds(366 * 86_400))
  static let stopwatch = Content(name: "a stopwatch", fittingSpan: .seconds(86_400))
  static let timecode = Content(name: "timecode", fittingSpan: .seconds(86_400))
  static let label = Content(name: "a label", fittingSpan: .seconds(1))
  static let lowerThird = Content(name: "a lower third", fittingSpan: .seconds(1), look: .lowerThird, still: "2s")
  static let ticker = Content(name: "a ticker", fittingSpan: .seconds(1), look: .ticker, still: "5s")

  /// Subtitles that end at a time; `nil` for those that are repeated for ever.
  static func subtitles(_ track: CaptionTrack, endingAt end: MediaTime?, look: UsualLook) -> Content {
    let first = track.cues.first(where: \.isEverShown)?.start ?? .zero
    return Content(
      name: "a loop of subtitles", end: end.map { .elapsed($0) }, fittingSpan: track.end,
      // Words and transitions change a line as well.
      changes: min(40 * track.cues.count + 1, 40_000), look: look, still: "\(max(first.seconds, 0))s")
  }

  static func countdown(endingAt end: End, everywhere: Bool) -> Content {
    Content(name: "a countdown", end: end, endsEverywhere: everywhere, fittingSpan: .seconds(86_400))
  }
}
