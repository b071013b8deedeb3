// Starts picture in picture while another one is open, which first ends completely: OneAfterTheOther
//
// It prints the calls of both delegates, and fails if they come in another order.

import ExampleOptions
import OverlayRender
import OverlayWindow

/// Passes on the calls for one of the controllers.
final class Calls: PictureInPictureControllerDelegate {
  private let name: String
  private let calls: AsyncStream<String>.Continuation

  init(_ name: String, _ calls: AsyncStream<String>.Continuation) {
    self.name = name
    self.calls = calls
  }

  func pictureInPictureWillStart(_ controller: PictureInPictureController) { calls.yield("\(name) willStart") }
  func pictureInPictureDidStart(_ controller: PictureInPictureController) { calls.yield("\(name) didStart") }

  func pictureInPicture(
    _ controller: PictureInPictureController, failedToStartWithError error: PictureInPictureError
  ) { fail(error) }

  func pictureInPicture(_ controller: PictureInPictureController, willStop reason: PictureInPictureStopReason) {
    calls.yield("\(name) willStop \(reason)")
  }

  func pictureInPicture(_ controller: PictureInPictureController, didStop reason: PictureInPictureStopReason) {
    calls.yield("\(name) didStop \(reason)")
  }
}

let (calls, continuation) = AsyncStream.makeStream(of: String.self)
let delegates = [Calls("first", continuation), Calls("second", continuation)]
var order: [String] = []
do {
  let first = try PiPView(preferredSize: PixelSize(320, 180), delegate: delegates[0]) {
    ClockText(format: "HH:mm:ss").font(size: 64).background(.black)
  }
  let second = try PiPView(preferredSize: PixelSize(320, 180), delegate: delegates[1]) {
    StopwatchText(format: "mm:ss").font(size: 64).background(.black)
  }
  second.controller.closesAfter = .seconds(1)
  first.startPictureInPicture(refreshInterval: .seconds(1))
  for await call in calls {
    print(call)
    order.append(call)
    if call == "first didStart" { second.startPictureInPicture(refreshInterval: .seconds(1)) }
    if call.hasPrefix("second didStop") { break }
  }
} catch {
  fail(error)
}
let expected = [
  "first willStart", "first didStart", "first willStop replaced", "first didStop replaced",
  "second willStart", "second didStart", "second willStop timeElapsed", "second didStop timeElapsed",
]
guard order == expected else { fail("the calls come in another order") }
