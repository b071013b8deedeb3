// Live data, in two ways:
//
//     Scoreboard [--seconds N] --live      a task changes a model while the stream runs in real time
//     Scoreboard [--seconds N] [FOLDER]    writes FOLDER/scoreboard.y4m: the same match with its schedule

import ExampleOptions
import OverlayRender

let options = try Options(CommandLine.arguments.dropFirst())
let length = MediaTime.seconds(options.seconds)
var configuration = RenderConfiguration(size: PixelSize(640, 160), frameRate: .fps(30))

/// The part of the frames and pixels that was drawn.
@MainActor
func report(drawn: Int, pixels: Int, frames: Int64) {
  let all = Int(frames) * configuration.size.width * configuration.size.height
  let share = Double(pixels) / Double(max(all, 1)) * 100
  print("\(frames) frames, \(drawn) of them drawn")
  print("\(pixels) pixels drawn, of \(all) in all: \((share * 10).rounded() / 10) %")
}

if options.isLive {
  let match = Match()
  let board = Scoreboard(score: LiveScore(of: match))
  let game = Task { try await match.play() }
  var (drawn, pixels) = (0, 0)
  // The stream returns a sample when the picture has changed; nothing wakes it in between.
  for try await sample in FrameStream(board, configuration: configuration).live(duration: length) {
    drawn += 1
    pixels += sample.damage.area
  }
  game.cancel()
  report(drawn: drawn, pixels: pixels, frames: configuration.frameRate.frame(atOrAfter: length))
} else {
  // Offline frames do not wait for live values: each one is set before the frame from which it holds.
  let (home, away, period) = (LiveData(0), LiveData(0), LiveData(1))
  let board = Scoreboard(score: LiveScore(home: home, away: away, period: period))
  var events = MatchEvent.all[...]
  configuration.pixelFormat = .yuv420p
  configuration.background = Color(rgb: 0x2D6A3E)
  let renderer = try Renderer(board, configuration: configuration)
  let path = "\(options.folder)/scoreboard.y4m"
  let rate = configuration.frameRate
  let writer = try Y4MWriter(
    output: ByteOutput(path: path, overwrite: true), format: configuration.videoFormat(), rate: rate)
  let sink = ConstantRateSink(writer: writer, rate: rate)
  let count = rate.frame(atOrAfter: length)
  for frame in 0..<count {
    let time = rate.time(ofFrame: frame)
    while let (second, event) = events.first, second <= time.seconds {
      switch event {
      case .homeGoal: home.update(home.current.value + 1)
      case .awayGoal: away.update(away.current.value + 1)
      case .nextPeriod: period.update(period.current.value + 1)
      }
      events.removeFirst()
    }
    try sink.write(renderer.render(at: time))
  }
  try sink.finish(at: length)
  print(path)
  report(drawn: renderer.work.picturesDrawn, pixels: renderer.work.pixelsDrawn, frames: count)
}
