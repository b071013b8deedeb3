// A clock in five lines: FiveLineClock FILE, such as clock.y4m, frames/%03d.png, or - for a pipe

import OverlayRender

let clock = ClockText(format: "HH:mm:ss").font(size: 96, weight: .bold).foregroundColor(.white)
let stream = FrameStream(clock, size: PixelSize(640, 360), frameRate: .fps(30))
let file = CommandLine.arguments.dropFirst().first ?? "clock.y4m"
try await stream.write(to: OutputDestination(file), duration: .seconds(10), overwrite: true)
