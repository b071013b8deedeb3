import CCairo
import CPixels
import TestTools
import Testing

@testable import OverlayRender

// The choice of the loops belongs to the process, so the tests take turns.
@Suite("Loops for several kinds of processors", .serialized)
struct PixelLoopsTests {
  private static let coefficients = [ColorMatrix.bt601, .bt709].flatMap { matrix in
    [ColorRange.limited, .full].map { ColorCoefficients(matrix: matrix, range: $0) }
  }

  /// The results of all loops for some rows of pixels.
  private struct Results: Equatable {
    var luma: [UInt8]
    var isGray: Bool
    var blueRed: [UInt32]
    var greenAlpha: [UInt32]
    var planes: [UInt8]
    var interleaved: [UInt8]

    /// Arrays have a few elements more, which the loops must not write.
    init(_ rows: [[UInt32]], _ coefficients: ColorCoefficients) {
      let count = rows[0].count
      luma = Array(repeating: 7, count: count + 40)
      overlay_luma(rows[0], count, coefficients.luma.loopWeights, UInt8(coefficients.lumaLimits.lowerBound), &luma)
      isGray = overlay_is_gray(rows[0], count)
      blueRed = Array(repeating: 7, count: count + 40)
      greenAlpha = blueRed
      overlay_filter_rows(rows[0], rows[1], rows[2], rows[3], count, &blueRed, &greenAlpha)
      let samples = (count - 1) / 2
      planes = Array(repeating: 7, count: 2 * samples + 40)
      interleaved = planes
      let weights = (coefficients.chromaBlue.loopWeights, coefficients.chromaRed.loopWeights)
      blueRed.withUnsafeBufferPointer { blueRed in
        greenAlpha.withUnsafeBufferPointer { greenAlpha in
          let row = overlay_filtered_row(blue_red: blueRed.baseAddress, green_alpha: greenAlpha.baseAddress)
          planes.withUnsafeMutableBufferPointer { bytes in
            overlay_chroma(
              row, samples, weights.0, weights.1, bytes.baseAddress, bytes.baseAddress.map { $0 + samples }, 1)
          }
          interleaved.withUnsafeMutableBufferPointer { bytes in
            overlay_chroma(row, samples, weights.0, weights.1, bytes.baseAddress, bytes.baseAddress.map { $0 + 1 }, 2)
          }
        }
      }
    }
  }

  @Test("All kinds of processors get the same samples, and nothing beyond them is written", arguments: 1...100)
  func sameResults(count: Int) throws {
    var random = PictureGenerator(state: UInt64(count))
    for coefficients in Self.coefficients {
      for kind in 0..<3 {
        // Any pixels, extreme ones, and gray ones.
        let rows = (0..<4).map { _ in
          (0..<count).map { _ -> UInt32 in
            switch kind {
            case 0: .random(in: .min ... .max, using: &random)
            case 1: [0, 0xff, 0xff00, 0xff_0000, 0xffff_ffff].randomElement(using: &random) ?? 0
            default: UInt32.random(in: 0...255, using: &random) &* 0x1_0101 | 0xff00_0000
            }
          }
        }
        defer { overlay_use_avx2(true) }
        overlay_use_avx2(false)
        let plain = Results(rows, coefficients)
        overlay_use_avx2(true)
        #expect(Results(rows, coefficients) == plain)
        #expect(plain.isGray || kind < 2)
        #expect(plain.luma.suffix(40).allSatisfy { $0 == 7 })
        #expect((plain.blueRed.suffix(40) + plain.greenAlpha.suffix(40)).allSatisfy { $0 == 7 })
        #expect((plain.planes.suffix(40) + plain.interleaved.suffix(40)).allSatisfy { $0 == 7 })
        #expect(plain.luma == luma(rows[0], coefficients) + Array(repeating: 7, count: 40))
        #expect(plain.blueRed.prefix(count).elementsEqual(filtered(rows, shift: 0)))
        #expect(plain.greenAlpha.prefix(count).elementsEqual(filtered(rows, shift: 8)))
        #expect(plain.planes == chroma(plain, count: (count - 1) / 2, coefficients) + Array(repeating: 7, count: 40))
      }
    }
  }

