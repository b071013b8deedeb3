import OverlayMedia
import OverlayRender

/// What a run does: a function of its request, of the movie below it, and of the time. Making it opens and writes
/// nothing.
struct RunPlan {
  let request: RunRequest
  /// What the content is drawn over; `nil` for nothing.
  let input: MovieInput?
  let rate: FrameRate
  /// The requested duration; `nil` for the duration of the content.
  let duration: MediaTime?
  let outputs: [OutputPlan]
  /// The time zone for civil times.
  let timeZone: any CivilTimeZone
  /// The wall time at which the run begins.
  let wallStart: WallTime
  /// How the frames are drawn, but for their size, which the content may decide.
  let configuration: RenderConfiguration

  private var options: SharedOptions { request.options }
  private var isLive: Bool { request.isLive }
  /// Whether the content has the time of a movie, so that no wall time is known.
  var followsMovie: Bool { input?.file != nil && options.time.start == nil }

  /// Plans a run that begins at a wall time, unless the options give another one.
  init(_ request: RunRequest, over input: MovieInput?, at now: WallTime, notes: RunNotes) throws {
    (self.request, self.input) = (request, input)
    let (options, movie) = (request.options, input?.file)
    rate = try options.picture.frameRate() ?? input?.frameRate ?? .fps(30)
    duration = try options.time.runDuration(over: movie)
    outputs = try Self.outputs(of: request, over: input)
    timeZone = try Self.timeZone(given: request.timeZone, isOfMovie: movie != nil && options.time.start == nil, notes)
    let start = try options.time.start(in: timeZone, now: now, over: movie, notes: notes)
    // A run that begins now begins at the last whole second, as a live run does.
    wallStart = start ?? (request.isLive ? now : now.roundedDownToSecond)
    var configuration = RenderConfiguration(
      size: PixelSize(1, 1), frameRate: rate, start: request.isLive ? start : wallStart)
    configuration.background = try options.picture.backgroundColor()
    configuration.alignment = options.style.align?.alignment ?? .center
    configuration.fonts = try options.font.configuration()
    configuration.matrix = options.output.colorMatrix
    configuration.range = options.output.range ?? .limited
    configuration.showsDamage = options.reports.showDamage
    configuration.reportTextLoss = { notes.add($0, at: $1) }
    self.configuration = configuration
  }

  /// The outputs. Throws if an option has no meaning for them, or if they would overwrite what the run needs.
  private static func outputs(of request: RunRequest, over input: MovieInput?) throws -> [OutputPlan] {
    let options = request.options
    let choices = try options.movie.choices()
    let outputs =
      try request.isInWindow
      ? [options.output.planWithoutOutput()] : options.outputs(movie: input?.choices(choices) ?? choices)
    try options.reports.check()
    try options.streaming.checkReconnecting(of: outputs, hasFeed: request.feedURL != nil)
    try options.streaming.checkSecurity(of: outputs, feed: request.feedURL)
    if options.time.at != nil, let plan = outputs.first(where: \.format.isLiveStream) {
      throw Failure(.usage, "--at: \(plan.format.name) is a live stream and needs more than one picture: leave it out")
    }
    if !request.isInWindow { try options.movie.check(for: outputs) }
    let reports = [("--stats", options.reports.stats), ("--explain", options.reports.explain)]
    try RunFiles(
      plans: outputs, reports: reports.compactMap { option, target in target.map { (option, $0) } },
      inputs: request.inputs + options.movie.inputs
        + options.font.fontFile.map { InputFile(role: "the font file", path: $0) }
    ).check()
    return outputs
  }

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

  /// The end of the content, if it ends the run: in files, and everywhere if the content requires it.
  func end(of content: RunContent) -> RunContent.End? {
    let mustEnd =
      duration == nil
      && outputs.contains { $0.destination?.kind == .file || !$0.acceptsEndlessStream(isLive: isLive) }
    return content.endsEverywhere || mustEnd ? content.end : nil
  }

  /// The presentation time at which the run ends; `nil` for an endless run.
  func runEnd(by end: RunContent.End?) -> MediaTime? {
    let contentEnd: MediaTime? =
      switch end {
      case .wall(let wall)?: .nanoseconds(wall - wallStart)
      case .elapsed(let time)?: time
      case nil: nil
      }
    return [duration, contentEnd].compactMap(\.self).min()
  }

  /// The duration of a live run and the wall time of its end, as far as they are known.
  func liveEnd(endingAt end: RunContent.End?) -> (duration: MediaTime?, wallEnd: WallTime?) {
    if case .wall(let wall)? = end { (duration, wall) } else { (runEnd(by: end), nil) }
  }

  /// The frames of a run that draws over no movie.
  func source(of content: RunContent) throws -> Recording.Source {
    let end = end(of: content)
    let frames = try options.time.frames(ofRunUntil: runEnd(by: end), rate: rate)
    if frames.range.count > 1 { try checkFrameCount(content) }
    if frames.isEndless, let plan = outputs.first(where: { !$0.acceptsEndlessStream(isLive: isLive) }) {
      let live = plan.acceptsEndlessStream(isLive: true) ? ", or --live" : ""
      throw Failure(.usage, "\(plan.name): \(content.name) is endless: give --duration, such as --duration 10s\(live)")
    }
    guard isLive else { return .offline(frames) }
    // Formats with timestamps do not need repeated frames, except movies, which must grow while nothing changes.
    let repeats = options.movie.cfr || outputs.contains { $0.format.repeatsLiveFrames }
    let (duration, wallEnd) = liveEnd(endingAt: end)
    return .live(duration: duration, until: wallEnd, repeats: repeats)
  }

  /// Throws if an output holds only one frame, for a run of several.
  func checkFrameCount(_ content: RunContent) throws(Failure) {
    guard let plan = outputs.first(where: \.holdsOneFrameOnly) else { return }
    throw Failure(
      .usage,
      "\(plan.name) holds only one frame: "
        + "give --at \(content.stillTime) for a still, or a numbered name such as frames/%05d.\(plan.format.name)"
    )
  }

  /// The size of the picture; `nil` for the size of the content.
  func pictureSize(of content: RunContent) throws(Failure) -> PixelSize? {
    if let input { return input.movie.naturalSize }
    guard request.isInWindow else { return try options.picture.pixelSize() }
    let windowSize = content.defaultStyle.window.size(withFontSize: try options.style.givenFontSize())
    return try options.picture.pixelSize(default: content.fitsWindow ? nil : windowSize)
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

extension WallTime {
  /// The time rounded down to a whole second.
  fileprivate var roundedDownToSecond: WallTime {
    let remainder = nanosecondsSince1970 % 1_000_000_000
    return advanced(byNanoseconds: -(remainder < 0 ? remainder + 1_000_000_000 : remainder))
  }
}
