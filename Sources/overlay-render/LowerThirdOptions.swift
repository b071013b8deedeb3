import ArgumentParser
import OverlayRender

/// How a lower third looks and moves.
struct LowerThirdOptions: ParsableArguments {
  @Option(
    parsing: .unconditional, help: ArgumentHelp("A CSS colour for the bar beside the text.", valueName: "color"))
  var accent: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("How long it takes to come and to go, 0 for at once. (default: 600ms)", valueName: "span"))
  var enter: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "When it begins to go. (default: so that it is gone at the end of --duration)", valueName: "span"))
  var leaveAt: String?

  /// Refuses what a style has no use for.
  func check(_ style: TextOverlayStyle) throws(Failure) {
    for (option, text) in [("--accent", accent), ("--enter", enter), ("--leave-at", leaveAt)]
    where text != nil && style != .lowerThird {
      throw Failure(.usage, "\(option) is of a lower third: choose --style lower-third, or leave it out")
    }
  }

  /// The bar's colour, the time of a movement, and when it is gone: +infinity for never.
  func settings(
    ofRunWithDuration duration: MediaTime?
  ) throws(Failure) -> (accent: Color, movingTime: MediaTime, end: MediaTime) {
    let accent = try value(of: "--accent", accent ?? "#ffb400", Color.init(css:))
    let movingTime = try value(of: "--enter", enter ?? "600ms", MediaTime.init(span:))
    guard let leaveAt else { return (accent, movingTime, duration ?? .positiveInfinity) }
    return (accent, movingTime, try value(of: "--leave-at", leaveAt, MediaTime.init(span:)) + movingTime)
  }
}
