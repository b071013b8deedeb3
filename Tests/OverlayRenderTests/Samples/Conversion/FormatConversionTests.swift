import OverlayRender
import RenderTestTools
import TestTools
import Testing

@Suite("Conversion between all formats")
struct FormatConversionTests {
  static let encodings = ColorConversionTests.encodings

  /// Formats of other modules: other orders, other depths, and alpha beside full chroma.
  static let others = [
    PixelFormat("rgb24", planes: [PixelFormat.Plane(.red, .green, .blue)]),
    PixelFormat(
      "nv21",
      planes: [
        PixelFormat.Plane(.luma),
        PixelFormat.Plane(.redDifference, .blueDifference, horizontalSubsampling: 2, verticalSubsampling: 2),
      ]),
    PixelFormat(
      "yuv440p12le",
      planes: [
        PixelFormat.Plane(.luma), PixelFormat.Plane(.blueDifference, verticalSubsampling: 2),
        PixelFormat.Plane(.redDifference, verticalSubsampling: 2),
      ], bitsPerComponent: 12),
    PixelFormat(
      "yuva444p16le", planes: PixelFormat.yuv444p.planes + [PixelFormat.Plane(.alpha)], bitsPerComponent: 16),
    PixelFormat("gray16le", planes: PixelFormat.gray.planes, bitsPerComponent: 16),
    PixelFormat("argb", planes: [PixelFormat.Plane(.alpha, .red, .green, .blue)]),
  ]

  private func format(
    _ pixelFormat: PixelFormat, _ width: Int, _ height: Int, _ matrix: ColorMatrix = .bt709,
    _ range: ColorRange = .limited
  ) throws -> VideoFormat {
    try VideoFormat(size: PixelSize(width, height), pixelFormat: pixelFormat, matrix: matrix, range: range)
  }

  // MARK: - Values

  @Test("Colors follow the matrix, the range and the places of the samples", arguments: PixelFormat.all + others)
  func colors(pixelFormat: PixelFormat) throws {
    var random = PictureGenerator(state: 3)
    // Straight colors are rounded before they are multiplied by alpha, and so are alphas of more bits.
    let roundings = pixelFormat.alpha != .straight ? 1 : pixelFormat.bitsPerComponent == 8 ? 2 : 3
    let tolerance = 0.5 * Double(roundings) + 0.01
    for (matrix, range) in Self.encodings {
      for (width, height) in [(21, 11), (8, 6), (1, 1), (2, 3)] {
        let picture = try PixelBuffer.noise(format(pixelFormat, width, height, matrix, range), using: &random)
        let converted = try picture.converted(to: .bgraPremultiplied)
        let reference = ColorReference(picture)
        var worst = 0.0
        for (index, byte) in converted.bytes.enumerated() {
          let (x, y) = (index / 4 % width, index / 4 / width)
          worst = max(worst, abs(Double(byte) - reference.pixel(x, y)[index % 4]))
        }
        #expect(worst <= tolerance, "\(picture.format)")
      }
    }
  }

  @Test("Samples of more than 8 bits are rounded once", arguments: [10, 12, 16])
  func deepSamples(bits: Int) throws {
    var random = PictureGenerator(state: 4)
    let pixelFormat = PixelFormat(
      "yuva444p", planes: PixelFormat.yuv444p.planes + [PixelFormat.Plane(.alpha)], bitsPerComponent: bits)
    for (matrix, range) in Self.encodings {
      var drawing = try TestPicture(width: 37, height: 5)
      drawing.fillWithNoise(drawing.format.bounds, using: &random)
      let pixels = try drawing.frozen()
      let target = try format(pixelFormat, 37, 5, matrix, range)
      let converted = try pixels.converted(to: target)
      let back = ColorReference(converted)
      let steps = Double(1 << (bits - 8))
      for (index, alpha) in pixels.bytes.enumerated() where index % 4 == 3 && alpha > 0 {
        let pixel = (0..<4).map { Double(pixels.bytes[index - 3 + $0]) }
        let result = back.pixel(index / 4 % 37, index / 4 / 37)
        for component in 0..<4 {
          // Half a step of luma, and of a color difference, which is up to 1.9 steps of blue.
          let tolerance = (component == 3 ? 0.5 : 1.7) / steps + 0.01
          #expect(abs(result[component] - pixel[component]) <= tolerance, "\(target)")
        }
      }
    }
  }

