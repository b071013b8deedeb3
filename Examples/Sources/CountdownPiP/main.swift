// A countdown that floats above all windows for 30 seconds: CountdownPiP [SECONDS]

import ExampleOptions
import OverlayRender
import OverlayWindow

struct FlashSale: View {
  let opening: WallTime

  var body: some View {
    VStack(spacing: 12) {
      Text("The flash sale opens in").font(size: 28)
      CountdownText(to: opening, format: "mm:ss").font(size: 80, weight: .bold)
    }
    .foregroundColor(.white)
    .padding(24)
    .background(Color(rgb: 0x16324F), cornerRadius: 24)
  }
}

let seconds = CommandLine.arguments.dropFirst().first.flatMap { Int64($0) } ?? 30
let opening = HostClock.shared.wallTime.advanced(byNanoseconds: seconds * 1_000_000_000)
do {
  let window = try PiPView(preferredSize: PixelSize(480, 220)) { FlashSale(opening: opening) }
  window.controller.closesAfter = .seconds(seconds + 1)
  let events = window.controller.events
  window.startPictureInPicture(refreshInterval: .seconds(1))
  for await event in events {
    if case .failedToStart(let error) = event { throw error }
    if event == .activeChanged(false) { break }
  }
} catch {
  fail(error)
}
