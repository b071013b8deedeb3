// A lower third with an entrance and an exit: LowerThird [FOLDER]
//
// Writes FOLDER/lower-third.y4m, and FOLDER/lower-third.png: six moments of it on one sheet.

import OverlayRender

let folder = CommandLine.arguments.dropFirst().first ?? "out"
let scene = Scene(
  lowerThird: LowerThird(
    title: "Grace Hopper", subtitle: "Rear admiral, wrote the first compiler",
    range: MediaTimeRange(start: .milliseconds(500), end: .seconds(4))))

var configuration = RenderConfiguration(size: PixelSize(640, 360), frameRate: .fps(30))

// The sheet first: a renderer gives the picture of any moment, and a picture is a view.
let renderer = try Renderer(scene, configuration: configuration)
let moments = try [600, 800, 1000, 2000, 3800, 3950].compactMap { (milliseconds: Int64) in
  try renderer.render(at: .milliseconds(milliseconds)).pixelBuffer.map { try Image(pixels: $0) }
}

let sheet = Grid(horizontalSpacing: 8, verticalSpacing: 8) {
  for row in 0..<3 {
    GridRow { for image in moments[(2 * row)..<(2 * row + 2)] { image.scaling(.fit).frame(width: 480, height: 270) } }
  }
}
let sheetSize = PixelSize(2 * 480 + 3 * 8, 3 * 270 + 4 * 8)
let sample = try Renderer(sheet, configuration: RenderConfiguration(size: sheetSize)).render(at: .zero)
if let picture = sample.pixelBuffer {
  let file = try PNGSequenceWriter(pattern: "\(folder)/lower-third.png", overwrite: true, encode: PNGEncoder.encode)
  try file.write(picture, count: 1)
  try file.finish()
}

// The film: only what moves is drawn, and while nothing moves the frame before is repeated by reference.
configuration.pixelFormat = .yuv420p
let (format, rate) = (try configuration.videoFormat(), configuration.frameRate)
let frames = FrameStream(scene, configuration: configuration).offline(duration: .seconds(5))
let progress = RecordingProgress()
try await FrameRecorder().record(frames, progress: progress) {
  let output = try ByteOutput(path: "\(folder)/lower-third.y4m", overwrite: true)
  return ConstantRateSink(writer: try Y4MWriter(output: output, format: format, rate: rate), rate: rate)
}
print("\(folder)/lower-third.y4m: \(progress.statistics.frames) frames, \(progress.statistics.drawn) of them drawn")
print("\(folder)/lower-third.png: the moments to look at")
