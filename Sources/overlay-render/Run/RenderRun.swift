import FoundationEssentials
import OverlayMedia
import OverlayRender

/// A run of a rendering command: the checked options, before the content is known.
struct RenderRun {
  let rate: FrameRate
  /// The wall time at which the run begins.
  let wallStart: WallTime
  /// The time zone for civil times.
  let timeZone: any CivilTimeZone
  /// The requested duration; `nil` for that of the content.
  let duration: MediaTime?
  /// Whether frames are written in real time.
  let isLive: Bool
  /// The notes of the run.
  let notes = RunNotes()

  let options: SharedOptions
  let plans: [OutputPlan]
  private let messages: Messages
  /// What the content is drawn over; `nil` for nothing.
  let input: MovieInput?
  private var configuration: RenderConfiguration

  /// Checks the options that do not depend on the content.
  ///
  /// - Parameters:
  ///   - timeZone: The time zone; `nil` for that of the system.
  ///   - inputs: The files from which the content is read.
  init(_ options: SharedOptions, timeZone: (any CivilTimeZone)?, reading inputs: [InputFile]) throws {
    self.options = options
    messages = try options.output.messages()
    try options.pictureInPicture.check(options)
    let isInWindow = options.pictureInPicture.pip
    try options.time.checkLive(options.time.live || options.movie.feedURL != nil)
    // A feed may take long to begin.
    if options.movie.feedURL != nil {
      try options.movie.check(for: options.output.plans(movie: options.movie.choices()))
    }
    input = try options.openMovie()
    let movie = input?.file
    rate = try options.picture.frameRate() ?? input?.frameRate ?? .fps(30)
    isLive = options.time.live || isInWindow || input != nil && movie == nil
    duration = try options.time.runDuration(over: movie)
    for (option, isGiven) in [("--tick", options.movie.tick), ("--reproducible", options.movie.reproducible)]
    where isLive && isGiven {
      throw Failure(.usage, "\(option) cannot be used with --live: leave one of them out")
    }
    let choices = try options.movie.choices()
    plans =
      try isInWindow
      ? [options.output.planWithoutOutput()]
      : options.output.plans(movie: input?.choices(choices) ?? choices)
    try options.output.checkReconnecting(of: plans, hasFeed: options.movie.feedURL != nil)
    try options.output.checkSecurity(of: plans, feed: options.movie.feedURL)
    if options.time.at != nil, let plan = plans.first(where: \.isStream) {
      throw Failure(.usage, "--at: \(plan.format.name) is a live stream and needs more than one picture: leave it out")
    }
    try options.movie.check(for: plans)
    notes.addDamagedFonts()
    if options.output.verbose { FFmpegLog.setHandler { [messages] in messages.detail($0) } }
    let reports = [("--stats", options.output.stats), ("--explain", options.diagnostics.explain)]
    try SystemResources.check(fileCount: plans.count + reports.count { $1 != nil })
    try RunFiles(
      plans: plans, reports: reports.compactMap { option, target in target.map { (option, $0) } },
      inputs: inputs + options.movie.inputs
        + options.font.fontFile.map { InputFile(role: "the font file", path: $0) }
    ).check()

    let now = HostClock.shared.wallTime
    self.timeZone = try Self.timeZone(given: timeZone, isOfMovie: movie != nil && options.time.start == nil, notes)
    let start = try options.time.start(in: self.timeZone, now: now, over: movie, notes: notes)
    // A run that begins now begins at the last whole second, as a live run does.
    wallStart = start ?? (isLive ? now : now.roundedDownToSecond)
    configuration = RenderConfiguration(
      size: PixelSize(1, 1), frameRate: rate, start: isLive ? start : wallStart)
    configuration.background = try options.picture.backgroundColor()
    configuration.alignment = options.style.align?.alignment ?? .center
    configuration.fonts = try options.font.configuration()
    configuration.matrix = options.output.colorMatrix
    configuration.range = options.output.range ?? .limited
    configuration.showsDamage = options.diagnostics.showDamage
    configuration.reportTextLoss = { [notes] in notes.add($0, at: $1) }
  }

