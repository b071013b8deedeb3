import ArgumentParser
import OverlayRender

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
