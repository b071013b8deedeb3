// A lower third with an entrance and an exit: LowerThird [FOLDER]
//
// Writes FOLDER/lower-third.y4m, and FOLDER/lower-third.png with six stills of it on one sheet.

import ExampleOutput
import OverlayRender

let folder = CommandLine.arguments.dropFirst().first ?? "out"
let scene = Scene(
  lowerThird: LowerThird(
    title: "Grace Hopper", subtitle: "Rear admiral, wrote the first compiler",
    range: MediaTimeRange(start: .milliseconds(500), end: .seconds(4))))

let configuration = RenderConfiguration(size: PixelSize(640, 360), frameRate: .fps(30))

// The sheet: a renderer draws the picture of any time.
let moments = try pictures(
  of: scene, configuration: configuration, atMilliseconds: [600, 800, 1000, 2000, 3800, 3950])
let sheet = Grid(horizontalSpacing: 8, verticalSpacing: 8) {
  for row in 0..<3 {
    GridRow { for image in moments[(2 * row)..<(2 * row + 2)] { image.scaling(.fit).frame(width: 480, height: 270) } }
  }
}
try sheet.writePNG(to: "\(folder)/lower-third.png", size: PixelSize(2 * 480 + 3 * 8, 3 * 270 + 4 * 8), overwrite: true)
print("\(folder)/lower-third.png: six stills")

try await writeY4M(scene, configuration: configuration, duration: .seconds(5), to: "\(folder)/lower-third.y4m")
