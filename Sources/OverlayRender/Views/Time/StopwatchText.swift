/// The time since the start of the stream.
///
/// The time is rounded down to the smallest unit shown. Digits have equal width, so the text does not move.
public struct StopwatchText: View {
  private let start: Int64
  private let format: SpanPattern

  /// Creates a stopwatch that starts at `start`. A negative start shows zero until that time has passed. A start that
  /// is not a number counts as zero.
  public init(from start: MediaTime = .zero, format: SpanPattern = "HH:mm:ss") {
    // Half of the range is 146 years, and leaves space for the time of the stream.
    self.start = min(max(start.flooredNanoseconds ?? 0, -.max / 2), .max / 2)
    self.format = format
  }

  /// A label that changes with the smallest unit shown.
  public var body: some View {
    EnvironmentReader { environment in
      let digits = environment.digits
      ChangingLabel("StopwatchText") { time in
        let shown = max(time.elapsedNanoseconds + start, 0)
        return ChangingLabel.Reading(
          text: format.text(nanoseconds: shown, rounding: .down, digits: digits),
          next: format.nextChange(afterElapsed: shown).map { time.presentation(ofElapsedNanoseconds: $0 - start) })
      }
    }
  }
}
