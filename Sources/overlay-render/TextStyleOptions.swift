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

/// How a ticker runs.
struct TickerOptions: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Pixels a second. (default: an eighth of the picture's width)", valueName: "px"))
  var speed: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Pixels between the end of a line and the next. (default: twice the font size)", valueName: "px")
  )
  var gap: String?

  /// Refuses what a style has no use for, and what a ticker has none for.
  func check(_ style: TextOverlayStyle, _ shared: SharedOptions) throws(Failure) {
    guard style == .ticker else {
      for (option, text) in [("--speed", speed), ("--gap", gap)] where text != nil {
        throw Failure(.usage, "\(option) is of a ticker: choose --style ticker, or leave it out")
      }
      return
    }
    if try shared.picture.pixelSize() == nil {
      throw Failure(.usage, "--size fit: a ticker is as wide as the picture: give a size such as 1280x720")
    }
    if let align = shared.style.align, align != .top, align != .bottom {
      throw Failure(.usage, "--align: a ticker runs along the top or the bottom: give one of them")
    }
  }

  func speed(in style: OverlayStyle) throws(Failure) -> Double {
    guard let speed else { return Double(style.picture?.width ?? 1280) / 8 }
    return try value(of: "--speed", speed, pixels(in: 1...100_000))
  }

  func gap(in style: OverlayStyle) throws(Failure) -> Double {
    guard let gap else { return style.font.size * 2 }
    return try value(of: "--gap", gap, pixels(in: 0...32_767))
  }
}
