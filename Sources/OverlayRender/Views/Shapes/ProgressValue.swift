/// The value of a progress view: constant, or growing with presentation time from the start of the stream.
enum ProgressValue: Sendable, Hashable {
  case constant(Double)
  case during(MediaTimeRange)

  /// The number of steps: finer than an eighth of a pixel for lengths up to 1024 pixels.
  static let stepCount = 8192

  /// Returns the number of completed steps, 0...8192.
  ///
  /// A range without a numeric length never starts. An empty range is complete at its start.
  func step(at time: MediaTime, sinceStart start: MediaTime) -> Int {
    switch self {
    case .constant(let value): return Int((value.limited(to: 0...1) * Double(Self.stepCount)).rounded())
    case .during(let range):
      guard range.start.isNumeric, range.duration.isNumeric, time.isNumeric else { return 0 }
      let elapsed = time - start - range.start
      guard elapsed >= .zero else { return 0 }
      guard elapsed < range.duration else { return Self.stepCount }
      let done = Int128(elapsed.value) * Int128(range.duration.timescale) * Int128(Self.stepCount)
      return Int(clamping: done / (Int128(range.duration.value) * Int128(elapsed.timescale)))
    }
  }

  /// Returns the presentation time of the first frame with another step; +infinity if there is none.
  func nextChange(after time: RenderTime) -> MediaTime {
    guard case .during(let range) = self, range.start.isNumeric, range.duration.isNumeric else {
      return .positiveInfinity
    }
    let shown = step(at: time.presentation, sinceStart: time.streamStart)
    guard shown < Self.stepCount else { return .positiveInfinity }
    let due =
      time.streamStart + range.start + range.duration.multiplied(by: Int64(shown + 1), dividedBy: Int64(Self.stepCount))
    let rate = time.frameRate
    let frame = rate.frame(atOrAfter: due)
    guard abs(frame.distance(to: 0)) < Int.max / 2 else { return .positiveInfinity }
    // The time may have been rounded in either direction, so the frames decide.
    let first = [frame - 1, frame].first { step(at: rate.time(ofFrame: $0), sinceStart: time.streamStart) > shown }
    return rate.time(ofFrame: first ?? frame + 1)
  }
}

extension ProgressValue {
  /// The completed fraction, if it is constant.
  var constantFraction: Double? {
    guard case .constant = self else { return nil }
    return fraction(of: step(at: .zero, sinceStart: .zero))
  }

  /// Returns the completed fraction at a time.
  func fraction(at time: RenderTime) -> Double {
    fraction(of: step(at: time.presentation, sinceStart: time.streamStart))
  }

  private func fraction(of step: Int) -> Double {
    Double(step) / Double(Self.stepCount)
  }
}
