import OverlayRender

/// What `bench.py` asks for by name.
enum BenchmarkContent: String, CaseIterable {
  /// A second clock.
  case clock
  /// The clock among a thousand labels.
  case labels
  /// A clock of the same size on a panel with a shadow, with labels and a logo.
  case panel
  /// The panel's clock by itself.
  case loneClock = "lone-clock"
  /// A line of 300 characters passing by.
  case ticker
  /// A caption a second, of ten that come again and again.
  case captions
  /// The same captions in a track of a hundred thousand.
  case manyCaptions = "many-captions"
  /// A line of lyrics of which a word lights up each second.
  case lyrics

  func view() throws -> any View {
    switch self {
    case .clock: LabelledClock(labelCount: 0)
    case .labels: LabelledClock(labelCount: 1000)
    case .panel: try Panel(isClockAlone: false)
    case .loneClock: try Panel(isClockAlone: true)
    case .ticker: Ticker(speed: 200) { Text(news).font(size: 48) }
    case .captions: Captions(CaptionTrack(secondsOfCaptions: 10), loops: true).font(size: 60)
    case .manyCaptions: Captions(CaptionTrack(secondsOfCaptions: 100_000), loops: true).font(size: 60)
    case .lyrics: ListeningText(CaptionTrack(lineOfWords: 700)).font(size: 60)
    }
  }

  /// Pictures a second.
  var frameRate: FrameRate { self == .ticker ? .fps(60) : .fps(30) }

  /// How many pictures `stream` writes.
  var frameCount: Int64 { self == .ticker ? 600 : 1800 }

  func configuration() -> RenderConfiguration {
    RenderConfiguration(
      size: PixelSize(1920, 1080), frameRate: frameRate,
      start: WallTime(nanosecondsSince1970: 1_700_000_000_000_000_000))
  }
}

/// 300 characters; `bench.py` gives ffmpeg the same.
let news = String(
  repeating: "The quick brown fox jumps over the lazy dog while seven wizards quietly box a large jug of daft mix - ",
  count: 3
).prefix(300).description
