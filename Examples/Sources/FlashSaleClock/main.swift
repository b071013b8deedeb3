// The example of UIPiPView, without a phone:
//
//     FlashSaleClock [--seconds N] [FOLDER]     writes FOLDER/flash-sale.y4m, as fast as it can
//     FlashSaleClock [--seconds N] --live       keeps pace with the wall clock, throws the frames away, says when each came

import ExampleOptions
import OverlayRender

let options = try Options(CommandLine.arguments.dropFirst())

// On iOS this is `startPictureInPicture(withRefreshInterval: 1 / 30)`, which draws the view thirty times a second. Here the
// rate is only the grid on which changes may fall.
var configuration = RenderConfiguration(size: PixelSize(640, 360), frameRate: .fps(30))

// The sale opens on a whole second of the wall clock, a little before the example ends.
let now = HostClock.shared.wallTime
let thisSecond = WallTime(nanosecondsSince1970: now.nanosecondsSince1970 / 1_000_000_000 * 1_000_000_000)
let sale = FlashSale(opens: thisSecond.advanced(byNanoseconds: max(options.seconds - 2, 1) * 1_000_000_000))
let length = MediaTime.seconds(options.seconds)

if options.isLive {
  // What is drawn goes out when it changes, and nothing wakes in between.
  for try await sample in FrameStream(sale, configuration: configuration).live(duration: length) {
    print("a new picture at \(sample.presentationTime.seconds) s, \(sample.damage.area) pixels of it changed")
  }
} else {
  configuration.start = thisSecond
  configuration.background = Color(rgb: 0x203040)
  let path = "\(options.folder)/flash-sale.y4m"
  // Y4M has a constant rate, so each picture is repeated until the next one: by reference, never drawn again.
  let done = try await FrameStream(sale, configuration: configuration)
    .write(to: .path(path), duration: length, overwrite: true).statistics
  print("\(path): \(done.frames) frames, \(done.drawn) of them drawn")
}