  /// Whether the time of the content is that of a movie, so that no wall time is known.
  var followsMovie: Bool { input?.file != nil && options.time.start == nil }

  /// The time zone for civil times. The time of a movie is the same in all of them.
  private static func timeZone(
    given: (any CivilTimeZone)?, isOfMovie: Bool, _ notes: RunNotes
  ) throws -> any CivilTimeZone {
    if isOfMovie {
      guard given == nil else {
        throw Failure(.usage, "--time-zone: the time of a movie has no time zone: add --start TIME, or leave it out")
      }
      return try TimeZoneName.timeZone(named: "UTC0")
    }
    if given == nil, let problem = SystemTimeZone.current.problem { notes.add(problem) }
    return given ?? SystemTimeZone.current.timeZone
  }

  /// Renders a view in the style of the options.
  ///
  /// - Parameters:
  ///   - locale: The locale of the view; `nil` if the view sets it itself.
  func record(_ view: some View, locale: Locale? = nil, of content: RunContent) async throws {
    try await record(content) { style in StyledOverlay(content: view, style: style, locale: locale) }
  }

  /// Renders the run.
  ///
  /// - Parameters:
  ///   - overlay: Returns the view for the style of the options.
  func record(_ content: RunContent, overlay: (OverlayStyle) throws -> some View) async throws {
    var configuration = configuration
    let end = contentEnd(of: content)
    let makeRecording: (FrameStream) throws -> Recording
    switch input {
    case .file(let movie)?: makeRecording = { try self.recording(of: $0, over: movie, content) }
    case .feed(let feed)?: makeRecording = { try self.recording(of: $0, over: feed, until: end, content) }
    case nil:
      let source = try source(endingAt: end, content)
      makeRecording = { try self.recording(of: $0, from: source, content) }
    }
    let window = options.pictureInPicture
    let size = try input?.movie.naturalSize ?? pictureSize(of: content)
    let style = try options.style.style(content.defaultStyle, in: size, isInWindow: window.pip, font: options.font)
    // Checks the fonts before any output is created.
    let fontNote = try options.font.note(from: FontCatalog(configuration.fonts))
    // Text is legible on every desktop, and what takes the pointer is visible.
    let hasPanel = window.pip && options.picture.background == nil && options.style.box == nil && style.box == nil
    let overlay = WindowPanel(
      content: try overlay(style), color: hasPanel ? DefaultStyle.panel : nil,
      fontSize: style.font.size, hasInsets: size == nil && content.fitsWindow, alignment: configuration.alignment)
    configuration.size =
      try size
      ?? fittingSize(of: overlay, content, end, configuration).roundedUp(
        toMultipleOf: options.movie.sizeMultiple(for: plans))
    if let fontNote { notes.add(fontNote) }
    if options.movie.reproducible, content.followsWallClock, options.time.start == nil, !followsMovie {
      notes.add("--reproducible: the pictures begin with the time of this run: add --start TIME")
    }
    let reports = RunReports(
      statistics: try StatisticsReport(
        options.output.stats, overwrite: options.output.overwrite, every: options.output.statisticsInterval()),
      explanation: try ExplanationReport(options.diagnostics.explain, overwrite: options.output.overwrite),
      isDurable: options.movie.reproducible)
    if let explanation = reports.explanation { configuration.explain = { explanation.write($0) } }
    let stream = FrameStream(overlay, configuration: configuration)
    if window.pip {
      let hasFreeSize = options.picture.size.map { $0 == "fit" } ?? true
      return try await window.run(stream, restoresSize: hasFreeSize, endingAfter: timeLeft(untilEnd: end), content)
        .run(reports, notes: notes, messages: messages)
    }
    let recording = try makeRecording(stream)
    for output in recording.outputs {
      let plan = output.plan
      let shown = plan.movieContainer?.rate(nearestTo: rate) ?? rate
      messages.detail("\(output.video) at \(shown) frames per second, as \(plan.format.name) to \(plan.name)")
    }
    defer { notes.finish() }
    try await recording.run(reports, messages: messages)
  }

