import OverlayRender

/// The content that `bench.py` selects by name.
enum BenchmarkContent: String, CaseIterable {
  /// A clock with seconds.
  case clock
  /// The clock with a thousand labels.
  case labels
  /// A clock of the same size on a panel with a shadow, labels and a logo.
  case panel
  /// The clock of the panel alone.
  case loneClock = "lone-clock"
  /// A moving line of 300 characters.
  case ticker
  /// A caption per second, with ten repeated texts.
  case captions
  /// The same captions in a track of a hundred thousand.
  case manyCaptions = "many-captions"
  /// A line of lyrics with a new highlighted word each second.
  case lyrics

  func view() throws -> any View {
    switch self {
    case .clock: LabeledClock(labelCount: 0)
    case .labels: LabeledClock(labelCount: 1000)
    case .panel: try Panel(isClockAlone: false)
    case .loneClock: try Panel(isClockAlone: true)
    case .ticker: Ticker(speed: 200) { Text(news).font(size: 48) }
    case .captions: Captions(CaptionTrack(secondsOfCaptions: 10), loops: true).font(size: 60)
    case .manyCaptions: Captions(CaptionTrack(secondsOfCaptions: 100_000), loops: true).font(size: 60)
    case .lyrics: ListeningText(CaptionTrack(lineOfWords: 700)).font(size: 60)
    }
  }

  /// The pictures per second.
  var frameRate: FrameRate { self == .ticker ? .fps(60) : .fps(30) }

  /// The number of pictures that `stream` writes.
  var frameCount: Int64 { self == .ticker ? 600 : 1800 }

  func configuration() -> RenderConfiguration {
    RenderConfiguration(
      size: PixelSize(1920, 1080), frameRate: frameRate,
      start: WallTime(nanosecondsSince1970: 1_700_000_000_000_000_000))
  }
}

/// 300 characters. `bench.py` uses the same text with ffmpeg.
let news = String(
  repeating: "The quick brown fox jumps over the lazy dog while seven wizards quietly box a large jug of daft mix - ",
  count: 3
).prefix(300).description
