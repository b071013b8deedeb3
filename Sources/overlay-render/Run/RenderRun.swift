import FoundationEssentials
import OverlayMedia
import OverlayPictureInPicture
import OverlayRender

/// A run of a rendering command: its request is checked, its movie is open, and it is planned. Only the content is not
/// known yet.
struct RenderRun {
  let plan: RunPlan
  /// The notes of the run.
  let notes = RunNotes()

  var options: SharedOptions { plan.request.options }
  private var messages: Messages { plan.request.messages }

  /// Checks, opens and plans.
  init(_ request: RunRequest) throws {
    let input = try request.openMovie()
    plan = try RunPlan(request, over: input, at: HostClock.shared.wallTime, notes: notes)
    try SystemResources.check(
      fileCount: plan.outputs.count + [options.reports.stats, options.reports.explain].count { $0 != nil })
    notes.addDamagedFonts()
    if options.verbosity.verbose { FFmpegLog.setHandler { [messages] in messages.detail($0) } }
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
    var configuration = plan.configuration
    let makeRecording: (FrameStream) throws -> Recording
    switch plan.input {
    case .file(let movie)?: makeRecording = { try self.recording(of: $0, over: movie, content) }
    case .feed(let feed)?: makeRecording = { try self.recording(of: $0, over: feed, content) }
    case nil:
      let source = try plan.source(of: content)
      makeRecording = { try self.recording(of: $0, from: source, content) }
    }
    let window = options.pictureInPicture
    let size = try plan.pictureSize(of: content)
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
      ?? fittingSize(of: overlay, content).roundedUp(toMultipleOf: options.movie.sizeMultiple(for: plan.outputs))
    if let fontNote { notes.add(fontNote) }
    if options.movie.reproducible, content.followsWallClock, options.time.start == nil, !plan.followsMovie {
      notes.add("--reproducible: the pictures begin with the time of this run: add --start TIME")
    }
    let reports = RunReports(
      statistics: try StatisticsReport(
        options.reports.stats, overwrite: options.output.overwrite, every: options.reports.statisticsInterval()),
      explanation: try ExplanationReport(options.reports.explain, overwrite: options.output.overwrite),
      isDurable: options.movie.reproducible)
    if let explanation = reports.explanation { configuration.explain = { explanation.write($0) } }
    let stream = FrameStream(overlay, configuration: configuration)
    if window.pip {
      let hasFreeSize = options.picture.size.map { $0 == "fit" } ?? true
      let player = try player(of: content)
      let run = try window.run(
        player.map { source(of: overlay, $0, configuration) } ?? PictureInPictureContentSource(stream),
        restoresSize: hasFreeSize, endingAfter: player == nil ? timeLeft(of: content) : plan.duration, content)
      guard let player else { return try await run.run(reports, notes: notes, messages: messages) }
      return try await player.show(run, title: content.title, reports, messages)
    }
    let recording = try makeRecording(stream)
    for output in recording.outputs {
      let format = output.plan.format.name
      let shown = output.plan.format.container?.rate(nearestTo: plan.rate) ?? plan.rate
      messages.detail("\(output.video) at \(shown) frames per second, as \(format) to \(output.plan.name)")
    }
    defer { notes.finish() }
    try await recording.run(reports, messages: messages)
  }

  /// The player of the sound at whose time a window shows content; `nil` for none.
  private func player(of content: RunContent) throws -> PlayerRun? {
    guard let audio = options.movie.audio else { return nil }
    guard !content.followsWallClock else {
      throw Failure(.usage, "--audio: \(content.name) shows the time of day, which has no sound: leave it out")
    }
    try checkFileName(audio, of: "--audio")
    let movie = try Movie(path: audio)
    if movie.audioTracks.isEmpty { throw MediaError.noSound(path: audio) }
    return PlayerRun(movie, loops: content.isLooping, notes: notes)
  }

  /// Content at the time of a player, in a window.
  private func source(
    of overlay: some View, _ player: PlayerRun, _ configuration: RenderConfiguration
  ) -> PictureInPictureContentSource {
    var source = PictureInPictureContentSource(player.interruptible, showsPictures: false) { overlay }
    source.preferredSize = configuration.size
    source.configuration = configuration
    return source
  }