  @Test("Neutral colors stay neutral, and black and white are exact", arguments: PixelFormat.all + others)
  func neutral(pixelFormat: PixelFormat) throws {
    for (matrix, range) in Self.encodings {
      let bits = pixelFormat.bitsPerComponent
      let source = try format(pixelFormat, 256, 2, matrix, range)
      let bytes = (0..<512).flatMap { index -> [UInt8] in
        let gray = UInt8(index % 256)
        return [gray, gray, gray, 255]
      }
      let grays = try PixelBuffer.make(format(.bgra, 256, 2), bytes)
      let picture = try grays.converted(to: source)
      let colors = try picture.converted(to: .bgraPremultiplied).bytes
      for index in 0..<512 {
        let pixel = Array(colors[4 * index..<4 * index + 4])
        let difference = abs(Int(pixel[0]) - index % 256)
        #expect(pixel[0] == pixel[1] && pixel[1] == pixel[2] && pixel[3] == 255, "\(source)")
        #expect(difference <= (bits == 8 && range == .limited ? 1 : 0), "\(source)")
      }
      #expect(Array(colors[0..<4]) == [0, 0, 0, 255], "\(source)")
      #expect(Array(colors[1020..<1024]) == [255, 255, 255, 255], "\(source)")
    }
  }

  @Test("A color that is the same everywhere comes back within the rounding of the format", arguments: PixelFormat.all)
  func roundTrip(pixelFormat: PixelFormat) throws {
    var random = PictureGenerator(state: 8)
    for (matrix, range) in Self.encodings {
      let target = try format(pixelFormat, 5, 3, matrix, range)
      for _ in 0..<20 {
        var color = (0..<3).map { _ in Int.random(in: 0...255, using: &random) }
        if pixelFormat.colorModel == .gray { color = [color[0], color[0], color[0]] }
        let source = try PixelBuffer.solid(format(.bgra, 5, 3), red: color[0], green: color[1], blue: color[2])
        let back = try source.converted(to: target).converted(to: source.format).bytes
        let difference = zip(back, source.bytes).map { (one: UInt8, other: UInt8) in abs(Int(one) - Int(other)) }.max()
        // With 8 bits, half a step of luma and of a color difference are up to 1.6 steps of blue.
        let isExact = pixelFormat.colorModel != .yCbCr && (pixelFormat.colorModel == .rgb || range == .full)
        let tolerance = isExact || pixelFormat == .gray ? 0 : pixelFormat.bitsPerComponent == 8 ? 2 : 1
        #expect(try #require(difference) <= tolerance, "\(color) in \(target)")
      }
    }
  }

  @Test("A translucent color keeps its alpha, and an opaque format shows it over black", arguments: PixelFormat.all)
  func translucent(pixelFormat: PixelFormat) throws {
    let source = try PixelBuffer.solid(format(.rgba, 4, 4), red: 200, green: 100, blue: 50, alpha: 128)
    let target = try format(pixelFormat, 4, 4, .bt709, .full)
    let back = try source.converted(to: target).converted(to: .rgbaPremultiplied).bytes
    let expected = pixelFormat.colorModel == .gray ? [58, 58, 58] : [100, 50, 25]
    let alpha = pixelFormat.hasAlpha ? 128 : 255
    for (index, byte) in back.enumerated() {
      let isAlpha = index % 4 == 3
      let difference = abs(Int(byte) - (isAlpha ? alpha : expected[index % 4]))
      #expect(difference <= (isAlpha ? 0 : 2))
    }
  }

  // MARK: - Samples that stay

