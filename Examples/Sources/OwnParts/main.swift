// Your own view, shape, layout and environment value: OwnParts [FOLDER]
//
// Writes FOLDER/own-parts.png: the dial at two times, with an accent color each.

import Foundation
import OverlayRender

let folder = CommandLine.arguments.dropFirst().first ?? "out"
try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)

let dial = Dial(shows: [
  NowOn.Show(start: .zero, title: "News"), NowOn.Show(start: .seconds(90), title: "Weather"),
  NowOn.Show(start: .seconds(120), title: "Film"),
])

let size = PixelSize(360, 360)
let news = try Image(data: dial.png(size: size))
let weather = try Image(data: dial.environment(\.accentColor, .cyan).png(size: size, at: .seconds(90)))
let pair = HStack(spacing: 0) {
  news
  weather
}
try pair.background(Color(rgb: 0x14181F)).writePNG(
  to: .path("\(folder)/own-parts.png"), size: PixelSize(2 * size.width, size.height), overwrite: true)
print("\(folder)/own-parts.png")
