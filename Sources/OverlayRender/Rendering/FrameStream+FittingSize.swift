extension FrameStream {
  /// Returns the smallest size that fits a view at all times, without measuring every frame.
  ///
  /// The view is measured at its first changes, on every day of a year, at every hour of the day on which it was
  /// widest, and at the end. So the size fits the longest weekday in the longest month. An outline exceeds the size of
  /// its text; the view itself has to leave space for it with padding.
  ///
  /// - Parameters:
  ///   - view: The view to measure.
  ///   - configuration: The configuration; its size is ignored.
  ///   - range: The presentation times of the view; the duration may be infinite. A range that is invalid, or does not
  ///     start at a number, counts as time zero.
  ///   - changes: The number of first changes to measure.
  /// - Returns: The size, each side from 1 to 32,767 pixels.
  /// - Throws: `FontError` if there are no fonts to measure with.
  public static func fittingSize(
    of view: some View, configuration: RenderConfiguration,
    over range: MediaTimeRange = MediaTimeRange(start: .zero, duration: .positiveInfinity),
    changes: Int = 48
  ) throws(FontError) -> PixelSize {
    let text = try TextEngine.shared(for: configuration.fonts)
    let wallAnchor = configuration.start ?? HostClock.shared.wallTime
    let range = range.start.isNumeric ? range : MediaTimeRange(start: .zero, duration: .zero)
    var fitting = FittingSize(range: range) { time in
      let renderTime = RenderTime(presentation: time, wallAnchor: wallAnchor, frameRate: configuration.frameRate)
      return Scene.idealSize(at: renderTime, measuredBy: text) { view.resolve(into: &$0) }
    }
    fitting.measureFirstChanges(changes)
    fitting.measure(around: 0...366, stepSeconds: 86_400)
    fitting.measure(around: -23...23, stepSeconds: 3_600)
    // All digits have the same width, so the width depends on whether a number has one or two digits.
    fitting.measure(around: -5...5, stepSeconds: 600)
    fitting.measure(around: -5...5, stepSeconds: 10)
    if range.end.isNumeric {
      let rate = configuration.frameRate
      fitting.measure(at: max(range.start, rate.time(ofFrame: rate.frame(atOrAfter: range.end) - 1)))
    }
    let sides = VideoFormat.sideLimits
    func side(_ length: Double) -> Int { Int(length.limited(to: Double(sides.lowerBound)...Double(sides.upperBound))) }
    return PixelSize(side(fitting.size.width), side(fitting.size.height))
  }
}

/// Searches the time at which a view is widest, one time unit after the other, and keeps the largest size.
private struct FittingSize {
  let range: MediaTimeRange
  let idealSize: (MediaTime) -> (size: Size, nextChange: MediaTime)
  private(set) var size = Size(1, 1)
  private var widest: MediaTime

  init(range: MediaTimeRange, idealSize: @escaping (MediaTime) -> (size: Size, nextChange: MediaTime)) {
    self.range = range
    self.idealSize = idealSize
    widest = range.start
  }

  /// Measures the view at a time; returns when the view changes next.
  @discardableResult
  mutating func measure(at time: MediaTime) -> MediaTime {
    let ideal = idealSize(time)
    if ideal.size.width > size.width { widest = time }
    size = Size(max(size.width, ideal.size.width), max(size.height, ideal.size.height))
    return ideal.nextChange
  }

  /// Measures the view at the beginning and at the changes that follow.
  mutating func measureFirstChanges(_ count: Int) {
    var time = measure(at: range.start)
    for _ in 0..<max(count, 0) where range.contains(time) { time = measure(at: time) }
  }

  /// Measures the view at steps from the time of the largest width so far.
  mutating func measure(around steps: ClosedRange<Int64>, stepSeconds: Int64) {
    let center = widest
    for step in steps where step != 0 {
      let time = center + .seconds(step * stepSeconds)
      if range.contains(time) { measure(at: time) }
    }
  }
}