  /// Returns the recording of a stream.
  private func recording(
    of stream: FrameStream, from source: Recording.Source, _ content: RunContent
  ) throws -> Recording {
    let plans = try options.output.plans(movie: movieChoices(of: content, from: source.start))
    var stream = stream
    let outputs = try stream.configuration.outputs(for: plans, repeats: options.movie.cfr)
    for output in outputs {
      if let note = alphaNote(of: output.video, in: output.plan) { notes.add(note) }
      if let note = output.plan.rateNote(of: rate) { notes.add(note) }
    }
    return Recording(
      stream: stream, source: source, outputs: outputs,
      overwrite: options.output.overwrite, keepsPartial: options.output.keepPartial, notes: notes,
      blankNote: blankNote(of: content), endsWithSound: options.movie.wholeAudio)
  }

  /// The size of the picture; `nil` for that of the content.
  private func pictureSize(of content: RunContent) throws(Failure) -> PixelSize? {
    guard options.pictureInPicture.pip else { return try options.picture.pixelSize() }
    let windowSize = content.defaultStyle.window.size(withFontSize: try options.style.givenFontSize())
    return try options.picture.pixelSize(default: content.fitsWindow ? nil : windowSize)
  }

  /// Returns the size of the content. A window breaks a line that is much longer than usual.
  private func fittingSize(
    of overlay: some View, _ content: RunContent, _ end: RunContent.End?, _ configuration: RenderConfiguration
  ) throws -> PixelSize {
    func measure(_ view: some View) throws -> PixelSize {
      try FrameStream.fittingSize(
        of: view, configuration: configuration,
        over: MediaTimeRange(
          start: .zero, duration: runEnd(by: end) ?? content.fittingDuration + (runEnd(by: content.end) ?? .zero)),
        changes: content.fittingChangeCount)
    }
    let size = try measure(overlay)
    let limit = content.defaultStyle.window.size.width * 3 / 2
    guard options.pictureInPicture.pip, content.breaksLines, size.width > limit else { return size }
    return try measure(overlay.frame(width: Double(limit)))
  }

  /// The end of the content, if it ends the run: in files, and everywhere if the content requires it.
  private func contentEnd(of content: RunContent) -> RunContent.End? {
    let mustEnd =
      duration == nil
      && plans.contains { $0.destination?.kind == .file || !$0.acceptsEndlessStream(isLive: isLive) }
    return content.endsEverywhere || mustEnd ? content.end : nil
  }

  /// The presentation time at which the run ends; `nil` for an endless run.
  private func runEnd(by end: RunContent.End?) -> MediaTime? {
    let contentEnd: MediaTime? =
      switch end {
      case .wall(let wall)?: .nanoseconds(wall - wallStart)
      case .elapsed(let time)?: time
      case nil: nil
      }
    return [duration, contentEnd].compactMap(\.self).min()
  }

  /// The time from now to the end of the run; `nil` for an endless run.
  private func timeLeft(untilEnd end: RunContent.End?) -> MediaTime? {
    runEnd(by: end).map { max($0 - .nanoseconds(HostClock.shared.wallTime - wallStart), .zero) }
  }

  private func source(endingAt end: RunContent.End?, _ content: RunContent) throws -> Recording.Source {
    let runEnd = runEnd(by: end)
    let frames = try options.time.frames(ofRunUntil: runEnd, rate: rate)
    if let plan = plans.first(where: \.holdsOneFrameOnly), frames.range.count > 1 { throw oneFrameOnly(plan, content) }
    if frames.isEndless, let plan = plans.first(where: { !$0.acceptsEndlessStream(isLive: isLive) }) {
      let live = plan.acceptsEndlessStream(isLive: true) ? ", or --live" : ""
      throw Failure(.usage, "\(plan.name): \(content.name) is endless: give --duration, such as --duration 10s\(live)")
    }
    guard isLive else { return .offline(frames) }
    // Formats with timestamps do not need repeated frames, except movies, which must grow while nothing changes.
    let repeats = options.movie.cfr || plans.contains { $0.format.repeatsLiveFrames }
    let (duration, wallEnd) = liveEnd(endingAt: end)
    return .live(duration: duration, until: wallEnd, repeats: repeats)
  }

