import ArgumentParser
import OverlayMedia
import OverlayRender

/// The content that all ways show.
struct ComparedOverlay {
  /// The values of the argument of `compare`.
  enum Kind: String, CaseIterable, Codable, ExpressibleByArgument {
    case clock, subtitles
  }

  let kind: Kind
  /// The lines of subtitles, each of which is shown for two seconds.
  let lines: [String]
  let size: PixelSize

  /// The lines without a file.
  static let defaultLines = [
    "Good evening.", "Here is the news of the day.", "The rain will stop tomorrow,", "and the wind will turn west.",
  ]

  /// The wall time at presentation time zero, so that all ways show the same seconds.
  static let start = WallTime(nanosecondsSince1970: 1_798_761_540_000_000_000)

  /// The overlay.
  @ViewBuilder var view: some View {
    switch kind {
    case .clock: ClockText(format: "HH:mm:ss").font(size: fontSize, weight: .bold).foregroundColor(.white)
    case .subtitles:
      Captions(CaptionTrack(lines: lines, every: .seconds(2)), loops: true).font(size: fontSize / 2)
        .foregroundColor(.white)
    }
  }

  /// The overlay over a blank movie.
  func view(over video: Video) -> some View {
    ZStack {
      video
      view
    }
  }

  private var fontSize: Double { (Double(min(size.width, size.height)) / 7.5).rounded() }

  /// The configuration of the pictures: opaque, as the pictures of a movie are.
  func configuration(_ rate: FrameRate) -> RenderConfiguration {
    var configuration = RenderConfiguration(size: size, frameRate: rate, start: Self.start)
    configuration.background = .black
    return configuration
  }
}
