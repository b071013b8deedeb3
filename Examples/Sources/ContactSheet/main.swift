// A countdown as PNG files, and a contact sheet of them: ContactSheet [FOLDER]
//
// The sheet is not made from files: a view is a function of time, so the sheet is a view that contains the same card at
// twelve times.

import OverlayRender

/// The card in each PNG file. The countdown runs from the beginning of the stream.
struct Card: View {
  var left = MediaTime.seconds(6)

  var body: some View {
    CountdownText(for: left, format: "s.S", atZero: .text("Go!"))
      .font(size: 64, weight: .bold)
      .foregroundColor(.white)
      .outline(.black, width: 4)
      .frame(width: 240, height: 120)
      .background(Color(rgb: 0x1F4E79), cornerRadius: 16)
  }
}

/// The card at some frames, each above the name of its file.
struct Sheet: View {
  let rate: FrameRate
  let frames: [Int64]

  var body: some View {
    VStack(spacing: 12) {
      for row in stride(from: 0, to: frames.count, by: 4) {
        HStack(spacing: 12) {
          for frame in frames[row..<min(row + 4, frames.count)] {
            VStack(spacing: 4) {
              // A countdown of the remaining time that begins now shows the same as the card at that frame.
              Card(left: Card().left - rate.time(ofFrame: frame))
              Text(fileName(frame)).font(size: 16).foregroundColor(.black)
            }
          }
        }
      }
    }
  }

  private func fileName(_ frame: Int64) -> String {
    // The files are numbered from 1, with three digits.
    String(1001 + frame).dropFirst() + ".png"
  }
}

let folder = CommandLine.arguments.dropFirst().first ?? "out"
let rate = FrameRate.fps(10)

// Each frame has a file. A picture that stays the same is encoded once.
let result = try await FrameStream(Card(), size: PixelSize(240, 120), frameRate: rate)
  .write(to: "\(folder)/countdown/%03d.png", duration: .seconds(7), overwrite: true)

let sheet = Sheet(rate: rate, frames: (0..<12).map { $0 * 6 })
var configuration = RenderConfiguration(size: PixelSize(1044, 480), frameRate: rate)
configuration.background = Color(rgb: 0xF2F2F2)
try sheet.writePNG(to: "\(folder)/countdown.png", configuration, overwrite: true)
print("\(result.statistics.frames) files in \(folder)/countdown, and \(folder)/countdown.png")
