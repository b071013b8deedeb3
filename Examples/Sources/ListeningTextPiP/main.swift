// The sentence that is being spoken, above all windows, its words lit in turn: ListeningTextPiP [FILE.lrc]
//
// The space bar pauses and continues, the arrow keys skip, and Esc closes the window.

import ExampleOptions
import Foundation
import OverlayRender
import OverlayWindow

guard let file = CommandLine.arguments.dropFirst().first ?? Bundle.module.path(forResource: "sentences", ofType: "lrc")
else { fatalError("sentences.lrc belongs beside this program") }
let track = try CaptionDocument(contentsOfFile: file).track
let sentences = ListeningText(track).font(size: 30, weight: .semibold)
  .foregroundColor(.white).background(Color(rgb: 0x16324F), cornerRadius: 16)

let timebase = Timebase(clock: HostClock.shared)
let source = PictureInPictureContentSource(
  sentences, preferredSize: PixelSize(560, 240), timebase: timebase, duration: track.end)
do {
  let window = try PictureInPictureController(source)
  window.closesAfter = track.end + .seconds(60)
  let events = window.events
  timebase.setRate(1)
  window.start()
  for await event in events {
    if case .failedToStart(let error) = event { throw error }
    if event == .activeChanged(false) { break }
  }
} catch {
  fail(error)
}
