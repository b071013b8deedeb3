/// How far something has come: a still value, or one that runs with presentation time from the stream's start.
enum ProgressValue: Sendable, Hashable {
  case constant(Double)
  case during(MediaTimeRange)

  /// Into how many steps the whole is divided: finer than eighths of a pixel up to a length of 1024 pixels.
  static let stepCount = 8192

  /// The whole steps done, 0...8192.
  ///
  /// A range whose length is no number never begins; an empty one is done at its start.
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

  /// When the first frame of the grid is due that shows another step; +infinity for never.
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
    // The time that is due may have been rounded either way; what the frames show is the truth.
    let first = [frame - 1, frame].first { step(at: rate.time(ofFrame: $0), sinceStart: time.streamStart) > shown }
    return rate.time(ofFrame: first ?? frame + 1)
  }
}

extension ProgressValue {
  /// The fraction done, where it is always the same.
  var constantFraction: Double? {
    guard case .constant = self else { return nil }
    return fraction(of: step(at: .zero, sinceStart: .zero))
  }

  /// The fraction done at a moment.
  func fraction(at time: RenderTime) -> Double {
    fraction(of: step(at: time.presentation, sinceStart: time.streamStart))
  }

  private func fraction(of step: Int) -> Double {
    Double(step) / Double(Self.stepCount)
  }
}
