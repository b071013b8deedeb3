import Foundation
import OverlayRender
import TestTools
import Testing

@testable import OverlayMedia

@Suite("The images of a GIF", .requires(.ffmpeg))
struct GIFTests {
  /// The pixels of a picture, `0xAARRGGBB`.
  private typealias Pixels = [UInt32]

  private let folder: OutputFolder

  init() throws {
    folder = try OutputFolder()
  }

  /// Writes pictures as a GIF with ten frames per second, and returns the file with its decoded pictures.
  private func write(
    _ pictures: [Pixels], width: Int, damage: [Damage?] = [], toPipe: Bool = false
  ) throws -> (file: GIFFile, decoded: [Pixels]) {
    let path = folder("\(UUID().uuidString).gif")
    let size = PixelSize(width, pictures[0].count / width)
    let reader = toPipe ? try fifo(path) : nil
    let sink = try MovieSink(
      OutputRequest(
        destination: .path(path), video: VideoFormat(size: size, pixelFormat: .bgra), rate: .fps(10)),
      container: .gif)
    for (index, pixels) in pictures.enumerated() {
      let picture = try makePicture(size.width, size.height) { pixels[$1 * size.width + $0] }
      try sink.write(
        SampleBuffer(
          pixelBuffer: picture, presentationTime: FrameRate.fps(10).time(ofFrame: Int64(index)),
          damage: damage.indices.contains(index) ? damage[index] : nil))
    }
    try sink.finish(at: FrameRate.fps(10).time(ofFrame: Int64(pictures.count)))
    let data = try reader?.data() ?? Data(contentsOf: URL(fileURLWithPath: path))
    let copy = folder("copy.gif")
    try data.write(to: URL(fileURLWithPath: copy))
    let decoded = try [UInt8](decodedPictures(copy, as: "bgra"))
    let byteCount = 4 * pictures[0].count
    try #require(decoded.count == pictures.count * byteCount)
    let decodedPixels = (0..<pictures.count).map { index in
      decoded[index * byteCount..<(index + 1) * byteCount].withUnsafeBytes { bytes in
        (0..<pictures[0].count).map { bytes.loadUnaligned(fromByteOffset: 4 * $0, as: UInt32.self) }
      }
    }
    return (try GIFFile(data), decodedPixels.map { $0.map { $0 >> 24 == 0 ? 0 : $0 } })
  }

  private func fifo(_ path: String) throws -> BackgroundReader {
    try #require(mkfifo(path, 0o600) == 0)
    return BackgroundReader { open(path, O_RDONLY) }
  }

  /// What a GIF can show of pixels.
  private func thresholded(_ pixels: Pixels) -> Pixels {
    pixels.map { $0 >> 24 >= 128 ? $0 | 0xFF00_0000 : 0 }
  }

  /// The sum of the squared differences of opaque pixels. Others must be transparent.
  private func error(_ decoded: Pixels, _ pixels: Pixels) throws -> Int {
    try zip(decoded, thresholded(pixels)).reduce(0) { error, pair in
      try #require((pair.0 == 0) == (pair.1 == 0))
      return error + (pair.0 == 0 ? 0 : squaredDistance(pair.0, pair.1))
    }
  }

