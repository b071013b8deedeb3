import CFFmpeg
import OverlayRender
import TestTools
import Testing

@testable import OverlayMedia

@Suite("The palettes of GIF")
struct PaletteTests {
  private func opaque(_ red: Int, _ green: Int, _ blue: Int) -> UInt32 {
    0xFF00_0000 | UInt32(red) << 16 | UInt32(green) << 8 | UInt32(blue)
  }

  private func counts(_ colors: [UInt32]) -> [UInt32: Int] {
    colors.reduce(into: [:]) { $0[$1, default: 0] += 1 }
  }

  @Test("Up to 255 colors are exact, besides transparency", arguments: [0, 1, 2, 255])
  func exact(count: Int) {
    let colors = (0..<count).map { opaque($0, 255 - $0, $0 / 2) }
    let palette = Palette(of: counts(colors + [Palette.transparent]))
    #expect(Set(palette.colors) == Set(colors))
    #expect(palette.entry(of: Palette.transparent) == 0)
    for color in colors {
      let entry = Int(palette.entry(of: color) ?? 0)
      #expect(entry > 0 && palette.colors[entry - 1] == color)
    }
    #expect(palette.isExact(for: counts(colors)))
    #expect(!palette.isExact(for: [opaque(1, 2, 3): 1]))
  }

  @Test("More colors are reduced to 255 different ones near the originals, always to the same ones")
  func reduced() {
    var random = SeededGenerator(seed: 1)
    // A gradient, noise, and a large area of one color.
    var pixels = (0..<4096).map { opaque($0 / 16, $0 / 32, 255 - $0 / 16) }
    pixels += (0..<500).map { _ in UInt32.random(in: 0...0xFFFFFF, using: &random) | 0xFF00_0000 }
    let area = opaque(17, 34, 51)
    let counts = counts(pixels).merging([area: 100_000, Palette.transparent: 100_000]) { $0 + $1 }
    let palette = Palette(of: counts)
    #expect(palette.colors.count <= 255)
    #expect(Set(palette.colors).count == palette.colors.count)
    #expect(palette.colors.allSatisfy { $0 >> 24 == 255 })
    #expect(!palette.isExact(for: counts))
    #expect(palette.colors == Palette(of: counts).colors)
    #expect(palette.colors.contains(area))
    for color in counts.keys where color != Palette.transparent {
      #expect((1...palette.colors.count).contains(Int(palette.entry(of: color) ?? 0)))
    }
    let distances = pixels.prefix(4096).map { color in
      let found = palette.colors[Int(palette.entry(of: color) ?? 1) - 1]
      return stride(from: 0, through: 16, by: 8).map { abs(Int(color >> $0 & 255) - Int(found >> $0 & 255)) }.max() ?? 0
    }
    #expect(distances.reduce(0, +) < 4096 * 8, "the mean distance in the gradient is below 8")
  }

  @Test("Pixels with at least half of the alpha keep their color, and others become transparent")
  func alpha() throws {
    try FFmpegLibraries.load()
    let pixels: [UInt32] = [0x0012_3456, 0x7F12_3456, 0x8012_3456, 0xFF12_3456, 0xFF00_0000, 0]
    let picture = try makePicture(3, 2) { pixels[$0 + 3 * $1] }
    let frame = try Frame()
    try PaletteConverter(size: PixelSize(3, 2)).convert(picture, into: frame)
    let indexes = try #require(frame.pointer.pointee.data.0)
    let bytesPerRow = Int(frame.pointer.pointee.linesize.0)
    let table = try #require(frame.pointer.pointee.data.1).withMemoryRebound(to: UInt32.self, capacity: 256) {
      Array(UnsafeBufferPointer(start: $0, count: 256))
    }
    let shown = (0..<6).map { table[Int(indexes[$0 / 3 * bytesPerRow + $0 % 3])] }
    #expect(shown == [0, 0, 0xFF12_3456, 0xFF12_3456, 0xFF00_0000, 0])
  }
}
