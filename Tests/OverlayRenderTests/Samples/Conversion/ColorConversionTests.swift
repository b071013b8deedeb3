import OverlayRender
import TestTools
import Testing

/// A matrix and a range in real numbers.
private struct ReferenceMatrix {
  let matrix: ColorMatrix
  let range: ColorRange
  let kr: Double
  let kb: Double

  init(_ matrix: ColorMatrix, _ range: ColorRange) {
    self.matrix = matrix
    self.range = range
    (kr, kb) =
      switch matrix {
      case .bt601: (0.299, 0.114)
      case .bt709: (0.2126, 0.0722)
      case .bt2020: (0.2627, 0.0593)
      }
  }

  var black: Double { range == .full ? 0 : 16 }

  /// The luma above black, and the chroma relative to 0, of a color in 0...1.
  func encode(red: Double, green: Double, blue: Double) -> (luma: Double, blue: Double, red: Double) {
    let luma = kr * red + (1 - kr - kb) * green + kb * blue
    let (lumaScale, chromaScale) = range == .full ? (255.0, 255.0) : (219.0, 224.0)
    return (
      luma * lumaScale, (blue - luma) / (2 - 2 * kb) * chromaScale, (red - luma) / (2 - 2 * kr) * chromaScale
    )
  }

  func encode(_ pixel: (blue: Int, green: Int, red: Int, alpha: Int)) -> (luma: Double, blue: Double, red: Double) {
    encode(red: Double(pixel.red) / 255, green: Double(pixel.green) / 255, blue: Double(pixel.blue) / 255)
  }
}

@Suite("Color conversion")
struct ColorConversionTests {
  /// Fixed-point arithmetic adds at most this to the rounding error of one half.
  static let tolerance = 0.5 + 0.05

  static let encodings = ColorMatrix.allCases.flatMap { matrix in ColorRange.allCases.map { (matrix, $0) } }

  func noise(_ width: Int, _ height: Int, seed: UInt64 = 1) throws -> TestPicture {
    var random = PictureGenerator(state: seed)
    var picture = try TestPicture(width: width, height: height)
    picture.fillWithNoise(picture.format.bounds, using: &random)
    return picture
  }

  @Test("Straight color is Cairo's quotient for every color and alpha", arguments: [PixelFormat.bgra, .rgba])
  func straight(pixelFormat: PixelFormat) throws {
    var picture = try TestPicture(width: 256, height: 256)
    for alpha in 0..<256 {
      for color in 0..<256 {
        picture.setPixel(color, alpha, blue: color, green: 255 - color, red: color / 2, alpha: alpha)
      }
    }
    let output = try picture.converted(to: pixelFormat)
    var wrong = 0
    for y in 0..<256 {
      for x in 0..<256 {
        let pixel = picture.pixel(x, y)
        let divide = { pixel.alpha == 0 ? 0 : min(255, ($0 * 255 + pixel.alpha / 2) / pixel.alpha) }
        let (blue, green, red) = (divide(pixel.blue), divide(pixel.green), divide(pixel.red))
        let expected = pixelFormat == .bgra ? [blue, green, red, pixel.alpha] : [red, green, blue, pixel.alpha]
        let offset = 4 * (256 * y + x)
        for (index, value) in expected.enumerated() where Int(output[offset + index]) != value { wrong += 1 }
      }
    }
    #expect(wrong == 0)
  }

  @Test("Premultiplied RGBA has the same bytes with red and blue swapped, and BGRA is a copy")
  func premultiplied() throws {
    let picture = try noise(19, 7)
    #expect(try picture.converted(to: .bgraPremultiplied) == picture.bytes)
    let swapped = try picture.converted(to: .rgbaPremultiplied)
    for offset in stride(from: 0, to: picture.bytes.count, by: 4) {
      let p = picture.bytes[offset..<(offset + 4)].map(\.self)
      #expect(Array(swapped[offset..<(offset + 4)]) == [p[2], p[1], p[0], p[3]])
    }
  }

  @Test("Without alpha, luma and full chroma come from the premultiplied color", arguments: encodings)
  func overBlack(matrix: ColorMatrix, range: ColorRange) throws {
    let picture = try noise(37, 9)
    let reference = ReferenceMatrix(matrix, range)
    let output = try picture.converted(to: .yuv444p, matrix: matrix, range: range)
    let plane = 37 * 9
    var worst = 0.0
    for index in 0..<plane {
      let expected = reference.encode(picture.pixel(index % 37, index / 37))
      worst = max(
        worst, abs(Double(output[index]) - reference.black - expected.luma),
        abs(Double(output[plane + index]) - 128 - expected.blue),
        abs(Double(output[2 * plane + index]) - 128 - expected.red))
    }
    #expect(worst < Self.tolerance)
  }

  @Test("Gray is luma in full range, also if limited range is requested", arguments: ColorMatrix.allCases)
  func gray(matrix: ColorMatrix) throws {
    let picture = try noise(21, 5)
    let reference = ReferenceMatrix(matrix, .full)
    let output = try picture.converted(to: .gray, matrix: matrix, range: .limited)
    for index in output.indices {
      let expected = reference.encode(picture.pixel(index % 21, index / 21)).luma
      #expect(abs(Double(output[index]) - expected) < Self.tolerance)
    }
  }

