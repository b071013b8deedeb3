import CCairo
import Testing

@testable import OverlayRender

@Suite("Drawing pictures")
struct PictureDrawingTests {
  /// Returns a picture of opaque grays.
  private static func grays(_ rows: [[UInt8]]) throws -> PixelBuffer {
    try .picture(rows[0].count, rows.count) { x, y in [rows[y][x], rows[y][x], rows[y][x], 255] }
  }

  private func drawn(
    _ pixels: PixelBuffer, _ scaling: ImageScaling, _ width: Int, _ height: Int,
    _ interpolation: ImageInterpolation = .nearest, natural: PixelSize? = nil
  ) throws -> [[UInt8]] {
    let content = PictureContent(
      pixels: pixels, naturalSize: natural ?? pixels.format.size, scaling: scaling, interpolation: interpolation)
    let canvas = try Canvas(width + 2, height + 2, x: 1, y: 1) { (context) throws(RasterError) in
      try PictureDrawing.draw(content, size: Size(Double(width), Double(height)), on: context)
    }
    #expect(PixelRect(x: 1, y: 1, width: width, height: height).contains(canvas.ink), "nothing beside it")
    return (1...height).map { y in (1...width).map { x in canvas[x, y][0] } }
  }

  @Test("A picture that is not scaled is copied")
  func plain() throws {
    let rows: [[UInt8]] = [[1, 2, 3], [4, 5, 6]]
    let pixels = try Self.grays(rows)
    for interpolation in ImageInterpolation.allCases {
      #expect(try drawn(pixels, .none, 3, 2, interpolation) == rows)
      #expect(try drawn(pixels, .stretch, 3, 2, interpolation) == rows)
    }
    let content = PictureContent(pixels: pixels, naturalSize: PixelSize(3, 2), scaling: .fill)
    #expect(PictureDrawing.isPlainCopy(content, size: Size(3, 2)))
    #expect(!PictureDrawing.isPlainCopy(content, size: Size(3, 3)))
  }

  @Test("Sharp pixels stay squares, and edges stay opaque")
  func scaled() throws {
    let pixels = try Self.grays([[10, 200]])
    #expect(try drawn(pixels, .stretch, 4, 2) == [[10, 10, 200, 200], [10, 10, 200, 200]])
    let smooth = try drawn(pixels, .stretch, 8, 1, .good)[0]
    #expect(smooth.first == 10 && smooth.last == 200 && smooth == smooth.sorted())
    let small = try drawn(Self.grays([[0, 100, 0, 100], [100, 0, 100, 0]]), .stretch, 1, 1, .good)
    #expect((45...55).contains(small[0][0]), "a smaller picture is a mean of what it shows: \(small)")
  }

  @Test("A picture that fills its box keeps its proportions and is cropped equally at both ends")
  func fill() throws {
    let pixels = try Self.grays([[1, 2, 3, 4]])
    #expect(try drawn(pixels, .fill, 2, 1) == [[2, 3]])
    #expect(try drawn(pixels, .fill, 4, 2) == [[2, 2, 3, 3], [2, 2, 3, 3]])
    let tall = try Self.grays([[1], [2], [3]])
    #expect(try drawn(tall, .fill, 3, 3) == [[2, 2, 2], [2, 2, 2], [2, 2, 2]])
  }

  @Test("The corners of nine parts keep their size")
  func nineParts() throws {
    let pixels = try Self.grays([[1, 2, 3], [4, 5, 6], [7, 8, 9]])
    let one = EdgeInsets(top: 1, leading: 1, bottom: 1, trailing: 1)
    for interpolation in ImageInterpolation.allCases {
      #expect(
        try drawn(pixels, .nineParts(one), 5, 4, interpolation) == [
          [1, 2, 2, 2, 3], [4, 5, 5, 5, 6], [4, 5, 5, 5, 6], [7, 8, 8, 8, 9],
        ])
    }
    #expect(try drawn(pixels, .nineParts(one), 2, 2) == [[1, 3], [7, 9]])
    #expect(try drawn(pixels, .nineParts(EdgeInsets(leading: 2)), 4, 3)[0] == [1, 2, 3, 3])
    #expect(
      try drawn(pixels, .nineParts(EdgeInsets(top: .nan, leading: .infinity, trailing: -4)), 3, 3)[1] == [4, 5, 6])
  }

  @Test("Under a matrix, nine parts have no seams")
  func turnedNineParts() throws {
    let pixels = try Self.grays(Array(repeating: Array(repeating: 255, count: 9), count: 9))
    let content = PictureContent(
      pixels: pixels, naturalSize: PixelSize(9, 9),
      scaling: .nineParts(EdgeInsets(top: 3, leading: 3, bottom: 3, trailing: 3)))
    let canvas = try Canvas(60, 60, x: 30, y: 10) { (context) throws(RasterError) in
      cairo_rotate(context, 0.5)
      try PictureDrawing.draw(content, size: Size(30, 30), on: context)
    }
    #expect(abs(canvas.coverage - 900) < 5, "\(canvas.coverage)")
  }

  @Test("A buffer of another size has its natural size, and no buffer draws nothing")
  func otherSize() throws {
    let pixels = try Self.grays([[10, 200]])
    #expect(try drawn(pixels, .none, 4, 1, natural: PixelSize(4, 1)) == [[10, 10, 200, 200]])
    let nothing = try Canvas(4, 4) { (context) throws(RasterError) in
      try PictureDrawing.draw(PictureContent(naturalSize: PixelSize(4, 4)), size: Size(4, 4), on: context)
    }
    #expect(nothing.coverage == 0)
  }
}
