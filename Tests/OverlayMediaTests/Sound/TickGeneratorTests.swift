import OverlayRender
import Testing

@testable import OverlayMedia

@Suite("Ticks")
struct TickGeneratorTests {
  @Test("A tick begins at each second from the first one, and is over after 20 ms")
  func ticks() {
    let generator = TickGenerator(first: MediaTime(value: 1, timescale: 4), sampleRate: 48_000)
    for second in Int64(0)..<3 {
      let start = 12_000 + second * 48_000
      #expect(generator.sample(at: start - 1) == 0)
      #expect((start..<start + 24).contains { generator.sample(at: $0) > 0.3 })
      #expect((start + 960..<start + 48_000).allSatisfy { generator.sample(at: $0) == 0 })
    }
  }

  @Test("A tick is a tone of 1 kHz that fades out, without clipping")
  func tone() {
    let generator = TickGenerator(first: .zero, sampleRate: 48_000)
    let tick = (Int64(0)..<960).map { generator.sample(at: $0) }
    let signChanges = zip(tick, tick.dropFirst()).count { $0.0 < 0 && $0.1 >= 0 || $0.0 >= 0 && $0.1 < 0 }
    #expect((38...40).contains(signChanges))
    #expect(tick.map(abs).max().map { (0.3...0.5).contains($0) } == true)
    #expect(tick.suffix(48).allSatisfy { abs($0) < 0.01 })
  }

  @Test("The ticks are the same whatever is asked first, also after days")
  func pure() {
    let generator = TickGenerator(first: .seconds(2), sampleRate: 48_000)
    let days = Int64(86_400 * 7) * 48_000
    #expect(generator.sample(at: days + 12) == generator.sample(at: 2 * 48_000 + 12))
    #expect(generator.sample(at: 12) == 0)
  }

  @Test("A movie that begins between two ticks of an earlier first one keeps their places")
  func negative() {
    let generator = TickGenerator(first: MediaTime(value: -21, timescale: 4), sampleRate: 48_000)
    #expect(generator.sample(at: 0) == 0)
    #expect(generator.sample(at: 36_012) > 0.3)
    #expect(generator.sample(at: 84_012) > 0.3)
  }

  @Test(
    "A first time that is never reached gives silence",
    arguments: [MediaTime.positiveInfinity, .indefinite, .invalid, MediaTime(value: .max, timescale: 1)])
  func never(_ first: MediaTime) {
    let generator = TickGenerator(first: first, sampleRate: 48_000)
    #expect((Int64(0)..<100_000).allSatisfy { generator.sample(at: $0) == 0 })
  }
}
