// Your own sink and format: OwnSink [FOLDER]
//
// Prints when a clock changes. Then writes FOLDER/clock.pgm, which `ffmpeg -f pgm_pipe -i clock.pgm` reads.

import Foundation
import OverlayRender

let folder = CommandLine.arguments.dropFirst().first ?? "out"
try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)

let clock = ClockText(format: "HH:mm:ss").font(size: 60, weight: .bold)
var configuration = RenderConfiguration(size: PixelSize(320, 90), frameRate: .fps(25))
configuration.background = .black
// Y4M and most decoders expect limited range; PGM has full range.
configuration.range = .full
let stream = FrameStream(clock, configuration: configuration)

try await FrameRecorder().record(stream.offline(duration: .seconds(3))) { ChangePrinter() }

let result = try await stream.write(
  to: .path("\(folder)/clock.pgm"), as: .pgm, duration: .seconds(3), overwrite: true)
print("\(folder)/clock.pgm: \(result.statistics.frames) frames, \(result.statistics.drawn) of them drawn")
