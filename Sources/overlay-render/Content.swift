import OverlayRender

/// What the shared part of a run needs to know of what is shown.
struct Content {
  /// A moment at which the content is over.
  enum End {
    /// A civil time.
    case wall(WallTime)
    /// So long after the beginning.
    case elapsed(MediaTime)
  }

  /// What messages call it.
  let name: String
  /// Where it is over, if it ever is.
  var end: End?
  /// Whether it is over there wherever the frames go, and not only in files.
  var endsEverywhere = false
  /// How much of an endless run `--size fit` has room for; of one with an end, how much after it.
  let fittingSpan: MediaTime
  /// How often it may change in a run for all of which `--size fit` is to have room.
  var changes = 48
  /// How it looks when nothing else is asked for.
  var look = UsualLook.large
  /// Where messages advise to take a still: everything is to be seen there.
  var still = "0s"

  static let clock = Content(name: "a clock", fittingSpan: .seconds(366 * 86_400))
  static let stopwatch = Content(name: "a stopwatch", fittingSpan: .seconds(86_400))
  static let timecode = Content(name: "timecode", fittingSpan: .seconds(86_400))
  static let label = Content(name: "a label", fittingSpan: .seconds(1))
  static let lowerThird = Content(name: "a lower third", fittingSpan: .seconds(1), look: .lowerThird, still: "2s")
  static let ticker = Content(name: "a ticker", fittingSpan: .seconds(1), look: .ticker, still: "5s")

  /// Subtitles that end at a time; `nil` for those that are repeated for ever.
  static func subtitles(_ track: CaptionTrack, endingAt end: MediaTime?, look: UsualLook) -> Content {
    let first = track.cues.first(where: \.isEverShown)?.start ?? .zero
    return Content(
      name: "a loop of subtitles", end: end.map { .elapsed($0) }, fittingSpan: track.end,
      // Words and transitions change a line as well.
      changes: min(40 * track.cues.count + 1, 40_000), look: look, still: "\(max(first.seconds, 0))s")
  }

  static func countdown(endingAt end: End, everywhere: Bool) -> Content {
    Content(name: "a countdown", end: end, endsEverywhere: everywhere, fittingSpan: .seconds(86_400))
  }
}