  @Test("Between formats with the same samples, nothing is lost")
  func lossless() throws {
    var random = PictureGenerator(state: 5)
    for (width, height) in [(9, 7), (16, 4), (1, 1)] {
      let planar = try PixelBuffer.noise(format(.yuv420p, width, height), using: &random)
      let interleaved = try planar.converted(to: .nv12)
      let chroma = planar.format.planes[1].byteCount
      let luma = planar.format.planes[0].byteCount
      #expect(interleaved.bytes.prefix(luma) == planar.bytes.prefix(luma))
      for index in 0..<chroma {
        #expect(interleaved.bytes[luma + 2 * index] == planar.bytes[luma + index])
        #expect(interleaved.bytes[luma + 2 * index + 1] == planar.bytes[luma + chroma + index])
      }
      #expect(try interleaved.converted(to: .yuv420p).bytes == planar.bytes)
      let withAlpha = try planar.converted(to: .yuva420p).bytes
      #expect(withAlpha == planar.bytes + [UInt8](repeating: 255, count: luma))
      // Colors are kept also where they are transparent.
      let straight = try PixelBuffer.noise(format(.bgra, width, height), using: &random)
      let swapped = try straight.converted(to: .rgba)
      #expect(swapped.bytes[0] == straight.bytes[2] && swapped.bytes[3] == straight.bytes[3])
      #expect(try swapped.converted(to: .bgra).bytes == straight.bytes)
      for pixelFormat in PixelFormat.all + Self.others {
        let picture = try PixelBuffer.noise(format(pixelFormat, width, height), using: &random)
        #expect(try picture.converted(to: picture.format).bytes == picture.bytes)
      }
    }
  }

  @Test("Fewer bits are rounded, more bits keep them, and another range is scaled")
  func depths() throws {
    let deep = try PixelBuffer.make(
      format(.yuv420p10, 1, 1), [0x01, 0x01, 0xfe, 0x01, 0xff, 0x03])
    // 257, 510 and 1023.
    #expect(try deep.converted(to: .yuv420p).bytes == [64, 128, 255])
    let flat = try PixelBuffer.make(format(.yuv420p, 1, 1), [64, 90, 255])
    #expect(try flat.converted(to: .yuv420p10).bytes == [0, 1, 0x68, 1, 0xfc, 3])
    #expect(try flat.converted(to: .yuv420p10).converted(to: .yuv420p).bytes == flat.bytes)
    let full = try flat.converted(to: format(.yuv420p, 1, 1, .bt709, .full))
    #expect(full.bytes == [56, 85, 255])
    #expect(try flat.converted(to: .gray).bytes == [56])
    #expect(try flat.converted(to: .gray).converted(to: flat.format).bytes == [64, 128, 128])
  }

  @Test("Color differences are not filtered in a direction in which their places are the same")
  func otherSubsampling() throws {
    var random = PictureGenerator(state: 6)
    // All rows are the same.
    let source = try format(.yuv422p10, 12, 8)
    let row = try PixelBuffer.noise(format(.yuv422p10, 12, 1), using: &random).bytes
    func repeated(_ bytes: Range<Int>, _ count: Int) -> [UInt8] { (0..<count).flatMap { _ in row[bytes] } }
    let bytes = repeated(0..<24, 8) + repeated(24..<36, 8) + repeated(36..<48, 8)
    let subsampled = try PixelBuffer.make(source, bytes).converted(to: .yuv420p10).bytes
    let expected = repeated(0..<24, 8) + repeated(24..<36, 4) + repeated(36..<48, 4)
    #expect(subsampled == expected)
    let back = try PixelBuffer.make(format(.yuv420p10, 12, 8), subsampled).converted(to: .yuv422p10).bytes
    #expect(back == bytes)
  }

  // MARK: - Parts

