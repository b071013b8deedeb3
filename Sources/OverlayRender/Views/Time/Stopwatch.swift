/// The time since the beginning of the stream.
///
/// The span is rounded down to the smallest unit shown. Digits have cells of equal width, so none ever moves.
public struct Stopwatch: PrimitiveView {
  private let start: Int64
  private let format: SpanPattern

  /// Makes a stopwatch that begins at `start`; below zero it shows zero until that time has passed. What is not a number
  /// counts as zero.
  public init(from start: MediaTime = .zero, format: SpanPattern = "HH:mm:ss") {
    // Half of the range is 146 years and leaves room for the stream's own time.
    self.start = min(max(start.flooredNanoseconds ?? 0, -.max / 2), .max / 2)
    self.format = format
  }

  /// Adds a label in a scope that changes with the smallest unit shown.
  func addNodes(to builder: inout SceneBuilder) {
    let digits = builder.environment.locale.map { LocaleDigits(locale: $0) } ?? .latin
    builder.scope("Stopwatch") { [start, format] builder in
      let shown = max(builder.time.elapsedNanoseconds + start, 0)
      if let next = format.nextChange(afterElapsed: shown) {
        builder.changes(at: builder.time.presentation(ofElapsedNanoseconds: next - start))
      }
      builder.value(format.text(nanoseconds: shown, rounding: .down, digits: digits))
    }
  }
}
