import ArgumentParser
import Foundation
import OverlayRender

/// When the run begins and ends, and which part of it is wanted.
struct TimeOptions: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The wall time of the first frame: 2026-12-31T23:59:50Z, HH:MM[:SS] for the next one, or now.", valueName: "time")
  )
  var start = "now"

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The length of the whole run: 90s, 1m30s, 00:01:30, 250ms.", valueName: "span"))
  var duration: String?

  @Option(
    parsing: .unconditional, help: ArgumentHelp("Only the stretch of the run that begins here.", valueName: "span"))
  var fromTime: String?

  @Option(parsing: .unconditional, help: ArgumentHelp("Only the stretch of the run that ends here.", valueName: "span"))
  var toTime: String?

  @Option(parsing: .unconditional, help: ArgumentHelp("Only the one frame that the run shows here.", valueName: "span"))
  var at: String?

  @Flag(help: "Give each frame when its time comes, by the wall clock.")
  var live = false

  /// The wall time that was asked for; `nil` for now.
  func start(in timeZone: any CivilTimeZone, now: WallTime, notes: RunNotes) throws(Failure) -> WallTime? {
    guard start != "now" else { return nil }
    return try moment(of: "--start", start, now: now, timeZone: timeZone, notes: notes)
  }

  /// The length that was asked for; `nil` for the content's own.
  func runDuration() throws(Failure) -> MediaTime? {
    guard let duration = try time(of: "--duration", duration) else { return nil }
    guard duration > .zero else {
      throw Failure(.usage, "--duration: a run of no length has no frames: give one such as 10s")
    }
    return duration
  }

  /// The frames that are wanted of a run with this end; `nil` for never.
  func stretch(ofRunUntil end: MediaTime?, rate: FrameRate) throws -> StreamStretch {
    if let still = try time(of: "--at", at) {
      guard fromTime == nil, toTime == nil else {
        throw Failure(.usage, "--at is one frame: leave --from-time and --to-time out")
      }
      return try option("--at") { () throws(StreamStretchError) in
        try StreamStretch(at: still, ofRunUntil: end, rate: rate)
      }
    }
    let first = try time(of: "--from-time", fromTime) ?? .zero
    let last = try time(of: "--to-time", toTime)
    return try option(last == nil ? "--from-time" : "--to-time") { () throws(StreamStretchError) in
      try StreamStretch(from: first, to: last, ofRunUntil: end, rate: rate)
    }
  }

  /// Refuses what has no meaning when frames come by the clock.
  func checkLive() throws(Failure) {
    for (option, text) in [("--from-time", fromTime), ("--to-time", toTime), ("--at", at)] where live && text != nil {
      throw Failure(.usage, "\(option) picks from a run that is drawn as fast as can be: leave it or --live out")
    }
  }

  private func time(of option: String, _ text: String?) throws(Failure) -> MediaTime? {
    guard let text else { return nil }
    return try value(of: option, text, MediaTime.init(span:))
  }

  private func option<Value>(_ name: String, _ body: () throws(StreamStretchError) -> Value) throws(Failure) -> Value {
    do { return try body() } catch { throw Failure(.usage, "\(name): \(error.message)") }
  }
}

/// Where and in which language a clock is read.
struct ZoneOptions: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "An IANA name such as Europe/Berlin, UTC, GMT+2, a zone file, a POSIX rule such as EST5, or local: what TZ says, else /etc/localtime.",
      valueName: "zone"))
  var timeZone: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "A BCP 47 name such as de or ar-EG, for names and digits; without it LC_ALL, LC_TIME or LANG decides.",
      valueName: "id"))
  var locale: String?

  /// The zone; `nil` for the system's.
  func parsedTimeZone() throws(Failure) -> (any CivilTimeZone)? {
    guard let timeZone else { return nil }
    return try value(of: "--time-zone", timeZone, TimeZoneName.timeZone(named:))
  }

  /// The file of the zone, if the option or the environment names one by its path.
  var inputs: [InputFile] {
    [timeZone, ProcessInfo.processInfo.environment["TZ"]].compactMap(\.self)
      .map { $0.hasPrefix(":") ? String($0.dropFirst()) : $0 }
      .filter { $0.hasPrefix("/") }
      .map { InputFile(role: "the time zone file", path: $0) }
  }

  /// The locale; the system's when none is given.
  func parsedLocale() throws(Failure) -> Locale {
    guard let locale else { return LocaleName.system }
    return try value(of: "--locale", locale, LocaleName.locale(named:))
  }
}
