// Closes the screen that started picture in picture, and restores it before that stops: RestoredScreen
//
// It prints the calls of the delegate, and fails if they come in another order.

import ExampleOptions
import OverlayRender
import OverlayWindow
import Synchronization

/// A screen of the program, which here only says when it opens and closes.
final class Screen: Sendable {
  let timebase: Timebase

  init(_ timebase: Timebase) {
    self.timebase = timebase
    print("the screen opens at \(Int(timebase.time.seconds)) s")
  }

  deinit { print("the screen closes at \(Int(timebase.time.seconds)) s") }
}

/// Keeps the playback while there is no screen, and makes the screen again.
final class Playback: PictureInPictureControllerDelegate {
  let timebase = Timebase(clock: HostClock.shared)
  let screen = Mutex<Screen?>(nil)
  let (calls, continuation) = AsyncStream.makeStream(of: String.self)

  func pictureInPictureDidStart(_ controller: PictureInPictureController) { continuation.yield("didStart") }

  func pictureInPicture(
    _ controller: PictureInPictureController, failedToStartWithError error: PictureInPictureError
  ) { fail(error) }

  func restoreUserInterface(for controller: PictureInPictureController) async -> Bool {
    screen.withLock { $0 = Screen(timebase) }
    continuation.yield("restored")
    return true
  }

  func pictureInPicture(_ controller: PictureInPictureController, willStop reason: PictureInPictureStopReason) {
    continuation.yield("willStop \(reason)")
  }

  func pictureInPicture(_ controller: PictureInPictureController, didStop reason: PictureInPictureStopReason) {
    continuation.yield("didStop \(reason)")
  }
}

let playback = Playback()
playback.screen.withLock { $0 = Screen(playback.timebase) }
var order: [String] = []
do {
  let source = PictureInPictureContentSource(
    StopwatchText(format: "mm:ss").font(size: 64).background(.black), preferredSize: PixelSize(320, 180),
    timebase: playback.timebase, duration: .seconds(60))
  let controller = try PictureInPictureController(source, delegate: playback)
  playback.timebase.setRate(1)
  controller.start()
  for await call in playback.calls {
    print(call)
    order.append(call)
    if call == "didStart" {
      playback.screen.withLock { $0 = nil }
      try await Task.sleep(for: .seconds(1))
      // The control for it in the window restores the screen in the same way.
      controller.stop()
    }
    if call.hasPrefix("didStop") { break }
  }
} catch {
  fail(error)
}
guard order == ["didStart", "restored", "willStop program", "didStop program"] else {
  fail("the calls come in another order")
}
guard let screen = playback.screen.withLock({ $0 }), screen.timebase.time >= .seconds(1) else {
  fail("the screen is not restored")
}