  @Test("A color is blended through a mask as Cairo does it, for all kinds of processors", arguments: 1...60)
  func blendsAsCairo(width: Int) throws {
    defer { overlay_use_avx2(true) }
    var random = PictureGenerator(state: UInt64(width))
    let size = PixelSize(width, 4)
    for opacity in [1, 1, 0.75, 0.6, 0.003] {
      let color = Color(
        red: .random(in: 0...1, using: &random), green: .random(in: 0...1, using: &random), blue: 1, alpha: opacity)
      let pixels = (0..<4 * width).map { _ -> UInt32 in
        let alpha = UInt32.random(in: 0...255, using: &random)
        return (0..<3).reduce(alpha) { pixel, _ in pixel << 8 | .random(in: 0...alpha, using: &random) }
      }
      let mask = try CairoSurface(maskOf: size)
      mask.withRows { bytes, bytesPerRow in
        for row in 0..<4 {
          // Runs of no coverage and of full coverage are blended in other ways.
          var column = 0
          while column < width {
            let end = min(column + .random(in: 1...24, using: &random), width)
            let value = [0, 255, UInt8.random(in: 1...254, using: &random)].randomElement(using: &random) ?? 0
            for column in column..<end { bytes[row * bytesPerRow + column] = value }
            column = end
          }
        }
      }
      // One more pixel in each row, which stays.
      let padded = (0..<4).flatMap { (row: Int) -> [UInt32] in
        Array(pixels[row * width..<(row + 1) * width]) + [0x0102_0304]
      }
      var cairo = padded
      try cairo.withUnsafeMutableBytes { bytes in
        try CairoSurface(over: bytes, size: size, bytesPerRow: 4 * width + 4).draw { context in
          context.setSource(color)
          cairo_mask_surface(context, mask.pointer, 0, 0)
        }
      }
      let rows = try #require(mask.rows)
      for usesAVX2 in [false, true] {
        overlay_use_avx2(usesAVX2)
        var blended = padded
        overlay_blend(color.premultiplied, rows.bytes, rows.bytesPerRow, &blended, 4 * width + 4, width, 4)
        #expect(blended == cairo, "\(color), AVX2: \(usesAVX2)")
      }
    }
  }

  @Test("A premultiplied color is the same as in Cairo")
  func premultipliedColors() throws {
    let components = (0...255).map { Double($0) / 255 } + (0...256).map { Double($0) / 256 }
    var pixel: [UInt32] = [0]
    var differences: [Color] = []
    for alpha in components {
      for component in components {
        let color = Color(red: component, green: 1 - component, blue: component / 3, alpha: alpha)
        try pixel.withUnsafeMutableBytes { bytes in
          try CairoSurface(over: bytes, size: PixelSize(1, 1)).draw { context in
            cairo_set_operator(context, CAIRO_OPERATOR_SOURCE)
            context.setSource(color)
            cairo_paint(context)
          }
        }
        if pixel[0] != color.premultiplied { differences.append(color) }
      }
    }
    #expect(differences.isEmpty)
  }

  /// The ink of a component in some samples.
  private struct Ink: Equatable {
    /// What is at places where nothing was stored.
    static let marker: UInt8 = 7

    var products: [UInt16]
    var alphas: [UInt8]
    var samples: [UInt8]

    /// Creates the ink that `convert` stores.
    init(count: Int, _ weights: ColorCoefficients.Weights, base: Int32, convert: (inout overlay_ink) -> Void) {
      // Blocks are stored as a whole. There is one more, which nothing may touch.
      let length = (count + 15) / 16 * 16 + 16
      products = Array(repeating: UInt16(Self.marker), count: length)
      alphas = Array(repeating: Self.marker, count: length)
      samples = alphas
      products.withUnsafeMutableBufferPointer { products in
        alphas.withUnsafeMutableBufferPointer { alphas in
          samples.withUnsafeMutableBufferPointer { samples in
            var ink = overlay_ink(
              weights: weights.loopWeights, base: base, products: products.baseAddress, alphas: alphas.baseAddress,
              samples: samples.baseAddress)
            convert(&ink)
          }
        }
      }
    }

