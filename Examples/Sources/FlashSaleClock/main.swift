// The example of UIPiPView, without a phone:
//
//     FlashSaleClock [--seconds N] [FOLDER]     writes FOLDER/flash-sale.y4m, as fast as possible
//     FlashSaleClock [--seconds N] --live       runs in real time, and prints when each frame is due

import ExampleOptions
import OverlayRender

let options = try Options(CommandLine.arguments.dropFirst())

// On iOS this is `startPictureInPicture(withRefreshInterval: 1 / 30)`, which draws the view thirty times per second.
// Here the rate only determines the times at which the picture may change.
var configuration = RenderConfiguration(size: PixelSize(640, 360), frameRate: .fps(30))

// The sale opens on a whole second of the wall clock, shortly before the example ends.
let now = HostClock.shared.wallTime
let thisSecond = WallTime(nanosecondsSince1970: now.nanosecondsSince1970 / 1_000_000_000 * 1_000_000_000)
let sale = FlashSale(opens: thisSecond.advanced(byNanoseconds: max(options.seconds - 2, 1) * 1_000_000_000))
let length = MediaTime.seconds(options.seconds)

if options.isLive {
  // Frames are returned when they change, and nothing wakes the stream in between.
  for try await sample in FrameStream(sale, configuration: configuration).live(duration: length) {
    print("a new picture at \(sample.presentationTime.seconds) s, \(sample.damage.area) pixels changed")
  }
} else {
  configuration.start = thisSecond
  configuration.background = Color(rgb: 0x203040)
  let path = "\(options.folder)/flash-sale.y4m"
  // Y4M has a constant rate, so each picture is repeated until the next one, by reference and without drawing it again.
  let statistics = try await FrameStream(sale, configuration: configuration)
    .write(to: .path(path), duration: length, overwrite: true).statistics
  print("\(path): \(statistics.frames) frames, \(statistics.drawn) of them drawn")
}
