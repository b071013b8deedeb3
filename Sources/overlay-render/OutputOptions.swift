import ArgumentParser
import OverlayRender

/// Where the frames go, and as what.
struct OutputOptions: ParsableArguments {
  @Option(
    name: .shortAndLong, parsing: .unconditional,
    help: ArgumentHelp(
      "A file, a FIFO, a pattern such as frames/%05d.png, or - for standard output. (default: - when piped)",
      valueName: "file"),
    completion: .file())
  var output: String?

  @Option(
    name: .customLong("as"),
    help: ArgumentHelp(
      "What to write; null draws and throws away. (default: by the name, y4m for -)", valueName: "format"))
  var format: OutputFormatName?

  @Option(
    help: ArgumentHelp(
      "y4m: yuv420p, yuv444p, gray; raw: those and bgra, rgba, nv12, yuva420p; png: rgba. (default: the first, raw: bgra)",
      valueName: "format"))
  var pixelFormat: PixelFormatName?

  @Flag(help: "bgra and rgba hold colour multiplied by alpha.")
  var premultiplied = false

  @Option(help: "The luma weights of yuv and gray. (default: bt709 from 1280 columns or above 576 lines)")
  var colorMatrix: ColorMatrix?

  @Option(help: "The range of yuv. (default: limited; gray is always full)")
  var range: ColorRange?

  @Flag(help: "Write every frame of the grid, as y4m, raw and png always do.")
  var cfr = false

  @Flag(help: "Write changed frames only; not for y4m, raw and png.")
  var vfr = false

  @Flag(help: "Replace existing files.")
  var overwrite = false

  @Flag(help: "Give a file its name even when a signal cuts the run short.")
  var keepPartial = false

  @Option(
    parsing: .unconditional, help: ArgumentHelp("Write a JSON line of statistics at the end.", valueName: "file|-"),
    completion: .file())
  var stats: String?

  @Option(parsing: .unconditional, help: ArgumentHelp("Write it every so often as well.", valueName: "span"))
  var statsEvery: String?

  @Flag(name: .shortAndLong, help: "Say nothing but errors.")
  var quiet = false

  @Flag(name: .shortAndLong, help: "Say what is done.")
  var verbose = false

  func messages() throws(Failure) -> Messages {
    if quiet, verbose { throw Failure(.usage, "--quiet and --verbose exclude each other: give one of them") }
    return Messages(isQuiet: quiet, isVerbose: verbose)
  }

  /// Where the frames go, and as what, checked before anything is made.
  func plan() throws -> OutputPlan {
    if output?.isEmpty == true { throw SinkError.nameEmpty }
    let destination = output.map { OutputDestination($0) }
    try LaterOutputs.check(destination, format: format?.name)
    let plan = try OutputPlan(
      destination: destination, format: format?.format, pixelFormat: pixelFormat?.pixelFormat,
      isPremultiplied: premultiplied, formats: OutputFormat.offered)
    if plan.destination?.isTerminal == true { throw SinkError.terminal(name: plan.name) }
    if cfr, vfr { throw Failure(.usage, "--cfr and --vfr exclude each other: give one of them") }
    if vfr, !plan.format.hasTimestamps {
      throw Failure(
        .usage, "--vfr: \(plan.format.name) has no times and writes every frame of the grid: leave --vfr out")
    }
    try checkColor(of: plan)
    try checkStatistics()
    return plan
  }

  /// How often statistics are written; `nil` for at the end only.
  func statisticsInterval() throws(Failure) -> MediaTime? {
    guard let statsEvery else { return nil }
    let interval = try value(of: "--stats-every", statsEvery, MediaTime.init(span:))
    guard interval >= .nanoseconds(1_000_000) else {
      throw Failure(.usage, "--stats-every: \(statsEvery.quoted) is too short: give at least 1ms")
    }
    return interval
  }

  private func checkColor(of plan: OutputPlan) throws(Failure) {
    let isColor = plan.pixelFormat.map { $0.colorModel == .rgb } ?? true
    for (option, isGiven) in [("--color-matrix", colorMatrix != nil), ("--range", range != nil)]
    where isGiven && isColor {
      throw Failure(
        .usage, "\(option) goes with \(PixelFormatName.namesOfLuma.listed(with: "and")): choose one by --pixel-format")
    }
    if range == .limited, plan.pixelFormat?.colorModel == .gray {
      throw Failure(.usage, "--range: gray is always of full range: leave limited out")
    }
  }

  private func checkStatistics() throws(Failure) {
    if stats == nil, statsEvery != nil {
      throw Failure(.usage, "--stats-every tells how often, not where: give --stats FILE too")
    }
  }
}

extension OutputFormat {
  /// The formats that the command writes: those of the modules it is built with.
  static let offered = OutputFormat.builtIn

  /// The names of those that write something.
  static var namesThatWrite: [String] {
    offered.filter { if case .none = $0.files { false } else { true } }.map(\.name)
  }
}

/// The value of `--as`.
struct OutputFormatName: ExpressibleByArgument {
  let name: String

  /// The format; `nil` for one of a later version.
  var format: OutputFormat? { OutputFormat.offered.first { $0.name == name } }

  init?(argument: String) {
    name = argument
    guard format != nil || LaterOutputs.formats[name] != nil else { return nil }
  }

  /// The names that help, messages and completion offer.
  static var allValueStrings: [String] { OutputFormat.offered.map(\.name) }
  static var defaultCompletionKind: CompletionKind { .list(allValueStrings) }
}

/// The value of `--pixel-format`. Whether color is premultiplied is an option of its own.
struct PixelFormatName: ExpressibleByArgument {
  let pixelFormat: PixelFormat

  init?(argument: String) {
    guard let pixelFormat = Self.offered.first(where: { $0.name == argument }) else { return nil }
    self.pixelFormat = pixelFormat
  }

  /// The pixel formats that the offered formats hold.
  private static let offered = (PixelFormat.builtIn + OutputFormat.offered.flatMap(\.pixelFormats))
    .reduce(into: [PixelFormat]()) { formats, format in
      if format.alpha != .premultiplied, !formats.contains(format) { formats.append(format) }
    }

  static var allValueStrings: [String] { offered.map(\.name) }
  static var defaultCompletionKind: CompletionKind { .list(allValueStrings) }

  /// The names of those with luma, to which matrix and range apply.
  static var namesOfLuma: [String] { offered.filter { $0.colorModel != .rgb }.map(\.name) }
}
