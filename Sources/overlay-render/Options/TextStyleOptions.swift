import ArgumentParser
import OverlayRender

/// Options for a lower third.
struct LowerThirdOptions: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The color of the bar beside the text, as a CSS color.", valueName: "color"))
  var accent: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The duration of sliding in and out, 0 for none. (default: 600ms)", valueName: "span"))
  var enter: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The time at which it begins to slide out. (default: in time for the end of --duration)", valueName: "span"))
  var leaveAt: String?

  /// Throws if an option is given for another style.
  func check(_ style: TextOverlayStyle) throws(Failure) {
    guard style != .lowerThird else { return }
    try refuse(
      ["--accent": accent != nil, "--enter": enter != nil, "--leave-at": leaveAt != nil],
      "is for a lower third: use --style lower-third, or leave it out")
  }

  /// The color of the bar, the duration of a transition, and the time at which the panel has left; +infinity for never.
  func settings(
    ofRunWithDuration duration: MediaTime?
  ) throws(Failure) -> (accent: Color, transitionDuration: MediaTime, end: MediaTime) {
    let accent = try value(of: "--accent", accent ?? "#ffb400", Color.init(css:))
    let transitionDuration = try value(of: "--enter", enter ?? "600ms", MediaTime.init(span:))
    guard let leaveAt else { return (accent, transitionDuration, duration ?? .positiveInfinity) }
    let leaveTime = try value(of: "--leave-at", leaveAt, MediaTime.init(span:))
    return (accent, transitionDuration, leaveTime + transitionDuration)
  }
}

/// Options for a ticker.
struct TickerOptions: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The speed in pixels per second. (default: 1/8 of the width of the picture)", valueName: "px"))
  var speed: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The distance between two lines in pixels. (default: 2 times the font size)", valueName: "px")
  )
  var gap: String?

  /// Throws if an option is given for another style, or does not fit a ticker.
  func check(_ style: TextOverlayStyle, _ shared: SharedOptions) throws(Failure) {
    guard style == .ticker else {
      return try refuse(
        ["--speed": speed != nil, "--gap": gap != nil], "is for a ticker: use --style ticker, or leave it out")
    }
    if try shared.picture.pixelSize() == nil {
      throw Failure(.usage, "--size fit: a ticker fills the width of the picture: give a size such as 1280x720")
    }
    if let align = shared.style.align, align != .top, align != .bottom {
      throw Failure(.usage, "--align: a ticker is at the top or the bottom: give one of them")
    }
  }

  func speed(in style: OverlayStyle) throws(Failure) -> Double {
    guard let speed else { return Double(style.pictureSize?.width ?? 1280) / 8 }
    return try value(of: "--speed", speed, pixels(in: 1...100_000))
  }

  func gap(in style: OverlayStyle) throws(Failure) -> Double {
    guard let gap else { return style.font.size * 2 }
    return try value(of: "--gap", gap, pixels(in: 0...32_767))
  }
}
