package import OverlayBase
package import OverlayCaptions

/// A SplitMix64 generator. It returns the same numbers in every run, so that the seed of a failed case reproduces it.
package struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  package init(seed: UInt64) {
    state = seed
  }

  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}

extension SeededGenerator {
  package mutating func chance(_ oneIn: Int) -> Bool { Int.random(in: 0..<oneIn, using: &self) == 0 }

  package mutating func pick<Element>(_ elements: [Element]) -> Element {
    elements[Int.random(in: 0..<elements.count, using: &self)]
  }
}

extension SeededGenerator {
  /// A timescale: a common one half of the time, or any.
  package mutating func timescale() -> Int32 {
    let common: [Int32] = [1, 2, 24, 25, 600, 30_000, 48_000, 60_000, 90_000, 1_000_000_000, .max]
    return Bool.random(using: &self) ? common.randomElement(using: &self) ?? 1 : .random(in: 1...(.max), using: &self)
  }

  package mutating func value() -> Int64 {
    let magnitudes: [Int64] = [3, 1000, 1 << 20, 1 << 40, .max]
    let magnitude = magnitudes.randomElement(using: &self) ?? 1
    return .random(in: -magnitude...magnitude, using: &self)
  }

  package mutating func time() -> MediaTime {
    MediaTime(value: value(), timescale: timescale())
  }
}

extension SeededGenerator {
  /// Cues in any order, with whole milliseconds within ten seconds. Some end at or before their start.
  package mutating func cues(_ count: Int) -> [CaptionCue] {
    (0..<count).map { number in
      let start = Int64.random(in: 0..<10_000, using: &self)
      let length = Int64.random(in: chance(8) ? -500...0 : 1...2_000, using: &self)
      return CaptionCue(start: .milliseconds(start), end: .milliseconds(start + length), text: "cue \(number)")
    }
  }
}