    /// Creates the ink of colors with `sumBits` fraction bits, as the definitions say.
    init(
      _ colors: [(blueRed: UInt32, greenAlpha: UInt32)], own: [UInt32], _ weights: ColorCoefficients.Weights,
      base: Int32, sumBits: Int
    ) {
      self.init(count: colors.count, weights, base: base) { _ in }
      let bits = Int(ColorCoefficients.fractionBits) + sumBits
      let padded = colors + Array(repeating: (0, 0), count: (16 - colors.count % 16) % 16)
      for start in stride(from: 0, to: padded.count, by: 16) {
        let block = start..<min(start + 16, own.count)
        guard block.contains(where: { own[$0] >> 24 > 0 }) else { continue }
        for index in start..<start + 16 {
          let (blueRed, greenAlpha) = padded[index]
          let sum =
            Int(blueRed & 0xffff) * Int(weights.blue) + Int(greenAlpha & 0xffff) * Int(weights.green)
            + Int(blueRed >> 16) * Int(weights.red)
          let alphaSum = Int(greenAlpha >> 16)
          let hasInk = index < own.count && own[index] >> 24 > 0
          let alpha = (alphaSum + 1 << sumBits / 2) >> sumBits
          let sample = min(max((sum + Int(base) << bits + 1 << (bits - 1)) >> bits, 0), 255)
          let limit = (255 * alphaSum + 1 << sumBits / 2) >> sumBits
          let partial = min(max(alpha * Int(base) + (255 * sum + 1 << (bits - 1)) >> bits, 0), limit)
          let place = start + index % 2 * 8 + index % 16 / 2
          products[place] = UInt16(!hasInk ? 0 : alpha == 255 ? 255 * sample : partial)
          alphas[index] = UInt8(hasInk ? alpha : 0)
          samples[index] = UInt8(sample)
        }
      }
    }
  }

  @Test("The ink of an overlay is as defined, for all kinds of processors", arguments: 1...80)
  func ink(count: Int) {
    defer { overlay_use_avx2(true) }
    var random = PictureGenerator(state: UInt64(count))
    for coefficients in Self.coefficients {
      // Runs of transparent and of opaque pixels, and others.
      let rows = (0..<4).map { _ -> [UInt32] in
        var row: [UInt32] = []
        while row.count < count {
          let alpha = [0, 255, UInt32.random(in: 1...254, using: &random)].randomElement(using: &random) ?? 0
          for _ in 0..<Int.random(in: 1...40, using: &random) {
            row.append((0..<3).reduce(alpha) { pixel, _ in pixel << 8 | .random(in: 0...alpha, using: &random) })
          }
        }
        return Array(row.prefix(count))
      }
      let black = Int32(coefficients.lumaLimits.lowerBound)
      let (blue, red) = (coefficients.chromaBlue, coefficients.chromaRed)
      let pixels = rows[0].map { (blueRed: $0 & 0xff00ff, greenAlpha: $0 >> 8 & 0xff00ff) }
      let luma = Ink(pixels, own: rows[0], coefficients.luma, base: black, sumBits: 0)
      let beyond = [UInt32](repeating: 0, count: 40)
      let row = [filtered(rows, shift: 0) + beyond, filtered(rows, shift: 8) + beyond]
      let sampleCount = (count + 1) / 2
      var colors: [(blueRed: UInt32, greenAlpha: UInt32)] = []
      var own: [UInt32] = []
      for column in stride(from: 0, to: count, by: 2) {
        let sums: [UInt32] = row.map { $0[column] + 2 * $0[column + 1] + $0[column + 2] }
        colors.append((sums[0], sums[1]))
        own.append((column..<min(column + 2, count)).reduce(0) { $0 | rows[1][$1] | rows[2][$1] })
      }
      let chroma = [blue, red].map { Ink(colors, own: own, $0, base: 128, sumBits: 5) }
      for usesAVX2 in [false, true] {
        overlay_use_avx2(usesAVX2)
        let storedLuma = Ink(count: count, coefficients.luma, base: black) { overlay_ink_pixels(rows[0], count, &$0) }
        #expect(storedLuma == luma, "AVX2: \(usesAVX2)")
        var storedRed: Ink?
        // Both components are converted by one call.
        let storedBlue = Ink(count: sampleCount, blue, base: 128) { blueInk in
          storedRed = Ink(count: sampleCount, red, base: 128) { redInk in
            rows[1].withUnsafeBytes { upper in
              rows[2].withUnsafeBytes { lower in
                row[0].withUnsafeBufferPointer { blueRed in
                  row[1].withUnsafeBufferPointer { greenAlpha in
                    overlay_ink_filtered(
                      overlay_filtered_row(blue_red: blueRed.baseAddress, green_alpha: greenAlpha.baseAddress),
                      overlay_own_pixels(upper: upper.baseAddress, lower: lower.baseAddress, count: count),
                      sampleCount, [blueInk, redInk], 2)
                  }
                }
              }
            }
          }
        }
        #expect(storedBlue == chroma[0] && storedRed == chroma[1], "AVX2: \(usesAVX2)")
      }
    }
  }