  @Test("Random pictures with alpha that comes and goes are exact, in files and pipes", arguments: 0..<12)
  func random(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    let (width, height) = (Int.random(in: 1...40, using: &random), Int.random(in: 1...40, using: &random))
    let colorCount = [2, 6, 100, 255][seed % 4]
    let colors = (0..<colorCount).map { _ in UInt32.random(in: 0...0xFFFFFF, using: &random) }
    let alphas: [UInt32] = seed.isMultiple(of: 3) ? [255] : [0, 127, 128, 255]
    func pixel() -> UInt32 {
      (colors.randomElement(using: &random) ?? 0) | (alphas.randomElement(using: &random) ?? 0) << 24
    }
    var pixels = (0..<width * height).map { _ in pixel() }
    var (pictures, damage): ([Pixels], [Damage?]) = ([pixels], [nil])
    for _ in 0..<8 {
      let x = Int.random(in: 0..<width, using: &random)
      let y = Int.random(in: 0..<height, using: &random)
      let rectangle = PixelRect(
        x: x, y: y, width: .random(in: 1...width - x, using: &random),
        height: .random(in: 1...height - y, using: &random)
      )
      let changeKind = Int.random(in: 0..<3, using: &random)
      for y in rectangle.minY..<rectangle.maxY {
        for x in rectangle.minX..<rectangle.maxX where changeKind == 0 || Bool.random(using: &random) {
          pixels[y * width + x] = changeKind == 1 && alphas.count > 1 ? 0 : pixel()
        }
      }
      pictures.append(pixels)
      damage.append(Bool.random(using: &random) ? Damage(rectangle) : nil)
    }
    for toPipe in [false, true] {
      let (file, decoded) = try write(pictures, width: width, damage: damage, toPipe: toPipe)
      #expect((file.width, file.height) == (width, height))
      for (found, pixels) in zip(decoded, pictures) { #expect(found == thresholded(pixels)) }
      if !toPipe { #expect(file.images.allSatisfy { $0.localColorCount == nil }, "one palette is enough") }
      if alphas == [255] { #expect(file.images.allSatisfy { $0.disposal == 1 }) }
    }
  }

  @Test(
    "Pictures with many colors and with few follow each other, and none is worse than with its own palette",
    arguments: 0..<12)
  func manyColors(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    let (width, height) = (30, 24)
    // Near colors, so that many get the same one of a palette.
    func pixel() -> UInt32 {
      let isFar = seed.isMultiple(of: 2)
      let components = (0..<3).map { _ in UInt32.random(in: isFar ? 0...255 : 100...112, using: &random) }
      let alpha: UInt32 = seed.isMultiple(of: 3) && Bool.random(using: &random) ? 0 : 0xFF00_0000
      return alpha | components[0] << 16 | components[1] << 8 | components[2]
    }
    var pixels = (0..<width * height).map { _ in pixel() }
    var pictures = [pixels]
    for _ in 0..<10 {
      let share = Int.random(in: 0...100, using: &random)
      let few = (0..<40).map { _ in pixel() }
      let usesFew = Bool.random(using: &random)
      for index in pixels.indices where Int.random(in: 0..<100, using: &random) < share {
        pixels[index] = usesFew ? few.randomElement(using: &random) ?? 0 : pixel()
      }
      pictures.append(pixels)
    }
    let (_, decoded) = try write(pictures, width: width)
    for (found, pixels) in zip(decoded, pictures) {
      var histogram = ColorHistogram()
      histogram.add(thresholded(pixels)[...])
      #expect(try error(found, pixels) <= Coloring(of: histogram).error)
    }
  }

  @Test("The canvas knows its error, and draws nothing that it has not chosen", arguments: 0..<60)
  func canvas(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    let size = PixelSize(32, 24)
    var canvas = GIFCanvas(size: size)
    // Few bits, so that colors come again, also in palettes.
    let mask: UInt32 = [0x1F1F1F, 0x3F1F0F, 0xFFFFFF, 0x0F0F0F][seed % 4]
    func pixel() -> UInt32 { 0xFF00_0000 | .random(in: 0...0xFFFFFF, using: &random) & mask }
    var pixels = (0..<size.width * size.height).map { _ in pixel() }
    for _ in 0..<14 {
      let share = [2, 20, 60, 100].randomElement(using: &random) ?? 0
      let few = (0..<[1, 30, 300][Int.random(in: 0..<3, using: &random)]).map { _ in pixel() }
      // Transparent pixels would need an image that clears them.
      for index in pixels.indices where Int.random(in: 0..<100, using: &random) < share {
        pixels[index] =
          Bool.random(using: &random) ? canvas.shown[index] | 0xFF00_0000 : few.randomElement(using: &random) ?? 0
      }
      let picture = try makePicture(size.width, size.height) { pixels[$1 * size.width + $0] }
      _ = canvas.draw(picture, damage: PixelRect(size))
      #expect(canvas.source == pixels)
      #expect(canvas.drawn.allSatisfy { $0 == 0 })
      #expect(canvas.error == zip(canvas.source, canvas.shown).reduce(0) { $0 + squaredDistance($1.0, $1.1) })
      if Set(pixels).count <= Palette.maximumColorCount { #expect(canvas.shown == pixels) }
    }
  }

  @Test("A picture of half an hour lasts half an hour", arguments: [0xFF00_2040, 0] as [UInt32])
  func longPicture(back: UInt32) throws {
    let picture = try makePicture(8, 8) { x, y in x == 0 && y == 3 ? 0xFFFF_0000 : back }
    var canvas = GIFCanvas(size: PixelSize(8, 8))
    var encoder = LZWEncoder()
    var image = canvas.draw(picture, damage: PixelRect(PixelSize(8, 8)))
    image.clear(PixelRect(x: 0, y: 3, width: 1, height: 1))
    var bytes: [UInt8] = []
    image.append(delay: 180_000, &encoder, to: &bytes)
    let header = Array("GIF89a".utf8) + [8, 0, 8, 0, 0xF7, 0, 0] + Array(repeating: 0, count: 768)
    let file = try GIFFile(Data(header + bytes + [0x3B]))
    #expect(file.images.reduce(0) { $0 + $1.delay } == 180_000)
    #expect(file.images.map(\.disposal) == Array(repeating: 1, count: file.images.count - 1) + [2])
    #expect(
      file.images.allSatisfy { [$0.x, $0.y, $0.width] == [file.images[0].x, file.images[0].y, file.images[0].width] })
  }

  @Test("An image covers what changes, and is cleared only where pixels become transparent")
  func rectangles() throws {
    let (back, red, blue): (UInt32, UInt32, UInt32) = (0xFF00_2040, 0xFFFF_0000, 0xFF00_00FF)
    func picture(_ back: UInt32, _ spots: [Int: UInt32]) -> Pixels { (0..<200).map { spots[$0] ?? back } }
    // 20 columns: pixel 45 is at (5, 2), and 87 at (7, 4).
    let opaque = try write([picture(back, [45: red]), picture(back, [87: blue]), picture(back, [87: red])], width: 20)
    let rectangles = opaque.file.images.map { [$0.x, $0.y, $0.width, $0.height, $0.disposal] }
    #expect(rectangles == [[0, 0, 20, 10, 1], [5, 2, 3, 3, 1], [7, 4, 1, 1, 1]])
    let transparent = try write([picture(0, [45: red]), picture(0, [87: blue]), picture(0, [87: red])], width: 20)
    let cleared = transparent.file.images.map { [$0.x, $0.y, $0.width, $0.height, $0.disposal] }
    #expect(cleared == [[5, 2, 1, 1, 2], [7, 4, 1, 1, 1], [7, 4, 1, 1, 1]])
  }

  @Test("255 colors have one palette, and pictures with at most 255 colors are exact", arguments: [254, 255, 256, 257])
  func fullPalette(count: Int) throws {
    func color(_ number: Int) -> UInt32 { 0xFF00_0000 | UInt32(number) << 8 | UInt32(number * 7 % 251) }
    // In one picture.
    let all = (0..<260).map { color(min($0, count - 1)) }
    let single = try write([all], width: 20)
    let firstError = try error(single.decoded[0], all)
    #expect((firstError == 0) == (count <= 255))
    #expect(firstError < 100, "two near colors become one")
    // One more color in each picture, after half of them.
    let growing = (0...count - 128).map { added in (0..<260).map { color(min($0, 127 + added)) } }
    for toPipe in [false, true] {
      let (file, decoded) = try write(growing, width: 20, toPipe: toPipe)
      for (found, pixels) in zip(decoded, growing).prefix(128) { #expect(found == pixels) }
      let locals = file.images.count { $0.localColorCount != nil }
      #expect(toPipe ? locals > 100 : (locals == 0) == (count <= 255))
    }
  }

  @Test("No picture is worse than with a palette of its own, unless nobody sees it", arguments: 0..<6)
  func quality(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    let (width, height) = (48, 32)
    let isFilm = seed.isMultiple(of: 2)
    let pictures = (0..<6).map { time in
      (0..<width * height).map { index -> UInt32 in
        let (x, y) = (index % width, index / width)
        let noise: Int = isFilm ? Int.random(in: -9...9, using: &random) : 0
        // A gradient, over which a plain rectangle moves.
        if (time * 6..<time * 6 + 12).contains(x), (8..<20).contains(y) { return 0xFF20_3040 }
        let components = [5 * x, 7 * y, 3 * x + 2 * y].map { UInt32(min(max($0 + noise, 0), 255)) }
        return 0xFF00_0000 | components[0] << 16 | components[1] << 8 | components[2]
      }
    }
    let (file, decoded) = try write(pictures, width: width)
    for (found, pixels) in zip(decoded, pictures) {
      var histogram = ColorHistogram()
      histogram.add(pixels[...])
      let own = Coloring(of: histogram).error
      #expect(try error(found, pixels) <= own)
    }
    #expect(file.images.contains { $0.localColorCount != nil })
  }

  @Test("Long strings and full dictionaries are compressed", arguments: [2, 3, 4, 16, 200])
  func compression(colorCount: Int) throws {
    var random = SeededGenerator(seed: UInt64(colorCount))
    let noise = (0..<300 * 200).map { _ in 0xFF00_0000 | UInt32.random(in: 0..<UInt32(colorCount), using: &random) }
    let plain = Pixels(repeating: 0xFF12_3456, count: 300 * 200)
    let (file, decoded) = try write([noise, plain, noise], width: 300)
    #expect(decoded == [noise, plain, noise])
    #expect(file.images.count == 3)
  }

  @Test("The numbers of plays", arguments: [nil, 1, 2, 65_535])
  func plays(count: Int?) throws {
    let video = try VideoFormat(size: PixelSize(4, 4), pixelFormat: .bgra)
    let sink = try MovieSink(
      OutputRequest(destination: .path(folder("x.gif")), video: video, rate: .fps(10)), container: .gif,
      options: options(plays: count))
    try sink.write([(makePicture(4, 4, fill: 0xFFFF_0000), 0)], at: .fps(10))
    try sink.finish(at: .seconds(1))
    let file = try GIFFile(folder("x.gif"))
    #expect(file.repetitions == (count == 1 ? nil : count.map { $0 - 1 } ?? 0))
    for impossible in [0, -1, 65_536] {
      #expect(throws: MediaError.self) { try MovieContainer.gif.check(options(plays: impossible), pixelFormat: .bgra) }
    }
    if let count {
      #expect(throws: MediaError.self) { try MovieContainer.mp4.check(options(plays: count), pixelFormat: .yuv420p) }
    }
  }

  private func options(plays: Int?) -> MovieOptions {
    var options = MovieOptions()
    options.playCount = plays
    return options
  }
}
