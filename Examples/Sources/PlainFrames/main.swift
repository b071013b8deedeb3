// A view to PNG files: PlainFrames [FOLDER]

import OverlayRender

struct Badge: View {
  var body: some View {
    HStack(spacing: 16) {
      Text("LIVE").foregroundColor(.red).font(size: 48, weight: .bold)
      Stopwatch(format: "m:ss.S").font(size: 48)
    }
    .padding(24)
    .background(.black.opacity(0.6), cornerRadius: 16)
  }
}

let folder = CommandLine.arguments.dropFirst().first ?? "out/plain-frames"
let frames = FrameStream(Badge(), size: PixelSize(480, 160), refresh: .fps(30)).offline(duration: .seconds(2))
let files = try PNGSequenceWriter(pattern: "\(folder)/%03d.png", overwrite: true, encode: PNGEncoder.encode)

// The stopwatch shows tenths, so 20 of the 60 frames differ: 20 samples come, each with how long it holds.
for try await sample in frames {
  guard let picture = sample.pixelBuffer else { continue }
  try files.write(picture, count: 1)
  print("at \(sample.presentationTime.seconds) s for \(sample.duration.seconds) s")
}
try files.finish()
