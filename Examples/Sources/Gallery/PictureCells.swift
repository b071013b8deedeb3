import OverlayRender

struct PictureCells: View {
  let tile: Image
  let file: String

  var body: some View {
    GridRow {
      Cell("Image ImageFile") {
        HStack(spacing: 16) {
          tile
          ImageFile(path: file)
        }
      }
      Cell(".scaling(.fit)") { tile.scaling(.fit).background(.black) }
      Cell(".scaling(.fill)") { tile.scaling(.fill) }
      Cell(".scaling(.stretch)") { tile.scaling(.stretch) }
      Cell(".scaling(.nineParts)") {
        tile.scaling(.nineParts(EdgeInsets(top: 6, leading: 6, bottom: 6, trailing: 6)))
      }
      Cell(".interpolation") {
        HStack(spacing: 16) {
          tile.scaling(.fit).interpolation(.nearest)
          tile.scaling(.fit).interpolation(.good)
        }
      }
      Cell("PixelSourceView") { PixelSourceView(Stripes()).scaling(.stretch) }
    }
  }
}

/// A generated picture with stripes that move by a pixel a second.
struct Stripes: PixelSource {
  let naturalSize = PixelSize(48, 20)

  func pixels(at time: MediaTime) -> PixelBuffer? {
    let second = time.seconds.rounded(.down)
    return try? .drawn(naturalSize) { x, y in
      (x + y + Int(second)) % 12 < 6 ? (255, 176, 32) : (77, 163, 255)
    }
  }

  func nextChange(after time: MediaTime) -> MediaTime {
    .seconds(Int64(time.seconds.rounded(.down)) + 1)
  }
}

extension Image {
  /// Returns a button of 24 by 24 pixels, with a border of 6.
  static func button() throws -> Image {
    try Image(
      pixels: .drawn(PixelSize(24, 24)) { x, y in
        let border = min(x, y, 23 - x, 23 - y)
        if border < 2 { return (255, 255, 255) }
        if border < 6 { return x > y ? (255, 92, 122) : (160, 40, 70) }
        return (x / 3 + y / 3).isMultiple(of: 2) ? (77, 163, 255) : (40, 90, 160)
      })
  }
}

extension PixelBuffer {
  /// Returns an opaque picture with a red, green and blue value for each pixel.
  static func drawn(_ size: PixelSize, pixel: (Int, Int) -> (UInt8, UInt8, UInt8)) throws -> PixelBuffer {
    var draft = try PixelBufferDraft(format: VideoFormat(size: size, pixelFormat: .bgraPremultiplied))
    draft.withUnsafeMutableBytes { bytes in
      for y in 0..<size.height {
        for x in 0..<size.width {
          let (red, green, blue) = pixel(x, y)
          let place = 4 * (y * size.width + x)
          (bytes[place], bytes[place + 1], bytes[place + 2], bytes[place + 3]) = (blue, green, red, 255)
        }
      }
    }
    return draft.freeze()
  }
}
