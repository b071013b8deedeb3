import Testing

@testable import OverlayRender

@Suite("Blur")
struct BoxBlurTests {
  /// A row with one opaque pixel in the middle, blurred. All rows have the same sums.
  private func impulse(radius: Double) -> [Double] {
    let side = 2 * Blur(radius: radius).reach + 3
    var bytes = [UInt8](repeating: 0, count: side * side)
    // A column of opaque pixels: the blur along it does not change it, away from its ends.
    for y in 0..<side { bytes[y * side + side / 2] = 255 }
    bytes.withUnsafeMutableBufferPointer { bytes in
      guard let base = bytes.baseAddress else { return }
      BoxBlur(Blur(radius: radius)).apply(to: base, bytesPerRow: side, width: side, height: side, channels: 1)
    }
    return bytes[(side / 2 * side)..<(side / 2 * side + side)].map { Double($0) / 255 }
  }

  @Test(
    "It has the requested standard deviation and keeps the sum",
    arguments: [0.3, 0.5, 0.8, 1, 1.5, 2, 2.9, 4, 9])
  func standardDeviation(radius: Double) {
    let row = impulse(radius: radius)
    let sum = row.reduce(0, +)
    let middle = Double(row.count / 2)
    let variance = row.enumerated().reduce(0) {
      $0 + $1.element * (Double($1.offset) - middle) * (Double($1.offset) - middle)
    }
    #expect(abs(sum - 1) < 0.06, "\(sum)")
    #expect(abs((variance / sum).squareRoot() - radius) < 0.12 + radius * 0.04, "\((variance / sum).squareRoot())")
  }

  @Test("Nothing is blurred beyond its reach")
  func reach() {
    for radius in [0.0, 0.2, 0.86, 1.4, 3, 7.7] {
      let row = impulse(radius: radius)
      let reach = Blur(radius: radius).reach
      for (x, value) in row.enumerated() where abs(x - row.count / 2) > reach { #expect(value == 0) }
      #expect(row[row.count / 2] > 0)
    }
  }

  @Test("Opaque content stays opaque")
  func flat() {
    var bytes = [UInt8](repeating: 255, count: 200 * 200)
    bytes.withUnsafeMutableBufferPointer { bytes in
      guard let base = bytes.baseAddress else { return }
      BoxBlur(Blur(radius: 5.3)).apply(to: base, bytesPerRow: 200, width: 200, height: 200, channels: 1)
    }
    #expect(bytes[100 * 200 + 100] == 255 && bytes[60 * 200 + 130] == 255)
  }

  @Test("A scaled blur has at most a proportional reach")
  func scaled() {
    for radius in stride(from: 0.0, through: 20, by: 0.37) {
      for factor in [0.001, 0.3, 0.99, 1, 1.7, 4] {
        let blur = Blur(radius: radius)
        #expect(Double(Blur(blur, scaledBy: factor).reach) <= Double(blur.reach) * factor + 1e-9)
      }
    }
  }
}
