// A movie that floats above all windows, and a text over it that the program changes: TextOverMovie MOVIE [SECONDS]

import ExampleOptions
import OverlayMedia
import OverlayRender
import OverlayWindow

let arguments = CommandLine.arguments.dropFirst()
guard let movie = arguments.first else { fail("give the path of a movie", status: 64) }
let seconds = arguments.dropFirst().first.flatMap { Int64($0) } ?? 10

let label = LiveData("")
let player = MoviePlayer(path: movie)
player.actionAtItemEnd = .loop
let source = PictureInPictureContentSource(player) {
  LiveView(label) { Text($0.value) }
    .font(size: 24, weight: .semibold)
    .padding(10)
    .background(.black.opacity(0.6), cornerRadius: 8)
    .padding(12)
    .frame(maxWidth: .infinity, maxHeight: .infinity, alignment: .bottomTrailing)
}
do {
  let window = try PictureInPictureController(source)
  window.closesAfter = .seconds(seconds)
  let events = window.events
  let changes = player.addPeriodicTimeObserver(forInterval: .seconds(1)) { time in
    label.update("\(Int(time.seconds)) s of the movie")
  }
  window.start()
  player.play()
  for await event in events {
    if case .failedToStart(let error) = event { throw error }
    if event == .activeChanged(false) { break }
  }
  changes.cancel()
} catch {
  fail(error)
}
guard !label.current.value.isEmpty else { fail("the text did not change") }
