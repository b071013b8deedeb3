import Testing

@testable import OverlayRender

@Suite("Easings")
struct EasingTests {
  private static let all: [Easing] = [
    .linear, .ease, .easeIn, .easeOut, .easeInOut, .backIn, .backOut, .backInOut, .hold, .steps(1), .steps(7),
    .steps(-4), .cubicBezier(1, 0, 0, 1), .cubicBezier(0, 1, 1, 0), .cubicBezier(.nan, .nan, .infinity, -.infinity),
  ]

  @Test("Every easing goes exactly from 0 to 1", arguments: all)
  func ends(easing: Easing) {
    #expect(easing.value(at: 0) == 0 && easing.value(at: -3) == 0 && easing.value(at: -.infinity) == 0)
    #expect(easing.value(at: 1) == 1 && easing.value(at: 40) == 1 && easing.value(at: .infinity) == 1)
    #expect(easing.value(at: .nan) == 0)
    for step in 1..<1000 {
      #expect(easing.value(at: Double(step) / 1000).isFinite)
    }
  }

  /// The values of browsers, from the polynomials solved to 40 digits.
  @Test(
    "The curves are the same as in CSS",
    arguments: [
      (Easing.ease, 0.5, 0.802403), (.easeIn, 0.5, 0.315357), (.easeOut, 0.5, 0.684643), (.easeInOut, 0.5, 0.5),
      (.ease, 0.25, 0.408511), (.easeInOut, 0.25, 0.129162), (.linear, 0.3, 0.3),
    ])
  func values(easing: Easing, progress: Double, expected: Double) {
    #expect(abs(easing.value(at: progress) - expected) < 1e-6)
  }

  @Test("A curve is solved for x, even where x does not change")
  func solved() {
    // If y equals x, the curve is the straight line for any parameter.
    for (x1, x2) in [(0.0, 1.0), (1, 0), (0, 0), (1, 1), (0.33, 0.1)] {
      let curve = Easing.cubicBezier(x1, x1, x2, x2)
      for step in 0...1000 {
        let progress = Double(step) / 1000
        #expect(abs(curve.value(at: progress) - progress) < 1e-9)
      }
    }
  }

  @Test("Steps are at the end of their share of the time, and a hold is one step at the end")
  func steps() {
    #expect([0.0, 0.24, 0.25, 0.5, 0.99].map { Easing.steps(4).value(at: $0) } == [0, 0, 0.25, 0.5, 0.75])
    #expect([0.0, 0.5, 0.999].map { Easing.hold.value(at: $0) } == [0, 0, 0])
    #expect(Easing.backOut.value(at: 0.6) > 1 && Easing.backIn.value(at: 0.4) < 0)
  }
}