  @Test(
    "Converting only the damage equals converting everything, for all pairs", arguments: PixelFormat.all + others)
  func incrementalIsWhole(source: PixelFormat) throws {
    var random = PictureGenerator(state: 12)
    let targets = Self.others.contains(source) ? [.bgraPremultiplied, .yuv420p, source] : PixelFormat.all + Self.others
    for target in targets {
      for (width, height) in [(13, 9), (6, 4), (1, 1), (2, 5), (5, 2)] {
        var drawing = try TestPicture(width: width, height: height)
        let bounds = drawing.format.bounds
        // The same matrix, and another one.
        let matrix = width == 6 ? ColorMatrix.bt601 : .bt709
        let make = try FrameConverter(from: drawing.format, to: format(source, width, height), clock: ManualClock())
        let convert = try FrameConverter(
          from: make.target, to: format(target, width, height, matrix), clock: ManualClock())
        // Pictures are kept for a while, so that memory with pictures of different ages returns.
        var kept: [PixelBuffer] = []
        var wrong = 0
        for step in 0..<6 {
          var damage = step == 0 ? Damage(bounds) : .nothing
          let (x, y) = (Int.random(in: 0..<width, using: &random), Int.random(in: 0..<height, using: &random))
          let rectangle = PixelRect(x: x, y: y, width: 3, height: 2).intersection(bounds)
          drawing.fillWithNoise(step == 0 ? bounds : rectangle, using: &random)
          damage.insert(rectangle)
          let picture = try make.convert(drawing.frozen(), damage: damage)
          let converted = try convert.convert(picture, damage: damage)
          if converted.bytes != (try picture.converted(to: convert.target).bytes) { wrong += 1 }
          kept.append(converted)
          if kept.count > 3 || Bool.random(using: &random) { kept.removeFirst() }
        }
        #expect(wrong == 0, "\(width)x\(height) to \(target)")
      }
    }
  }

  @Test("Any bytes can be converted", arguments: PixelFormat.all + others)
  func garbage(source: PixelFormat) throws {
    var random = PictureGenerator(state: 14)
    for (width, height) in [(11, 5), (1, 1)] {
      let format = try format(source, width, height)
      let noise = (0..<format.byteCount).map { _ in UInt8.random(in: 0...255, using: &random) }
      for bytes in [[UInt8](repeating: 255, count: format.byteCount), noise] {
        let picture = try PixelBuffer.make(format, bytes)
        for target in PixelFormat.all + Self.others {
          let converted = try picture.converted(to: target)
          let maximum = 1 << target.bitsPerComponent - 1
          guard target.bytesPerComponent == 2 else { continue }
          let samples = converted.withUnsafeBytes { Array($0.bindMemory(to: UInt16.self)) }
          #expect(samples.allSatisfy { Int($0) <= maximum })
        }
      }
    }
  }

  // MARK: - Refusals

  @Test("A format that cannot be converted is refused, as a source and as a target")
  func refusals() throws {
    typealias Plane = PixelFormat.Plane
    let quarter = { Plane($0, horizontalSubsampling: 4) }
    let refused = [
      PixelFormat("gray4", planes: [Plane(.luma)], bitsPerComponent: 4),
      PixelFormat("premultiplied", planes: PixelFormat.yuva420p.planes, isPremultiplied: true),
      PixelFormat("yuv411p", planes: [Plane(.luma), quarter(.blueDifference), quarter(.redDifference)]),
      PixelFormat("halfLuma", planes: [Plane(.luma, verticalSubsampling: 2)]),
      PixelFormat("noRed", planes: [Plane(.blue, .green)]),
      PixelFormat("noRedDifference", planes: [Plane(.luma), Plane(.blueDifference)]),
      PixelFormat("matte", planes: [Plane(.alpha)]),
      PixelFormat("twice", planes: [Plane(.luma), Plane(.luma)]),
    ]
    for pixelFormat in refused {
      for other in [PixelFormat.bgraPremultiplied, .nv12, .rgba] {
        let (known, unknown) = (try format(other, 4, 4), try format(pixelFormat, 4, 4))
        #expect(throws: FrameConverterError.unsupportedTarget(pixelFormat)) {
          try FrameConverter(from: known, to: unknown)
        }
        #expect(throws: FrameConverterError.unsupportedSource(pixelFormat)) {
          try FrameConverter(from: unknown, to: known)
        }
      }
    }
    #expect(
      FrameConverterError.unsupportedSource(refused[0]).description.hasPrefix(
        "cannot convert from gray4: give pictures of bgraPremultiplied, rgbaPremultiplied, bgra, "))
    #expect(
      FrameConverterError.unsupportedTarget(refused[2]).description.hasPrefix("cannot convert to yuv411p: choose "))
  }
}
