import ArgumentParser
import OverlayMedia
import OverlayRender

/// Options for the output and its format.
struct OutputOptions: ParsableArguments {
  @Option(
    name: .shortAndLong, parsing: .unconditionalSingleValue,
    help: .essential(
      "A file such as clock.mp4, a URL such as rtmp://HOST/APP/KEY, or - for standard output. Or a FIFO, unix:SOCKET, "
        + "a pattern such as frames/%05d.png, a playlist such as live.m3u8, or @FILE with a URL in its first line. "
        + "Several outputs: -o FILE -o URL. (default: -, unless it is a terminal)",
      valueName: "file"),
    completion: .file())
  var output: [String] = []

  @Option(
    name: .customLong("as"),
    help: .further(
      "The output format, for all outputs or one for each; nut is raw with timestamps, and null renders without "
        + "writing. (default: from the name, y4m for -)",
      valueName: "format"))
  var format: [OutputFormatName] = []

  @Option(
    help: .further(
      "y4m: yuv420p, yuv444p, gray; raw, nut: these and bgra, rgba, nv12, yuva420p; png, apng: rgba; gif: bgra; "
        + "mp4: yuv420p, yuv444p; webm: these and yuva420p; mkv: these and bgra; "
        + "mov: all of mp4, yuva444p10le, argb. (default: the first one; bgra for raw and nut, yuva444p10le for mov)",
      valueName: "format"))
  var pixelFormat: [PixelFormatName] = []

  @Flag(help: .further("Write bgra and rgba with premultiplied alpha."))
  var premultiplied = false

  @Option(
    help: .further(
      "The matrix of yuv and gray. "
        + "(default: bt709 for at least 1280 columns or more than 576 lines, else bt601)"))
  var colorMatrix: ColorMatrix?

  @Option(help: .further("The value range of yuv. (default: limited; gray is always full)"))
  var range: ColorRange?

  @Flag(help: .further("Replace existing files."))
  var overwrite = false

  @Flag(help: .further("Give the file its name even if a signal interrupts the run."))
  var keepPartial = false

  /// The plans of the outputs, checked before anything is created.
  ///
  /// - Parameters:
  ///   - movie: The choices for the outputs that are movies.
  ///   - stream: Returns the choices for an output that is a stream.
  func plans(movie: MovieOptions, stream: (OutputDestination?) -> StreamOptions) throws -> [OutputPlan] {
    let outputs = output.isEmpty ? [nil] : output.map { Optional($0) }
    try checkCount(of: "--as", format.count, for: outputs.count)
    try checkCount(of: "--pixel-format", pixelFormat.count, for: outputs.count)
    let plans = try outputs.indices.map { index in
      try plan(
        to: outputs[index], as: format.count > 1 ? format[index] : format.first,
        in: pixelFormat.count > 1 ? pixelFormat[index] : pixelFormat.first, movie, stream)
    }
    try checkColor(of: plans)
    return plans
  }

  private func checkCount(of option: String, _ count: Int, for outputCount: Int) throws(Failure) {
    guard count > 1, count != outputCount else { return }
    let outputs = outputCount == 1 ? "one output" : "\(outputCount) outputs"
    throw Failure(.usage, "\(option) is given \(count) times for \(outputs): give it once, or once for each -o")
  }

  private func plan(
    to output: String?, as format: OutputFormatName?, in pixelFormat: PixelFormatName?, _ movie: MovieOptions,
    _ stream: (OutputDestination?) -> StreamOptions
  ) throws -> OutputPlan {
    if output?.isEmpty == true { throw SinkError.nameEmpty }
    let destination = try output.map { try $0.hasPrefix("@") ? SecretURLFile.destination($0) : OutputDestination($0) }
    try PlannedOutputs.check(destination)
    var plan: OutputPlan
    let formats = OutputFormat.offered(movie, stream(destination))
    do {
      plan = try OutputPlan(
        destination: destination, format: format?.format(among: formats),
        pixelFormat: pixelFormat?.pixelFormat, isPremultiplied: premultiplied, formats: formats)
    } catch SinkError.pixelFormatUnsupported(let container, let found, let supported) {
      // The chosen codec decides the formats of a movie.
      let name = movie.codec.map { "\($0) in \(container)" } ?? container
      throw SinkError.pixelFormatUnsupported(container: name, found: found, supported: supported)
    }
    plan.isDurable = movie.isReproducible
    if plan.destination?.isTerminal == true { throw SinkError.terminal(name: plan.name) }
    return plan
  }

