// Fifty live streams at once: FiftyStreams [--seconds N]
//
// Each has a clock, and a stopwatch that changes ten times a second. The totals show how little of it is work.

import ExampleOptions
import Foundation
import Glibc
import OverlayRender

let options = try Options(CommandLine.arguments.dropFirst())
let (count, duration) = (50, MediaTime.seconds(options.seconds))
let configuration = RenderConfiguration(size: PixelSize(320, 120), frameRate: .fps(30))

let total = try await withThrowingTaskGroup(of: Total.self) { [configuration, duration] group in
  for number in 1...count {
    group.addTask {
      let stream = FrameStream(Timers(number: number), configuration: configuration)
      var total = Total()
      for try await sample in stream.live(duration: duration) {
        total.pictures += 1
        total.pixels += sample.damage.area
      }
      return total
    }
  }
  var sum = Total()
  for try await total in group {
    sum.pictures += total.pictures
    sum.pixels += total.pixels
  }
  return sum
}

let frames = count * Int(configuration.frameRate.frame(atOrAfter: duration))
let share = Double(total.pixels) / Double(frames * configuration.size.width * configuration.size.height)
// POSIX counts the processor time of a process in millionths of a second.
let load = Double(clock()) / 1_000_000 / duration.seconds
print("\(count) streams of \(configuration.size) for \(options.seconds) s: \(frames) frames, \(total.pictures) drawn")
print(String(format: "%.1f %% of the pixels drawn, %.0f %% of one processor", share * 100, load * 100))
