// Draws every view and modifier with its name, as one picture: Gallery [FOLDER [large]]
//
// With `large`, everything is drawn at double scale.

import ExampleFonts
import Foundation
import OverlayRender

let arguments = CommandLine.arguments.dropFirst()
let folder = arguments.first ?? "out"
let scale = arguments.dropFirst().first == "large" ? 2 : 1

try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
// The files that `TextFile` and `ImageFile` show.
let files = FileManager.default.temporaryDirectory.appendingPathComponent("gallery-\(getpid())").path
try FileManager.default.createDirectory(atPath: files, withIntermediateDirectories: true)
defer { try? FileManager.default.removeItem(atPath: files) }
let (title, logo) = ("\(files)/title.txt", "\(files)/logo.png")
try "from title.txt\n".write(toFile: title, atomically: true, encoding: .utf8)
try Diamond().fill(.mint).writePNG(to: .path(logo), size: PixelSize(40, 40))

let page = Page(
  icon: try Path(svg: "M12 21C5 15 2 12 2 8a5 5 0 0 1 10-1.5A5 5 0 0 1 22 8c0 4-3 7-10 13Z"),
  markup: try Text(markup: "<b>b</b> <i>i</i> <u>u</u> <span foreground='#FFB020'>gold</span> x<sup>2</sup>"),
  tile: try .button(), text: title, picture: logo)

// A fixed wall time makes the picture the same on any day.
let size = PixelSize(Page.size.width * scale, Page.size.height * scale)
var configuration = RenderConfiguration(size: size, start: WallTime(nanosecondsSince1970: 1_777_898_096_000_000_000))
configuration.fonts = ExampleFonts.configuration
configuration.alignment = .topLeading
let view = page.timeZone(.gmt).locale(Locale(identifier: "en")).scaleEffect(Double(scale), anchor: .topLeading)
let path = "\(folder)/gallery\(scale == 1 ? "" : "-large").png"
try view.writePNG(to: .path(path), configuration, overwrite: true)
print("\(path): \(size)")
