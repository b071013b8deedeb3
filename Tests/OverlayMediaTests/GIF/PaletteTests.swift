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

  private func histogram(_ pixels: [UInt32]) -> ColorHistogram {
    var histogram = ColorHistogram()
    histogram.add(pixels[...])
    return histogram
  }

  @Test("Up to 255 colors are exact, besides transparency", arguments: [0, 1, 2, 255])
  func exact(count: Int) {
    let colors = (0..<count).map { opaque($0, 255 - $0, $0 / 2) }
    let histogram = histogram(colors + [0])
    #expect(histogram.colors == colors)
    #expect(histogram.pixelCount == count)
    let coloring = Coloring(of: histogram)
    #expect(Set(coloring.colors) == Set(colors))
    #expect(coloring.error == 0)
    for number in colors.indices { #expect(coloring.color(ofNumber: number) == colors[number]) }
  }

  @Test("More colors are reduced to 255 different ones near the originals, always to the same ones")
  func reduced() {
    var random = SeededGenerator(seed: 1)
    // A gradient, noise, and a large area of one color.
    var pixels = (0..<4096).map { opaque($0 / 16, $0 / 32, 255 - $0 / 16) }
    pixels += (0..<500).map { _ in UInt32.random(in: 0...0xFFFFFF, using: &random) | 0xFF00_0000 }
    let area = opaque(17, 34, 51)
    pixels += Array(repeating: area, count: 100_000) + Array(repeating: 0, count: 100_000)
    let histogram = histogram(pixels)
    let coloring = Coloring(of: histogram)
    #expect(coloring.colors.count <= 255)
    #expect(Set(coloring.colors).count == coloring.colors.count)
    #expect(coloring.colors.allSatisfy { $0 >> 24 == 255 })
    #expect(coloring.colors == Coloring(of: self.histogram(pixels)).colors)
    #expect(coloring.colors.contains(area))
    func result(of color: UInt32) -> UInt32 { histogram.number(of: color).map(coloring.color(ofNumber:)) ?? 0 }
    let error = pixels.filter { $0 != 0 }.reduce(0) { $0 + squaredDistance($1, result(of: $1)) }
    #expect(coloring.error == error)
    #expect(error > 0)
    let distances = pixels.prefix(4096).map { color in
      let found = result(of: color)
      return [0, 8, 16].map { (shift: UInt32) -> Int in
        let (component, foundComponent) = (Int(color >> shift & 255), Int(found >> shift & 255))
        return abs(component - foundComponent)
      }.max() ?? 0
    }
    #expect(distances.reduce(0, +) < 4096 * 8, "the mean distance in the gradient is below 8")
  }

  @Test("The palette of a file grows while it has room, and then gives the nearest color within a limit")
  func filePalette() {
    var palette = GIFPalette()
    let first = (0..<200).map { opaque($0, 0, 0) }
    #expect(palette.coloring(of: histogram(first), limit: 0)?.error == 0)
    #expect(palette.coloring(of: histogram([opaque(0, 9, 0)]), limit: 0)?.error == 0)
    #expect(palette.colors.count == 201)
    let others = (0..<100).map { opaque($0, 1, 0) }
    #expect(palette.coloring(of: histogram(others), limit: 99) == nil)
    let near = palette.coloring(of: histogram(others), limit: 100)
    #expect(near?.error == 100 && near?.isLocal == false)
    #expect(palette.colors.count == 201, "there is no room for all of them")
    palette.isComplete = true
    #expect(palette.coloring(of: histogram([opaque(0, 0, 9)]), limit: 0) == nil)
    #expect(palette.colors.count == 201)
  }
}
