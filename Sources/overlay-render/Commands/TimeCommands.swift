import ArgumentParser
import OverlayRender

/// `overlay-render clock`
struct ClockCommand: AsyncParsableCommand, TopicalCommand {
  static let configuration = CommandConfiguration(
    commandName: "clock",
    abstract: "Render a frame-accurate wall clock.",
    usage: "overlay-render clock [<options>]",
    discussion: """
      Examples:
        overlay-render clock --duration 10s --background black -o clock.mp4
        overlay-render clock --live --fps 60 | mpv -
        overlay-render clock --at 0s --size fit --format 'd MMM HH:mm' -o clock.png
      """
  )

  @Option(
    parsing: .unconditional,
    help: .essential(
      "The pattern, such as EEE d MMM HH:mm:ss. It has Unicode date fields, or strftime directives if it contains a %.",
      valueName: "pattern"))
  var format = "HH:mm:ss"

  @OptionGroup var zone: ZoneOptions
  @OptionGroup var shared: SharedOptions

  func run() async throws {
    let pattern = try value(of: "--format", format) { try ClockPattern($0) }
    let run = try shared.run(timeZone: try zone.parsedTimeZone(), reading: zone.inputs)
    let clock = ClockText(format: pattern, timeZone: run.plan.timeZone, locale: try zone.parsedLocale())
    try await run.record(clock, of: .clock)
  }
}

/// `overlay-render countdown`
struct CountdownCommand: AsyncParsableCommand, TopicalCommand {
  static let configuration = CommandConfiguration(
    commandName: "countdown",
    abstract: "Render the remaining time until a point in time, or of a time span.",
    discussion: """
      Without --duration, a file ends one smallest unit after zero.

      Examples:
        overlay-render countdown --for 10s --format mm:ss -o countdown.y4m
        overlay-render countdown --to '2027-01-01 00:00' --time-zone Asia/Tokyo \\
          --format "d 'days' HH:mm:ss" --live | mpv -
        overlay-render countdown --for 5s --format s.S --at-zero end | mpv -
      """
  )

  @Option(
    parsing: .unconditional,
    help: .essential(
      "The target time, such as '2026-12-31 23:59' in the time zone. Or 2026-12-31T23:59:59+01:00, or HH:MM[:SS] for "
        + "the next such time.",
      valueName: "time"))
  var to: String?

  @Option(
    name: .customLong("for"), parsing: .unconditional,
    help: ArgumentHelp("The time span from the beginning: 90s, 1m30s.", valueName: "span"))
  var span: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The pattern, with d, H, m, s and S; its largest unit also counts the larger units.", valueName: "pattern"))
  var format = "HH:mm:ss"

  @Option(help: "The behavior at zero.")
  var atZero: AtZero?

  @Option(parsing: .unconditional, help: ArgumentHelp("Show this text from zero on.", valueName: "text"))
  var zeroText: String?

  @OptionGroup var zone: ZoneOptions
  @OptionGroup var shared: SharedOptions

  /// The values of `--at-zero`.
  enum AtZero: String, CaseIterable, ExpressibleByArgument {
    case hold, hide
    case countUp = "count-up"
    case countUpSigned = "count-up-signed"
    case loop, end
  }

  func run() async throws {
    let pattern = try value(of: "--format", format) { try SpanPattern($0) }
    let rule = CountdownRule(atZero: try atZeroRule(), pattern: pattern)
    let locale = try zone.parsedLocale()
    try refuseBoth(["--to": to != nil, "--for": span != nil])
    let run = try shared.run(timeZone: try zone.parsedTimeZone(), reading: zone.inputs)
    let unit = MediaTime.nanoseconds(rule.unitNanoseconds)
    if let to {
      let plan = run.plan
      if plan.followsMovie {
        throw Failure(.usage, "--to with --over needs the time at which the movie begins: add --start, or give --for")
      }
      let target = try wallTime(
        of: "--to", to, now: plan.wallStart, timeZone: plan.timeZone, notes: run.notes)
      let next = rule.atZero == .loop ? rule.dailyTarget(from: target, at: plan.wallStart, in: plan.timeZone) : target
      let end = rule.endTime(ofTarget: max(next, plan.wallStart))
      try await run.record(
        CountdownText(to: target, format: pattern, atZero: rule.atZero, timeZone: plan.timeZone), locale: locale,
        of: .countdown(endingAt: .wall(end), rule.atZero))
    } else if let span {
      let length = try value(of: "--for", span, MediaTime.init(span:))
      try await run.record(
        CountdownText(for: length, format: pattern, atZero: rule.atZero), locale: locale,
        of: .countdown(endingAt: .elapsed(length + unit), rule.atZero))
    } else {
      throw Failure(.usage, "a countdown needs a target: give --to TIME or --for SPAN")
    }
  }