  /// The duration of a live run and the wall time of its end, as far as they are known.
  func liveEnd(endingAt end: RunContent.End?) -> (duration: MediaTime?, wallEnd: WallTime?) {
    if case .wall(let wall)? = end { (duration, wall) } else { (runEnd(by: end), nil) }
  }

  /// The failure for an output that holds only one frame.
  func oneFrameOnly(_ plan: OutputPlan, _ content: RunContent) -> Failure {
    Failure(
      .usage,
      "\(plan.name) holds only one frame: "
        + "give --at \(content.stillTime) for a still, or a numbered name such as frames/%05d.\(plan.format.name)"
    )
  }

  /// The note for a run in which nothing is visible; `nil` if that is expected.
  private func blankNote(of content: RunContent) -> String? {
    guard !isLive, configuration.background.alpha == 0 else { return nil }
    if let at = options.time.at {
      let advice = at == content.stillTime ? "" : "; try another time, such as --at \(content.stillTime)"
      return "nothing is visible at \(at): the picture is fully transparent\(advice)"
    }
    let isPart = options.time.fromTime != nil || options.time.toTime != nil
    return "nothing is visible in this \(isPart ? "part of the run" : "run"): every picture is fully transparent"
  }

  private func alphaNote(of video: VideoFormat, in plan: OutputPlan) -> String? {
    guard configuration.background.alpha < 1, !plan.keepsAlpha else { return nil }
    let problem = "\(plan.format.name) in \(video.pixelFormat) has no alpha, so transparent pixels become black"
    if plan.isStream { return "\(problem); --background gives them another color" }
    if let other = plan.format.pixelFormats.first(where: \.hasAlpha) {
      return "\(problem); --pixel-format \(other) keeps alpha"
    }
    // A GIF has only transparent and opaque pixels.
    let keeping = OutputFormat.offered.filter {
      $0.defaultPixelFormat?.hasAlpha == true && $0.name != MovieContainer.gif.name
    }
    if keeping.contains(where: { $0.name == plan.format.name }) {
      return "\(problem); leave out --codec to keep alpha"
    }
    return "\(problem); \(keeping.map(\.name).listed(with: "and")) keep alpha, and so does webm in yuva420p"
  }

  /// The choices for a movie. The ticks of `--tick` sound when the seconds of the content change.
  ///
  /// - Parameter start: The time of the run at which the movie begins.
  func movieChoices(of content: RunContent, from start: MediaTime) throws(Failure) -> MovieOptions {
    var choices = try options.movie.choices()
    if options.movie.repeatAnimation == nil { choices.playCount = content.playCount }
    if let audio = options.movie.audio { choices.sound = .file(path: audio, from: start) }
    guard options.movie.tick else { return choices }
    let wallFraction = wallStart.nanosecondsSince1970 - wallStart.roundedDownToSecond.nanosecondsSince1970
    let time = content.followsWallClock ? start + .nanoseconds(wallFraction) : start
    choices.sound = .ticks(first: .seconds(FrameRate.fps(1).frame(atOrAfter: time)) - time)
    return choices
  }
}

extension SharedOptions {
  /// Checks the options that do not depend on the content.
  ///
  /// - Parameters:
  ///   - timeZone: The time zone; `nil` for that of the system.
  ///   - inputs: The files from which the content is read.
  func run(timeZone: (any CivilTimeZone)? = nil, reading inputs: [InputFile] = []) throws -> RenderRun {
    try RenderRun(self, timeZone: timeZone, reading: inputs)
  }
}

extension OutputPlan {
  /// The note for a rate that the format cannot show; `nil` if it can.
  func rateNote(of rate: FrameRate) -> String? {
    guard let nearest = movieContainer?.rate(nearestTo: rate), nearest != rate else { return nil }
    return
      "\(name): \(format.name) shows at most \(nearest) frames per second: written at \(nearest) instead of \(rate)"
  }
}

extension WallTime {
  /// The time rounded down to a whole second.
  fileprivate var roundedDownToSecond: WallTime {
    let remainder = nanosecondsSince1970 % 1_000_000_000
    return advanced(byNanoseconds: -(remainder < 0 ? remainder + 1_000_000_000 : remainder))
  }
}
