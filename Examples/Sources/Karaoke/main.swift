// A song to sing along: Karaoke [FOLDER]
//
// Words light up as they are sung, with their readings above and a translation below. Writes FOLDER/karaoke.y4m, and
// FOLDER/karaoke.png with a still of each verse.

import ExampleFonts
import ExampleOutput
import Foundation
import OverlayRender

/// Reads a caption file of this program.
func track(_ name: String) throws -> CaptionTrack {
  guard let path = Bundle.module.path(forResource: name, ofType: "vtt") else {
    fatalError("\(name).vtt belongs beside this program")
  }
  return try CaptionDocument(contentsOfFile: path).track
}

/// The song on a dark picture.
struct Song: View {
  let words: CaptionTrack
  let translation: CaptionTrack

  var body: some View {
    ZStack {
      LinearGradient(
        gradient: Gradient(colors: [Color(rgb: 0x3B1F4B), Color(rgb: 0x12081C)]), startPoint: .top, endPoint: .bottom)
      ListeningText(words, second: translation, highlight: Color(rgb: 0xFFB7C5)).font(size: 40, weight: .bold)
    }
  }
}

let folder = CommandLine.arguments.dropFirst().first ?? "out"
let song = Song(words: try track("sakura"), translation: try track("sakura-en"))
var configuration = RenderConfiguration(size: PixelSize(640, 360), frameRate: .fps(30))
configuration.fonts = ExampleFonts.configuration

let moments = try pictures(of: song, configuration: configuration, atMilliseconds: [1200, 5500, 10_800, 14_600])
let sheet = Grid(horizontalSpacing: 8, verticalSpacing: 8) {
  for row in 0..<2 { GridRow { for image in moments[(2 * row)..<(2 * row + 2)] { image } } }
}
try sheet.writePNG(to: "\(folder)/karaoke.png", size: PixelSize(2 * 640 + 8, 2 * 360 + 8), overwrite: true)
print("\(folder)/karaoke.png: a still of each verse")

try await writeY4M(song, configuration: configuration, duration: song.words.end, to: "\(folder)/karaoke.y4m")
