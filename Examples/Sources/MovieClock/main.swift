// A clock as a movie: MovieClock FILE, such as clock.mp4, clock.webm, or clock.mov with alpha

import OverlayMedia
import OverlayRender

let clock = ClockText(format: "HH:mm:ss").font(size: 96, weight: .bold).foregroundColor(.white)
let stream = FrameStream(clock, size: PixelSize(640, 360), frameRate: .fps(30))
let file = CommandLine.arguments.dropFirst().first ?? "clock.mp4"
try await stream.write(to: OutputDestination(file), duration: .seconds(10), overwrite: true)