  private func atZeroRule() throws -> CountdownRule.AtZero {
    try refuseBoth(["--zero-text": zeroText != nil, "--at-zero": atZero != nil])
    if let zeroText {
      return .text(try value(of: "--zero-text", zeroText, printableText))
    }
    return switch atZero ?? .hold {
    case .hold: .hold
    case .hide: .hide
    case .countUp: .countUp(signed: false)
    case .countUpSigned: .countUp(signed: true)
    case .loop: .loop
    case .end: .end
    }
  }
}

/// `overlay-render stopwatch`
struct StopwatchCommand: AsyncParsableCommand, TopicalCommand {
  static let configuration = CommandConfiguration(
    commandName: "stopwatch",
    abstract: "Render the time since the beginning.",
    usage: "overlay-render stopwatch [<options>]",
    discussion: """
      Examples:
        overlay-render stopwatch --format m:ss.S --duration 10s -o stopwatch.y4m
        overlay-render stopwatch --from 59m55s --duration 10s --fps 25 -o hour.y4m
        overlay-render stopwatch --size fit --box '#000a' --at 75s -o still.png
      """
  )

  @Option(parsing: .unconditional, help: ArgumentHelp("The value at the beginning: 90s, 1m30s.", valueName: "span"))
  var from = "0s"

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The pattern, with d, H, m, s and S; its largest unit also counts the larger units.", valueName: "pattern"))
  var format = "HH:mm:ss"

  @OptionGroup var shared: SharedOptions

  func run() async throws {
    let pattern = try value(of: "--format", format) { try SpanPattern($0) }
    let start = try value(of: "--from", from, MediaTime.init(span:))
    try await shared.run().record(StopwatchText(from: start, format: pattern), of: .stopwatch)
  }
}

/// `overlay-render timecode`
struct TimecodeCommand: AsyncParsableCommand, TopicalCommand {
  static let configuration = CommandConfiguration(
    commandName: "timecode",
    abstract: "Render the timecode of every frame, counted at the rate of --fps.",
    usage: "overlay-render timecode [<options>]",
    discussion: """
      Examples:
        overlay-render timecode --fps 25 --duration 10s -o timecode.y4m
        overlay-render timecode --fps 29.97 --from '00:00:59;28' --duration 1s \\
          -o drop.y4m
        overlay-render timecode --from 10:00:00:00 --align bottom --at 5s -o still.png
      """
  )

  @Option(
    parsing: .unconditional,
    help: .essential(
      "The timecode of the first frame, HH:MM:SS:FF. Or HH:MM:SS;FF for drop-frame, or with --over movie for the "
        + "timecode of the movie.",
      valueName: "timecode"))
  var from = "00:00:00:00"

  @Flag(help: "Skip frame numbers to stay in sync with the clock; at 29.97 and 59.94.")
  var dropFrame = false

  @OptionGroup var shared: SharedOptions

  func run() async throws {
    if from == "movie", shared.movie.feedURL != nil {
      throw Failure(.usage, "--from movie is for movies in files, and --over is a live feed: give a timecode")
    }
    let run = try shared.run()
    let rate = run.plan.rate
    if dropFrame, !rate.supportsDropFrame {
      throw Failure(.usage, "--drop-frame: \(TimecodeError.noDropFrame(rate))")
    }
    let start = try value(of: "--from", from == "movie" ? run.timecodeOfMovie() : from) {
      try Timecode(parsing: $0, rate: rate, dropFrame: dropFrame ? true : nil)
    }
    try await run.record(TimecodeText(from: start), of: .timecode)
  }
}