  /// Returns the recording of a stream.
  private func recording(
    of stream: FrameStream, from source: Recording.Source, _ content: RunContent
  ) throws -> Recording {
    let plans = try options.outputs(movie: plan.movieChoices(of: content, from: source.start))
    var stream = stream
    let outputs = try stream.configuration.outputs(for: plans, repeats: options.movie.cfr)
    for output in outputs {
      if let note = alphaNote(of: output.video, in: output.plan) { notes.add(note) }
      if let note = output.plan.rateNote(of: plan.rate) { notes.add(note) }
    }
    return Recording(
      stream: stream, source: source, outputs: outputs,
      overwrite: options.output.overwrite, keepsPartial: options.output.keepPartial, notes: notes,
      blankNote: blankNote(of: content), endsWithSound: options.movie.wholeAudio)
  }

  /// Returns the size of the content. A window breaks a line that is much longer than usual.
  private func fittingSize(of overlay: some View, _ content: RunContent) throws -> PixelSize {
    func measure(_ view: some View) throws -> PixelSize {
      try FrameStream.fittingSize(
        of: view, configuration: plan.configuration,
        over: MediaTimeRange(
          start: .zero,
          duration: plan.runEnd(by: plan.end(of: content))
            ?? content.fittingDuration + (plan.runEnd(by: content.end) ?? .zero)),
        changes: content.fittingChangeCount)
    }
    let size = try measure(overlay)
    let limit = content.defaultStyle.window.size.width * 3 / 2
    guard options.pictureInPicture.pip, content.breaksLines, size.width > limit else { return size }
    return try measure(overlay.frame(width: Double(limit)))
  }

  /// The time from now to the end of the run; `nil` for an endless run.
  private func timeLeft(of content: RunContent) -> MediaTime? {
    plan.runEnd(by: plan.end(of: content))
      .map { max($0 - .nanoseconds(HostClock.shared.wallTime - plan.wallStart), .zero) }
  }

  /// The note for a run in which nothing is visible; `nil` if that is expected.
  private func blankNote(of content: RunContent) -> String? {
    guard !plan.request.isLive, plan.configuration.background.alpha == 0 else { return nil }
    if let at = options.time.at {
      let advice = at == content.stillTime ? "" : "; try another time, such as --at \(content.stillTime)"
      return "nothing is visible at \(at): the picture is fully transparent\(advice)"
    }
    let isPart = options.time.fromTime != nil || options.time.toTime != nil
    return "nothing is visible in this \(isPart ? "part of the run" : "run"): every picture is fully transparent"
  }

  private func alphaNote(of video: VideoFormat, in plan: OutputPlan) -> String? {
    guard self.plan.configuration.background.alpha < 1, !plan.keepsAlpha else { return nil }
    let problem = "\(plan.format.name) in \(video.pixelFormat) has no alpha, so transparent pixels become black"
    if plan.format.isLiveStream { return "\(problem); --background gives them another color" }
    if let other = plan.format.pixelFormats.first(where: \.hasAlpha) {
      return "\(problem); --pixel-format \(other) keeps alpha"
    }
    if plan.format.container?.pixelFormats.first?.hasAlpha == true {
      return "\(problem); leave out --codec to keep alpha"
    }
    let keeping = OutputFormat.offered.filter { $0.defaultPixelFormat?.hasAlpha == true && !$0.hasBinaryAlpha }
    return "\(problem); \(keeping.map(\.name).listed(with: "and")) keep alpha, and so does webm in yuva420p"
  }
}

extension SharedOptions {
  /// Checks and plans a run, and opens the movie below it.
  ///
  /// - Parameters:
  ///   - timeZone: The time zone; `nil` for the time zone of the system.
  ///   - inputs: The files from which the content is read.
  func run(timeZone: (any CivilTimeZone)? = nil, reading inputs: [InputFile] = []) throws -> RenderRun {
    try RenderRun(RunRequest(self, timeZone: timeZone, reading: inputs))
  }
}

extension OutputPlan {
  /// The note for a rate that the format cannot show; `nil` if it can.
  func rateNote(of rate: FrameRate) -> String? {
    guard let nearest = format.container?.rate(nearestTo: rate), nearest != rate else { return nil }
    return
      "\(name): \(format.name) shows at most \(nearest) frames per second: written at \(nearest) instead of \(rate)"
  }
}
