import ArgumentParser
import FoundationEssentials
import Glibc
import OverlayMedia
import OverlayPictureInPicture
import OverlayRender

/// `overlay-render compare`
struct CompareCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "compare",
    abstract: "Measure what an overlay costs as video: view to video, and a view over a blank video.",
    discussion: """
      The same overlay is shown for the same time in a display layer, in three ways: the whole view drawn into a new \
      picture at each refresh, the view over each picture of a blank movie that is decoded in a loop, and the stream \
      of this program, which draws what changes. Decoding alone is the least that the movie can cost. Each way runs \
      in a process of its own, in turn. The pictures are proved to be the same before that.

      CPU is counted from the first picture on, and with --window after the window has opened. With --offline, the \
      pictures are made as fast as possible: the share of a core, wake-ups and lateness are not reported.

      The blank movie is made once for each size, and kept in $XDG_CACHE_HOME/overlay-render.

      Examples:
        overlay-render compare
        overlay-render compare subtitles --offline --duration 60s
        overlay-render compare --sizes 640x360,1920x1080 --chart cost.png
      """
  )

  @Argument(help: "The overlay: a clock with seconds, or a line of text every two seconds.")
  var overlay = ComparedOverlay.Kind.clock

  @Option(
    parsing: .unconditional, help: ArgumentHelp("The size of the picture. (default: 1920x1080)", valueName: "WxH"))
  var size: String?

  @Option(parsing: .unconditional, help: ArgumentHelp("Compare in each of these sizes.", valueName: "WxH,..."))
  var sizes: String?

  @Option(parsing: .unconditional, help: ArgumentHelp("The frames per second of the blank movie.", valueName: "rate"))
  var fps = "30"

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The rate of the display, at which views may change.", valueName: "rate"))
  var refresh = "60"

  @Option(parsing: .unconditional, help: ArgumentHelp("The measured time of each run.", valueName: "span"))
  var duration = "10s"

  @Option(parsing: .unconditional, help: ArgumentHelp("The runs of each way.", valueName: "n"))
  var runs = "3"

  @Option(
    parsing: .unconditional, help: ArgumentHelp("A file with the lines of text, for subtitles.", valueName: "file"),
    completion: .file())
  var textLines: String?

  @Flag(help: "Make the pictures as fast as possible, instead of in real time.")
  var offline = false

  @Flag(help: "Show the pictures in a window.")
  var window = false

  @Flag(help: "Print JSON instead of a table.")
  var json = false

  @Option(
    parsing: .unconditional, help: ArgumentHelp("Draw a chart as a PNG file.", valueName: "file"), completion: .file())
  var chart: String?

  @Flag(help: "Replace an existing chart.")
  var overwrite = false

  @Flag(name: .shortAndLong, help: "Print only errors.")
  var quiet = false

  /// Measures one way once, and prints JSON: the process that `compare` starts.
  @Option(help: .hidden) var way: ComparedWay?

  func run() async throws {
    guard access("/proc/self/exe", X_OK) == 0 else {
      throw Failure(.unavailable, "compare: reads what it costs from /proc, which is not there: mount it")
    }
    let plan = try plan()
    if let way { return try await measure(way, plan) }
    // A chart that cannot be written is reported before the measurements.
    if let chart { try checkChart(chart) }
    let messages = Messages(isQuiet: quiet, isVerbose: false)
    var reports: [ComparisonReport] = []
    for size in plan.sizes { reports.append(try await report(plan, size, messages)) }
    if json {
      try writeToStandardOutput(try ComparisonJSON(reports, plan).text)
    } else {
      try writeToStandardOutput(reports.map(\.table).joined(separator: "\n\n"))
      if reports.count > 1 {
        let bytes = reports.reduce(0) { $0 + $1.clipBytes }
        try writeToStandardOutput(
          "\nBlank movies of \(reports.count) sizes: \((Double(bytes) / 1024).decimal(places: 0)) KiB.")
      }
    }
    if let chart {
      let view = ComparisonChart(reports: reports)
      try view.writePNG(to: chart, size: PixelSize(ComparisonChart.width, view.height), overwrite: overwrite)
    }
  }

  private func checkChart(_ path: String) throws {
    guard path.lowercased().hasSuffix(".png") else {
      throw Failure(.usage, "--chart: \(path) does not end with .png: the chart is a PNG file, give it such a name")
    }
    try LineOutput.check(path: path, overwrite: overwrite)
    try LineOutput.checkFolder(of: path)
  }

  /// Measures a way once, in the process that `compare` has started.
  private func measure(_ way: ComparedWay, _ plan: ComparisonPlan) async throws {
    try ComparisonProcess.endWithStarter()
    let size = plan.sizes[0]
    let run = ComparisonRun(
      way: way, overlay: plan.overlay(size), movieRate: plan.movieRate, refreshRate: plan.refreshRate,
      duration: plan.duration, clip: try BlankClip.path(size, plan.movieRate), isInWindow: window)
    let measurement = try await offline ? run.measureOffline() : run.measureLive()
    try writeToStandardOutput(String(decoding: JSONEncoder().encode(measurement), as: UTF8.self))
  }

  private func plan() throws -> ComparisonPlan {
    try refuse(
      ["--text-lines": textLines != nil && overlay != .subtitles],
      "is for subtitles: give compare subtitles, or leave it out")
    try refuseBoth(["--offline": offline, "--window": window])
    if window, let obstacle = PictureInPictureController.obstacle {
      throw Failure(.unavailable, "--window: \(obstacle)")
    }
    let (movieRate, refreshRate, duration) = try checkedTimes()
    let sizes = try checkedSizes()
    var lines = ComparedOverlay.defaultLines
    if let textLines {
      // Each measured process reads it again.
      var status = stat()
      let isOther = stat(textLines, &status) == 0 && ![S_IFREG, S_IFDIR].contains(status.st_mode & S_IFMT)
      if isOther || textLines == "-" {
        throw Failure(.usage, "--text-lines: \(textLines) cannot be read more than once: give the name of a file")
      }
      let document = try CaptionDocument(
        contentsOfFile: textLines, options: CaptionReadingOptions(lineInterval: .seconds(2)))
      lines = document.track.cues.map(\.plainText)
      if lines.isEmpty { throw document.nothingToShow(in: textLines) }
    }
    return ComparisonPlan(
      kind: overlay, lines: lines, sizes: sizes, movieRate: movieRate, refreshRate: refreshRate, duration: duration,
      runCount: try value(of: "--runs", runs, wholeNumber(of: "runs", in: 1...100)),
      isOffline: offline, isInWindow: window)
  }

  private func checkedTimes() throws -> (movieRate: FrameRate, refreshRate: FrameRate, duration: MediaTime) {
    let movieRate = try value(of: "--fps", fps, FrameRate.init)
    let refreshRate = try value(of: "--refresh", refresh, FrameRate.init)
    let duration = try value(of: "--duration", duration, positiveSpan)
    guard movieRate.time(ofFrame: 1) >= refreshRate.time(ofFrame: 1) else {
      throw Failure(
        .usage, "--fps: \(movieRate) pictures per second are not shown at \(refreshRate) Hz: raise --refresh")
    }
    guard duration >= movieRate.time(ofFrame: 1) else {
      throw Failure(
        .usage, "--duration: the movie has no second picture in \(duration.inSeconds()): give a longer --duration")
    }
    return (movieRate, refreshRate, duration)
  }

  private func checkedSizes() throws -> [PixelSize] {
    if size != nil, sizes != nil {
      throw Failure(.usage, "--size and --sizes cannot be used together: give all sizes to --sizes")
    }
    let option = sizes == nil ? "--size" : "--sizes"
    let texts = sizes.map { $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init) }
    var checked: [PixelSize] = []
    for text in texts ?? [size ?? "1920x1080"] {
      let size = try value(of: option, text, PixelSize.init)
      guard size.width % 2 == 0, size.height % 2 == 0 else {
        throw Failure(.usage, "\(option): \(size) has an odd side, which H.264 does not have: give even sides")
      }
      guard !checked.contains(size) else {
        throw Failure(.usage, "\(option): \(size) is given more than once: give each size once")
      }
      checked.append(size)
    }
    return checked
  }

  /// Measures all ways in one size, in turn.
  private func report(_ plan: ComparisonPlan, _ size: PixelSize, _ messages: Messages) async throws -> ComparisonReport
  {
    let clip = try await BlankClip.clip(size, plan.movieRate)
    let proof = ComparisonProof(
      overlay: plan.overlay(size), movieRate: plan.movieRate, clip: clip.path, isOffline: plan.isOffline)
    let blankVideoDifference = try await proof.check()
    var measurements: [ComparedWay: [ComparisonMeasurement]] = [:]
    let line = messages.isQuiet ? nil : TerminalLine()
    defer { line?.clear() }
    for run in 1...plan.runCount {
      for way in ComparedWay.allCases {
        line?.draw("\(size): run \(run) of \(plan.runCount), \(way.title)")
        let output = try ComparisonProcess.output(of: arguments(for: way, size))
        measurements[way, default: []].append(
          try JSONDecoder().decode(ComparisonMeasurement.self, from: Data(output)))
      }
    }
    return ComparisonReport(
      plan: plan, size: size, clipBytes: clip.byteCount, blankVideoDifference: blankVideoDifference,
      rows: ComparedWay.allCases.map { ComparisonReport.Row(way: $0, runs: measurements[$0] ?? []) })
  }

  /// The arguments of the process that measures one way.
  private func arguments(for way: ComparedWay, _ size: PixelSize) -> [String] {
    var arguments = [
      "compare", overlay.rawValue, "--way", way.rawValue, "--size", "\(size)", "--fps", fps, "--refresh", refresh,
      "--duration", duration,
    ]
    if let textLines { arguments += ["--text-lines", textLines] }
    if offline { arguments.append("--offline") }
    if window { arguments.append("--window") }
    return arguments
  }
}

/// The checked options of a comparison.
struct ComparisonPlan: Sendable {
  let kind: ComparedOverlay.Kind
  let lines: [String]
  let sizes: [PixelSize]
  let movieRate: FrameRate
  let refreshRate: FrameRate
  let duration: MediaTime
  let runCount: Int
  let isOffline: Bool
  let isInWindow: Bool

  /// The rates of the display and of the movie.
  var rates: String { "refresh \(refreshRate) Hz, movie \(movieRate) fps" }

  /// Returns the overlay of a size.
  func overlay(_ size: PixelSize) -> ComparedOverlay { ComparedOverlay(kind: kind, lines: lines, size: size) }
}
