// A view to PNG files: PlainFrames [FOLDER]

import OverlayRender

struct Badge: View {
  var body: some View {
    HStack(spacing: 16) {
      Text("LIVE").foregroundColor(.red).font(size: 48, weight: .bold)
      StopwatchText(format: "m:ss.S").font(size: 48)
    }
    .padding(24)
    .background(.black.opacity(0.6), cornerRadius: 16)
  }
}

let folder = CommandLine.arguments.dropFirst().first ?? "out/plain-frames"
let stream = FrameStream(Badge(), size: PixelSize(480, 160), frameRate: .fps(30))
let statistics = try await stream.write(to: "\(folder)/%03d.png", duration: .seconds(2), overwrite: true).statistics
// The stopwatch shows tenths, so 20 of the 60 frames differ, and the others repeat the previous picture.
print("\(statistics.frames) files in \(folder), \(statistics.drawn) pictures drawn")