  @Test("Black, white, gray and the primaries have their nominal samples")
  func nominalSamples() throws {
    let colors = [(0, 0, 0), (255, 255, 255), (128, 128, 128), (255, 0, 0), (0, 0, 255)]
    var picture = try TestPicture(width: 5, height: 1)
    for (x, color) in colors.enumerated() {
      picture.setPixel(x, 0, blue: color.2, green: color.1, red: color.0, alpha: 255)
    }
    #expect(
      try picture.converted(to: .yuv444p, matrix: .bt709, range: .limited)
        == [16, 235, 126, 63, 32, 128, 128, 128, 102, 240, 128, 128, 128, 240, 118])
    #expect(
      try picture.converted(to: .yuv444p, matrix: .bt601, range: .full)
        == [0, 255, 128, 76, 29, 128, 128, 128, 85, 255, 128, 128, 128, 255, 107])
  }

  @Test("NV12 is yuv420p with its chroma interleaved")
  func interleavedChroma() throws {
    let picture = try noise(45, 13)
    let planar = try picture.converted(to: .yuv420p)
    let interleaved = try picture.converted(to: .nv12)
    let (luma, chroma) = (45 * 13, 23 * 7)
    #expect(interleaved[..<luma] == planar[..<luma])
    for index in 0..<chroma {
      #expect(interleaved[luma + 2 * index] == planar[luma + index])
      #expect(interleaved[luma + 2 * index + 1] == planar[luma + chroma + index])
    }
  }

  @Test(
    "yuva420p is luma over alpha and filtered chroma over filtered alpha", arguments: encodings, [(37, 22), (6, 9)])
  func straightLumaAndChroma(encoding: (ColorMatrix, ColorRange), size: (Int, Int)) throws {
    let (width, height) = size
    let picture = try noise(width, height, seed: 5)
    let reference = ReferenceMatrix(encoding.0, encoding.1)
    let output = try picture.converted(to: .yuva420p, matrix: encoding.0, range: encoding.1)
    let luma = width * height
    var worst = 0.0
    for index in 0..<luma {
      let pixel = picture.pixel(index % width, index / width)
      let straight = pixel.alpha == 0 ? 0 : reference.encode(pixel).luma * 255 / Double(pixel.alpha)
      worst = max(worst, abs(Double(output[index]) - reference.black - straight))
    }
    let (columns, rows) = ((width + 1) / 2, (height + 1) / 2)
    for index in 0..<(columns * rows) {
      let (i, j) = (index % columns, index / columns)
      var (blue, red, alpha) = (0.0, 0.0, 0.0)
      for (dy, down) in [(-1, 1.0), (0, 3.0), (1, 3.0), (2, 1.0)] {
        for (dx, across) in [(-1, 1.0), (0, 2.0), (1, 1.0)] {
          let pixel = picture.pixel(2 * i + dx, 2 * j + dy)
          let encoded = reference.encode(pixel)
          blue += down * across * encoded.blue
          red += down * across * encoded.red
          alpha += down * across * Double(pixel.alpha) / 255
        }
      }
      let expected = alpha == 0 ? (0, 0) : (blue / alpha, red / alpha)
      worst = max(
        worst, abs(Double(output[luma + index]) - 128 - expected.0),
        abs(Double(output[luma + columns * rows + index]) - 128 - expected.1))
    }
    // Premultiplied bytes are rounded down, so a straight color may exceed the range by less than half a step.
    #expect(worst < 1)
    #expect((0..<luma).allSatisfy { output[luma + 2 * columns * rows + $0] == picture.bytes[4 * $0 + 3] })
  }

  @Test("Red next to transparent black stays red")
  func colorBesideNothing() throws {
    var picture = try TestPicture(width: 8, height: 8)
    for y in 0..<8 { picture.setPixel(3, y, blue: 0, green: 0, red: 255, alpha: 255) }
    let output = try picture.converted(to: .yuva420p, matrix: .bt709, range: .limited)
    #expect(output[3] == 63 && output[2] == 16)
    let chroma = 64
    #expect(Array(output[chroma..<(chroma + 4)]) == [128, 102, 102, 128])
    #expect(Array(output[(chroma + 16)..<(chroma + 20)]) == [128, 240, 240, 128])
  }

  @Test("An opaque picture has the same samples with an alpha plane as without")
  func opaque() throws {
    var picture = try noise(35, 11)
    for index in stride(from: 3, to: picture.bytes.count, by: 4) { picture.bytes[index] = 255 }
    let without = try picture.converted(to: .yuv420p)
    #expect(try picture.converted(to: .yuva420p)[..<without.count] == without[...])
  }

  @Test("A color that exceeds its alpha is kept within the range", arguments: encodings)
  func notPremultiplied(matrix: ColorMatrix, range: ColorRange) throws {
    var picture = try TestPicture(width: 16, height: 4)
    for x in 0..<16 { for y in 0..<4 { picture.setPixel(x, y, blue: 255 * (x & 1), green: 0, red: 255, alpha: 1) } }
    let output = try picture.converted(to: .yuva420p, matrix: matrix, range: range)
    let (luma, chroma) = range == .full ? (0...255, 0...255) : (16...235, 16...240)
    #expect(output[..<64].allSatisfy { luma.contains(Int($0)) })
    #expect(output[64..<96].allSatisfy { chroma.contains(Int($0)) })
  }
}
