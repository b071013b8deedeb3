import OverlayRender

/// The properties of a run's content.
struct RunContent {
  /// The time at which the content ends.
  enum End {
    /// A wall time.
    case wall(WallTime)
    /// A duration since the beginning.
    case elapsed(MediaTime)
  }

  /// The description in messages.
  let name: String
  /// The title of the window.
  var title: String
  /// The end of the content; `nil` if it is endless.
  var end: End?
  /// Whether the run ends with the content for every output, and not only for files.
  var endsEverywhere = false
  /// The part of an endless run for which `--size fit` has room; for a run with an end, the part after it.
  let fittingDuration: MediaTime
  /// The number of changes that `--size fit` measures.
  var fittingChangeCount = 48
  /// Whether a window is as large as the content by default. Content that is still to come has no size.
  var fitsWindow = true
  /// Whether lines of the content can be broken.
  var breaksLines = false
  /// The style without options.
  var defaultStyle = DefaultStyle.large
  /// Whether the content begins again at its end.
  var isLooping = false
  /// Whether the content shows the seconds of the wall clock, and not of the run.
  var followsWallClock = false
  /// The number of times that an animation of the content is shown by default; `nil` for without end.
  var playCount: Int?
  /// The time that messages suggest for a still, at which all of the content is visible.
  var stillTime = "0s"

  static let clock = RunContent(
    name: "a clock", title: "Clock", fittingDuration: .seconds(366 * 86_400), followsWallClock: true)
  static let stopwatch = RunContent(name: "a stopwatch", title: "Stopwatch", fittingDuration: .seconds(86_400))
  static let timecode = RunContent(name: "timecode", title: "Timecode", fittingDuration: .seconds(86_400))
  static let label = RunContent(
    name: "a label", title: "Text", fittingDuration: .seconds(1), breaksLines: true, defaultStyle: .label)
  static let lowerThird = RunContent(
    name: "a lower third", title: "Text", fittingDuration: .seconds(1), defaultStyle: .lowerThird, stillTime: "2s")
  static let ticker = RunContent(
    name: "a ticker", title: "Ticker", fittingDuration: .seconds(1), fitsWindow: false, defaultStyle: .ticker,
    stillTime: "5s")

  /// Subtitles that end at a time; `nil` for a loop.
  static func subtitles(_ track: CaptionTrack, endingAt end: MediaTime?, defaultStyle: DefaultStyle) -> RunContent {
    let first = track.cues.first(where: \.isEverShown)?.start ?? .zero
    return RunContent(
      name: "a loop of subtitles", title: "Subtitles", end: end.map { .elapsed($0) }, fittingDuration: track.end,
      // Words and transitions change a line, too.
      fittingChangeCount: min(40 * track.cues.count + 1, 40_000), fitsWindow: false, defaultStyle: defaultStyle,
      isLooping: end == nil, stillTime: "\(max(first.seconds, 0))s")
  }

  static func countdown(endingAt end: End, _ atZero: CountdownRule.AtZero) -> RunContent {
    let followsWallClock = if case .wall = end { true } else { false }
    return RunContent(
      name: "a countdown", title: "Countdown", end: end, endsEverywhere: atZero == .end,
      fittingDuration: .seconds(86_400), followsWallClock: followsWallClock, playCount: atZero == .loop ? nil : 1)
  }
}
