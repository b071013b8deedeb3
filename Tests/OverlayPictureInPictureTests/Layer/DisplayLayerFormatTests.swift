import OverlayPictureInPicture
import OverlayRender
import RenderTestTools
import TestTools
import Testing

@Suite("Formats of a SampleBufferDisplayLayer")
struct DisplayLayerFormatTests {
  private static let size = PixelSize(8, 6)

  private let clock = ManualClock(time: .seconds(100))
  private let layer: SampleBufferDisplayLayer

  init() {
    layer = SampleBufferDisplayLayer(clock: clock)
  }

  private func show(_ picture: PixelBuffer, damage: Damage? = nil) throws {
    var sample = SampleBuffer(pixelBuffer: picture, presentationTime: clock.time, damage: damage)
    sample.attachments.displayImmediately = true
    try layer.enqueue(sample)
  }

  private func format(
    _ pixelFormat: PixelFormat, _ size: PixelSize = size, _ matrix: ColorMatrix = .bt709, _ range: ColorRange = .limited
  ) throws -> VideoFormat {
    try VideoFormat(size: size, pixelFormat: pixelFormat, matrix: matrix, range: range)
  }

  /// Draws what the layer shows.
  private func makeRenderer(_ size: PixelSize = size) throws -> Renderer {
    try Renderer(DisplayLayerView(layer), configuration: RenderConfiguration(size: size), clock: clock)
  }

  private func drawn(_ renderer: Renderer) throws -> [UInt8] {
    clock.advance(by: .seconds(1))
    return try #require(try renderer.render(at: clock.time - .seconds(100)).pixelBuffer).bytes
  }

  /// Returns the greatest difference between pixels and one pixel.
  private func greatestDifference(_ pixels: [UInt8], _ pixel: [Int]) -> Int {
    pixels.enumerated().map { abs(Int($1) - pixel[$0 % 4]) }.max() ?? .max
  }

  @Test("A view shows the colors of each format, matrix and range", arguments: PixelFormat.all)
  func colors(pixelFormat: PixelFormat) throws {
    let renderer = try makeRenderer()
    for (matrix, range) in ColorMatrix.allCases.flatMap({ matrix in ColorRange.allCases.map { (matrix, $0) } }) {
      let picture = try PixelBuffer.solid(
        format(pixelFormat, Self.size, matrix, range), red: 220, green: 120, blue: 20, alpha: 255)
      try show(picture)
      // The luma of the color.
      let gray = matrix == .bt601 ? 139 : matrix == .bt709 ? 134 : 140
      let expected = pixelFormat == .gray ? [gray, gray, gray, 255] : [20, 120, 220, 255]
      let pixels = try drawn(renderer)
      #expect(greatestDifference(pixels, expected) <= 2, "\(picture.format)")
    }
    #expect(layer.status == .rendering)
  }

  @Test("Straight alpha is multiplied", arguments: PixelFormat.all.filter { $0.alpha == .straight })
  func straightAlpha(pixelFormat: PixelFormat) throws {
    try show(.solid(format(pixelFormat), red: 200, green: 100, blue: 50, alpha: 51))
    let pixels = try drawn(makeRenderer())
    #expect(greatestDifference(pixels, [10, 20, 40, 51]) <= 1)
    #expect(pixels[3] == 51)
  }

  @Test("Format and size can change with each picture")
  func changes() throws {
    let renderer = try makeRenderer()
    let sizes = [Self.size, PixelSize(16, 12), PixelSize(4, 3)]
    for step in 0..<3 * PixelFormat.all.count {
      let gray = step * 255 / (3 * PixelFormat.all.count)
      let pixelFormat = PixelFormat.all[step % PixelFormat.all.count]
      try show(.solid(format(pixelFormat, sizes[step % 3]), red: gray, green: gray, blue: gray))
      let pixels = try drawn(renderer)
      #expect(greatestDifference(pixels, [gray, gray, gray, 255]) <= 1, "\(pixelFormat)")
    }
  }

  @Test("Only the damage is converted", arguments: [PixelFormat.nv12, .yuv444p10, .rgba])
  func damage(pixelFormat: PixelFormat) throws {
    let size = PixelSize(32, 32)
    let renderer = try makeRenderer(size)
    try show(.solid(format(pixelFormat, size), red: 40, green: 40, blue: 40))
    _ = try drawn(renderer)
    // All of the picture differs, but a part of it is announced: the rest must not be looked at.
    try show(
      .solid(format(pixelFormat, size), red: 200, green: 200, blue: 200),
      damage: Damage(PixelRect(x: 8, y: 8, width: 8, height: 8)))
    let pixels = try drawn(renderer)
    func isChanged(_ x: Int, _ y: Int) -> Bool { pixels[4 * (y * size.width + x)] > 100 }
    // The color differences of the announced pixels reach some pixels around them.
    for (x, y) in [(8, 8), (15, 15), (12, 10)] { #expect(isChanged(x, y)) }
    for (x, y) in [(4, 8), (20, 8), (8, 4), (8, 20), (0, 0), (31, 31)] { #expect(!isChanged(x, y), "\(x), \(y)") }
  }

  @Test("A layer without a view keeps the pictures as they are, and a view that comes later shows the last one")
  func withoutView() throws {
    let picture = try PixelBuffer.solid(format(.nv12), red: 0, green: 255, blue: 0)
    try show(.solid(format(.yuv420p), red: 255, green: 0, blue: 0))
    try show(picture)
    #expect(layer.copyDisplayedPixelBuffer() === picture)
    let renderer = try makeRenderer()
    let pixels = try drawn(renderer)
    #expect(pixels[0] <= 2 && pixels[1] >= 253 && pixels[2] <= 2)
    #expect(layer.copyDisplayedPixelBuffer() === picture)
    layer.flushAndRemoveImage()
    #expect(try drawn(renderer).allSatisfy { $0 == 0 })
  }

  @Test("A format that cannot be shown is an error of its sample, and the layer goes on")
  func unsupported() throws {
    let gray = PixelFormat("gray4", planes: [PixelFormat.Plane(.luma)], bitsPerComponent: 4)
    let renderer = try makeRenderer()
    let picture = try PixelBufferDraft(format: format(gray)).freeze()
    #expect(throws: DisplayLayerError.unsupportedFormat(gray)) { try show(picture) }
    #expect(layer.status == .unknown)
    try show(.solid(format(.nv12), red: 255, green: 255, blue: 255))
    #expect(throws: DisplayLayerError.unsupportedFormat(gray)) {
      try layer.enqueue(SampleBuffer(pixelBuffer: picture, presentationTime: .seconds(300)))
    }
    #expect(layer.status == .rendering && layer.error == nil)
    #expect(try drawn(renderer).allSatisfy { $0 == 255 })
    #expect(
      DisplayLayerError.unsupportedFormat(gray).description.hasPrefix(
        "the display layer cannot show a picture of gray4: give pictures of bgraPremultiplied, "))
  }
}
