import ArgumentParser
import OverlayRender

/// Options for reports about a run, and for diagnosing how its frames are rendered.
struct ReportOptions: ParsableArguments {
  @Option(
    parsing: .unconditional, help: ArgumentHelp("Write statistics as a line of JSON at the end.", valueName: "file|-"),
    completion: .file())
  var stats: String?

  @Option(parsing: .unconditional, help: ArgumentHelp("Write the statistics at this interval, too.", valueName: "span"))
  var statsEvery: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Write a line for each drawn frame: time, damage, microseconds, and the changed views with the reasons.",
      discussion: """
        The columns are the time, frame N, damage N rectangles N px, N us, and the views, such as \
        ClockText "12:00:01" (time), separated by semicolons. The reason for a change is start, time, data, \
        transition, wall clock or layout. "whole view:" before the views means that the layout of the whole view was \
        recomputed.
        """,
      valueName: "file|-"),
    completion: .file())
  var explain: String?

  @Flag(help: "Tint the redrawn parts until the next drawn frame.")
  var showDamage = false

  /// The interval at which statistics are written; `nil` for at the end only.
  func statisticsInterval() throws(Failure) -> MediaTime? {
    guard let statsEvery else { return nil }
    let interval = try value(of: "--stats-every", statsEvery, MediaTime.init(span:))
    guard interval >= .nanoseconds(1_000_000) else {
      throw Failure(.usage, "--stats-every: \(statsEvery.quoted) is too short: give at least 1ms")
    }
    return interval
  }

  /// Throws if an interval has no statistics.
  func check() throws(Failure) {
    try refuse(["--stats-every": stats == nil && statsEvery != nil], "requires --stats: give --stats FILE")
  }
}

/// Options for how much is written to standard error.
struct VerbosityOptions: ParsableArguments {
  @Flag(name: .shortAndLong, help: "Print only errors.")
  var quiet = false

  @Flag(name: .shortAndLong, help: "Print details.")
  var verbose = false

  func messages() throws(Failure) -> Messages {
    try refuseBoth(["--quiet": quiet, "--verbose": verbose])
    return Messages(isQuiet: quiet, isVerbose: verbose)
  }
}