  /// The plan of a run that shows its pictures in a window, and writes none.
  func planWithoutOutput() throws -> OutputPlan {
    try OutputPlan(
      destination: nil, format: .null, pixelFormat: nil, isPremultiplied: false, formats: OutputFormat.offered)
  }

  private func checkColor(of plans: [OutputPlan]) throws(Failure) {
    let isColor = plans.allSatisfy { $0.pixelFormat.map { $0.colorModel == .rgb } ?? true }
    if isColor {
      // Only ProRes has this format, in limited range.
      let names = PixelFormatName.namesWithLuma.filter { $0 != PixelFormat.yuva444p10le.name || range != .full }
      try refuse(
        ["--color-matrix": colorMatrix != nil, "--range": range != nil],
        "requires \(names.listed(with: "or")): choose one with --pixel-format")
    }
    if range == .full, plans.contains(where: { $0.pixelFormat == .yuva444p10le }) {
      throw Failure(.usage, MediaError.fullRangeNotPossible(codec: .prores).message)
    }
    if range == .limited, plans.contains(where: { $0.pixelFormat?.colorModel == .gray }) {
      throw Failure(.usage, "--range: gray always has full range: leave out --range limited")
    }
  }
}

extension OutputFormat {
  /// The formats that the command writes: all formats of the modules that it includes.
  static let offered = offered(MovieOptions())

  /// The same formats with the choices for movies and streams.
  static func offered(_ movie: MovieOptions, _ stream: StreamOptions = StreamOptions()) -> [OutputFormat] {
    builtIn + MovieContainer.all.map { .movie($0, movie.applicable(to: $0)) }
      + StreamProtocol.all.map { .stream($0, movie.applicable(to: $0.container), stream) }
  }

  /// The names of the formats that write something.
  static var namesThatWrite: [String] { offered.filter { !$0.writesNothing }.map(\.name) }
}

/// The value of `--as`.
struct OutputFormatName: ExpressibleByArgument {
  let name: String

  init?(argument: String) {
    name = argument
    guard Self.allValueStrings.contains(name) else { return nil }
  }

  /// Returns the format with this name.
  func format(among formats: [OutputFormat]) -> OutputFormat? { formats.first { $0.name == name } }

  /// The names for help, messages and completion.
  static var allValueStrings: [String] { OutputFormat.offered.map(\.name) }
  static var defaultCompletionKind: CompletionKind { .list(allValueStrings) }
}

/// The value of `--pixel-format`. Premultiplied alpha is an option of its own.
struct PixelFormatName: ExpressibleByArgument {
  let pixelFormat: PixelFormat

  init?(argument: String) {
    guard let pixelFormat = Self.offered.first(where: { $0.name == argument }) else { return nil }
    self.pixelFormat = pixelFormat
  }

  /// The pixel formats of the offered formats.
  private static let offered = (PixelFormat.builtIn + OutputFormat.offered.flatMap(\.pixelFormats))
    .filter { $0.alpha != .premultiplied }.withoutRepetitions

  static var allValueStrings: [String] { offered.map(\.name) }
  static var defaultCompletionKind: CompletionKind { .list(allValueStrings) }

  /// The names of the formats with luma, to which matrix and range apply.
  static var namesWithLuma: [String] { offered.filter { $0.colorModel != .rgb }.map(\.name) }
}
