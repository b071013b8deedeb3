import OverlayRender

/// The content that `bench.py` selects by name.
enum BenchmarkContent {
  /// A clock with seconds.
  case clock
  /// The same glyphs, which never change: what the same bytes by reference cost.
  case still
  /// The clock with a thousand labels, and with ten thousand.
  case labels, manyLabels
  /// A clock of the same size on a panel with a shadow, labels and a logo.
  case panel
  /// The clock of the panel alone.
  case loneClock
  /// A moving line of 300 characters.
  case ticker
  /// The moving line over a moving gradient, with which every pixel changes on every frame.
  case gradient
  /// A caption per second, with ten repeated texts.
  case captions
  /// The same captions in a track of a hundred thousand.
  case manyCaptions
  /// A line of lyrics with a new highlighted word each second.
  case lyrics
  /// Small texts, of which the first ones change each second.
  case widgets(count: Int, changing: Int)

  /// The names of all contents, for messages and for `bench.py`, which asks what an older program knows.
  static let names = [
    "clock", "still", "labels", "many-labels", "panel", "lone-clock", "ticker", "gradient", "captions",
    "many-captions", "lyrics", "widgets:COUNT:CHANGING",
  ]

  /// Creates a content from its name; `nil` if there is no such content.
  init?(_ name: String) {
    switch name {
    case "clock": self = .clock
    case "still": self = .still
    case "labels": self = .labels
    case "many-labels": self = .manyLabels
    case "panel": self = .panel
    case "lone-clock": self = .loneClock
    case "ticker": self = .ticker
    case "gradient": self = .gradient
    case "captions": self = .captions
    case "many-captions": self = .manyCaptions
    case "lyrics": self = .lyrics
    default:
      let parts = name.split(separator: ":")
      guard parts.count == 3, parts[0] == "widgets", let count = Int(parts[1]), let changing = Int(parts[2]),
        (1...10_000).contains(count), (0...count).contains(changing)
      else { return nil }
      self = .widgets(count: count, changing: changing)
    }
  }

  func view() throws -> any View {
    switch self {
    case .clock: LabeledClock(labels: .none)
    case .still: LabeledClock(labels: .none, isStill: true)
    case .labels: LabeledClock(labels: .thousand)
    case .manyLabels: LabeledClock(labels: .tenThousand)
    case .panel: try Panel(isClockAlone: false)
    case .loneClock: try Panel(isClockAlone: true)
    case .ticker: Ticker(speed: 200) { Text(news).font(size: 48) }
    case .gradient: MovingGradient()
    case .captions: Captions(CaptionTrack(secondsOfCaptions: 10), loops: true).font(size: 60)
    case .manyCaptions: Captions(CaptionTrack(secondsOfCaptions: 100_000), loops: true).font(size: 60)
    case .lyrics: ListeningText(CaptionTrack(lineOfWords: 700)).font(size: 60)
    case .widgets(let count, let changing): Widgets(count: count, changing: changing)
    }
  }

  /// Whether something moves on every frame.
  private var isMoving: Bool {
    switch self {
    case .ticker, .gradient: true
    default: false
    }
  }

  /// The pictures per second.
  private var frameRate: FrameRate { isMoving ? .fps(60) : .fps(30) }

  /// The number of pictures that `stream` writes by default.
  var frameCount: Int64 { isMoving ? 600 : 1800 }

  func configuration(size: PixelSize = PixelSize(1920, 1080)) -> RenderConfiguration {
    RenderConfiguration(
      size: size, frameRate: frameRate, start: WallTime(nanosecondsSince1970: 1_700_000_000_000_000_000))
  }
}

/// 300 characters. `bench.py` uses the same text with ffmpeg.
let news = String(
  repeating: "The quick brown fox jumps over the lazy dog while seven wizards quietly box a large jug of daft mix - ",
  count: 3
).prefix(300).description
