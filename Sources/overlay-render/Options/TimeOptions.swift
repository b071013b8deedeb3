import ArgumentParser
import FoundationEssentials
import OverlayMedia
import OverlayRender

/// Options for the beginning, the end and the selected part of the run.
struct TimeOptions: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: .further(
      "The wall time of the first frame: 2026-12-31T23:59:50Z, HH:MM[:SS] for the next such time, now, or with --over "
        + "movie for the time of its recording. (default: now; with --over 00:00:00)",
      valueName: "time"))
  var start: String?

  @Option(
    parsing: .unconditional,
    help: .essential(
      "The duration of the run: 90s, 1m30s, 00:01:30, 250ms. With --over, the duration of the part from "
        + "--from-time on.",
      valueName: "span"))
  var duration: String?

  @Option(
    parsing: .unconditional,
    help: .further("Render only the part of the run that begins at this time.", valueName: "span"))
  var fromTime: String?

  @Option(
    parsing: .unconditional,
    help: .further("Render only the part of the run that ends at this time.", valueName: "span"))
  var toTime: String?

  @Option(
    parsing: .unconditional,
    help: .further("Render only the frame that the run shows at this time.", valueName: "span"))
  var at: String?

  @Flag(help: .essential("Write each frame at its time, following the wall clock."))
  var live = false

  /// The wall time of the first frame; `nil` for now. Over a movie, a clock counts from midnight by default.
  func start(
    in timeZone: any CivilTimeZone, now: WallTime, over movie: Movie?, notes: RunNotes
  ) throws(Failure) -> WallTime? {
    switch start {
    case nil: return movie.map { _ in WallTime(nanosecondsSince1970: 0) }
    case "now"?: return nil
    case "movie"?:
      guard let movie else {
        throw Failure(.usage, "--start movie requires --over: give --over MOVIE, or a time")
      }
      guard let date = movie.creationDate else {
        throw Failure(.badData, "--start movie: \(movie.path) does not say when it was recorded: give a time")
      }
      return date
    case let text?: return try wallTime(of: "--start", text, now: now, timeZone: timeZone, notes: notes)
    }
  }

  /// The duration of the run; `nil` for the duration of the content.
  ///
  /// A run over a movie begins with the movie, so the option is the duration of the selected part.
  func runDuration(over movie: Movie?) throws(Failure) -> MediaTime? {
    guard let duration = try time(of: "--duration", duration) else { return nil }
    guard duration > .zero else {
      throw Failure(.usage, "--duration: the run is empty: give a duration such as 10s")
    }
    return movie == nil ? duration : duration + (try time(of: "--from-time", fromTime) ?? .zero)
  }

  /// The selected frames of a run that ends at a time; `nil` for an endless run.
  func frames(ofRunUntil end: MediaTime?, rate: FrameRate) throws -> FrameSelection {
    if let still = try time(of: "--at", at) {
      guard fromTime == nil, toTime == nil else {
        throw Failure(.usage, "--at cannot be used with --from-time or --to-time: leave them out")
      }
      return try option("--at") { () throws(FrameSelectionError) in
        try FrameSelection(at: still, ofRunUntil: end, rate: rate)
      }
    }
    let first = try time(of: "--from-time", fromTime) ?? .zero
    let last = try time(of: "--to-time", toTime)
    return try option(last == nil ? "--from-time" : "--to-time") { () throws(FrameSelectionError) in
      try FrameSelection(from: first, to: last, ofRunUntil: end, rate: rate)
    }
  }

  /// The part of a movie that is selected. The end is +infinity if the movie decides it.
  typealias MoviePart = (start: MediaTime, end: MediaTime, isStill: Bool)

  /// Returns the selected part of a movie.
  func part(of movie: Movie, rate: FrameRate) throws -> MoviePart {
    let duration = try runDuration(over: movie)
    // Every run has these checks.
    _ = try frames(ofRunUntil: duration, rate: rate)
    let still = try time(of: "--at", at)
    let start = try still ?? time(of: "--from-time", fromTime) ?? .zero
    if movie.duration.isNumeric, start >= movie.duration {
      throw MediaError.movieEndsBefore(path: movie.path, time: start, end: movie.duration, isDamaged: false)
    }
    let end = [try time(of: "--to-time", toTime), duration].compactMap(\.self).min()
    return (start, still == nil ? end ?? .positiveInfinity : .positiveInfinity, still != nil)
  }

  /// Throws if an option cannot be used in a live run: one with `--live`, or over a live feed.
  func checkLive(_ isLive: Bool) throws(Failure) {
    guard isLive else { return }
    try refuse(
      ["--from-time": fromTime != nil, "--to-time": toTime != nil, "--at": at != nil],
      live ? "cannot be used with --live: leave one of them out" : "is not for a live feed: leave it out")
  }

  private func time(of option: String, _ text: String?) throws(Failure) -> MediaTime? {
    guard let text else { return nil }
    return try value(of: option, text, MediaTime.init(span:))
  }

  private func option<Value>(_ name: String, _ body: () throws(FrameSelectionError) -> Value) throws(Failure) -> Value {
    do { return try body() } catch { throw Failure(.usage, "\(name): \(error.message)") }
  }
}

/// Options for the time zone and the locale of a clock.
struct ZoneOptions: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: .essential(
      "An IANA name such as Europe/Berlin. Or UTC, GMT+2, a zone file, a POSIX rule such as EST5, or local for TZ "
        + "or /etc/localtime.",
      valueName: "zone"))
  var timeZone: String?

  @Option(
    parsing: .unconditional,
    help: .further(
      "The language of names and digits, as a BCP 47 name such as de or ar-EG. (default: from LC_ALL, LC_TIME or LANG)",
      valueName: "id"))
  var locale: String?

  /// The time zone; `nil` for the time zone of the system.
  func parsedTimeZone() throws(Failure) -> (any CivilTimeZone)? {
    guard let timeZone else { return nil }
    return try value(of: "--time-zone", timeZone, TimeZoneName.timeZone(named:))
  }

  /// The file of the time zone, if the option or the environment gives its path.
  var inputs: [InputFile] {
    [timeZone, ProcessInfo.processInfo.environment["TZ"]].compactMap(\.self)
      .map { $0.hasPrefix(":") ? String($0.dropFirst()) : $0 }
      .filter { $0.hasPrefix("/") }
      .map { InputFile(role: "the time zone file", path: $0) }
  }

  /// The locale; without the option, the locale of the system.
  func parsedLocale() throws(Failure) -> Locale {
    guard let locale else { return LocaleName.system }
    return try value(of: "--locale", locale, LocaleName.locale(named:))
  }
}
