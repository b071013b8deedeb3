// Five sentences for a listener: ListeningText [FOLDER]
//
// Writes FOLDER/listening/in-turn.y4m: a sentence every two seconds, repeated; FOLDER/listening/in-step.y4m: the same
// with the times of sentences.lrc, which has times for words; and FOLDER/listening.png: stills of both on one sheet.

import ExampleOutput
import Foundation
import OverlayRender

let folder = CommandLine.arguments.dropFirst().first ?? "out"
guard let lyrics = Bundle.module.path(forResource: "sentences", ofType: "lrc") else {
  fatalError("sentences.lrc belongs beside this program")
}
let inStep = try CaptionDocument(contentsOfFile: lyrics).track
let inTurn = CaptionTrack(lines: inStep.cues.map(\.plainText), every: .seconds(2))

var configuration = RenderConfiguration(size: PixelSize(640, 360), frameRate: .fps(30))
configuration.background = Color(rgb: 0x16324F)

/// The sentences in the style of the film and the sheet.
func listening(_ track: CaptionTrack) -> some View {
  ListeningText(track, loops: true).font(size: 32, weight: .semibold)
}

let milliseconds: [Int64] = [1000, 2100, 3400]
let left = try pictures(of: listening(inTurn), configuration: configuration, atMilliseconds: milliseconds)
let right = try pictures(of: listening(inStep), configuration: configuration, atMilliseconds: milliseconds)
let sheet = Grid(horizontalSpacing: 8, verticalSpacing: 8) {
  for row in milliseconds.indices {
    GridRow { for image in [left[row], right[row]] { image.scaling(.fit).frame(width: 480, height: 270) } }
  }
}
try sheet.writePNG(to: "\(folder)/listening.png", size: PixelSize(2 * 480 + 8, 3 * 270 + 2 * 8), overwrite: true)
print("\(folder)/listening.png: stills of both")

try FileManager.default.createDirectory(atPath: "\(folder)/listening", withIntermediateDirectories: true)
for (name, track) in [("in-turn", inTurn), ("in-step", inStep)] {
  try await writeY4M(
    listening(track), configuration: configuration, duration: .seconds(12), to: "\(folder)/listening/\(name).y4m")
}