  @Test("Colors and alphas are the same for all kinds of processors, also of any bits", arguments: 1...70)
  func colorsOfComponents(count: Int) {
    defer { overlay_use_avx2(true) }
    var random = PictureGenerator(state: UInt64(count))
    for maximum in [2040, UInt16.max] {
      let rows = (0..<3).map { _ in (0..<count).map { _ in UInt16.random(in: 0...maximum, using: &random) } }
      let alphas = (0..<count).map { _ in UInt16.random(in: 0...255, using: &random) }
      // The weights of limited BT.709 with 8 bits, and 3 more for color differences.
      var weights = overlay_color_weights(
        luma: 1_220_945, blue_from_blue: 276_887, green_from_blue: -27_935, green_from_red: -69_872,
        red_from_red: 234_911, blue: -302_546_000, green: 81_153_000, red: -259_563_000)
      let results = [false, true].map { usesAVX2 in
        overlay_use_avx2(usesAVX2)
        return [nil, true, false].map { isPremultiplied in
          // One more pixel, which the loops must not write.
          var pixels = [UInt32](repeating: 7, count: count + 1)
          overlay_colors(rows[0], rows[1], rows[2], count, &weights, &pixels)
          if let isPremultiplied { overlay_set_alpha(alphas, count, isPremultiplied, &pixels) }
          return pixels
        }
      }
      #expect(results[0] == results[1])
      #expect(results[0].allSatisfy { $0.last == 7 })
      #expect(results[0][0].dropLast().allSatisfy { $0 >> 24 == 255 })
      #expect(zip(results[0][1], alphas).allSatisfy { $0 >> 24 == UInt32($1) })
      for (straight, (pixel, alpha)) in zip(results[0][0], zip(results[0][2], alphas)) {
        for shift in [0, 8, 16] as [UInt32] {
          let product = Double(straight >> shift & 255) * Double(alpha) / 255
          #expect(Double(pixel >> shift & 255) == product.rounded())
        }
      }
    }
  }

  @Test("A pixel with a color is found at any place", arguments: [1, 7, 8, 9, 31, 83])
  func colorAnywhere(count: Int) {
    defer { overlay_use_avx2(true) }
    for usesAVX2 in [false, true] {
      overlay_use_avx2(usesAVX2)
      for (index, channel) in (0..<count).flatMap({ index in [0, 8, 16].map { (index, $0) } }) {
        var row = [UInt32](repeating: 0xff40_4040, count: count)
        row[index] ^= 1 << UInt32(channel)
        #expect(!overlay_is_gray(row, count), "\(index)")
        row[index] = 0x0040_4040
        #expect(overlay_is_gray(row, count), "\(index)")
      }
    }
  }

  private func filtered(_ rows: [[UInt32]], shift: UInt32) -> [UInt32] {
    rows[0].indices.map { index in
      zip(rows, [1, 3, 3, 1] as [UInt32]).reduce(0) { $0 + ($1.0[index] >> shift & 0xff00ff) * $1.1 }
    }
  }

  /// Both planes, as the exact arithmetic of the library's vectors gives them.
  private func chroma(_ results: Results, count: Int, _ coefficients: ColorCoefficients) -> [UInt8] {
    let sum = { (row: [UInt32], index: Int) in row[2 * index] + 2 * row[2 * index + 1] + row[2 * index + 2] }
    let samples = (0..<count).map { index in
      coefficients.chroma(
        FilteredColors(
          blueRed: SIMD8(repeating: sum(results.blueRed, index)),
          greenAlpha: SIMD8(repeating: sum(results.greenAlpha, index))))
    }
    return samples.map { $0.blue[0] } + samples.map { $0.red[0] }
  }

  /// The luma as the exact arithmetic of the library's vectors gives it.
  private func luma(_ row: [UInt32], _ coefficients: ColorCoefficients) -> [UInt8] {
    row.map { coefficients.luma(PixelVector(repeating: $0))[0] }
  }
}
