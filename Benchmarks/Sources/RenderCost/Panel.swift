import OverlayRender

/// A translucent panel over the whole picture, with round corners and a blurred shadow. On it are ten labels, a logo
/// and a clock with seconds.
struct Panel: View {
  let isClockAlone: Bool
  private let logo: Image

  init(isClockAlone: Bool) throws {
    self.isClockAlone = isClockAlone
    logo = try Image(pixels: Panel.logoPixels())
  }

  var body: some View {
    if isClockAlone {
      clock
    } else {
      ZStack {
        RoundedRectangle(cornerRadius: 48).fill(Color(red: 0.05, green: 0.1, blue: 0.2, alpha: 0.7))
          .shadow(radius: 24, x: 0, y: 12)
          .padding(64)
        VStack(alignment: .leading, spacing: 8) {
          for index in 0..<10 { Text("Label number \(index)").font(size: 32) }
        }
        .padding(160)
        .frame(maxWidth: .infinity, maxHeight: .infinity, alignment: .topLeading)
        logo.padding(160).frame(maxWidth: .infinity, maxHeight: .infinity, alignment: .topTrailing)
        clock
      }
    }
  }

  private var clock: some View {
    ClockText(format: "HH:mm:ss", timeZone: .gmt).font(size: 144, weight: .bold)
      .padding(160).frame(maxWidth: .infinity, maxHeight: .infinity, alignment: .bottomTrailing)
  }

  /// A disc that fades from its center.
  private static func logoPixels() throws -> PixelBuffer {
    let side = 256
    let format = try VideoFormat(size: PixelSize(side, side), pixelFormat: .bgraPremultiplied)
    var draft = try PixelBufferDraft(format: format)
    draft.withUnsafeMutableBytes { bytes in
      for y in 0..<side {
        for x in 0..<side {
          let (dx, dy) = (2 * x - side + 1, 2 * y - side + 1)
          let alpha = UInt8(max(255 - 255 * (dx * dx + dy * dy) / (side * side), 0))
          for channel in 0..<4 { bytes[4 * (y * side + x) + channel] = alpha }
        }
      }
    }
    return draft.freeze()
  }
}
