extension FrameStream {
  /// The smallest size that a view never outgrows, as far as can be told without looking at every frame.
  ///
  /// The view is measured at the beginning, at its first changes, at the end, and in between often enough that every
  /// hour, weekday and month comes up and meets the others. An outline reaches beyond the size of its text: the view
  /// itself leaves room for it, by padding.
  ///
  /// - Parameters:
  ///   - view: What will be shown.
  ///   - configuration: Its surroundings; the size in it is of no account.
  ///   - range: The presentation times at which it will be shown; the duration may be infinite.
  /// - Returns: The size, each side at least 1 pixel.
  /// - Throws: `FontError` when there are no fonts to measure with.
  public static func fittingSize(
    of view: some View, configuration: RenderConfiguration,
    over range: MediaTimeRange = MediaTimeRange(start: .zero, duration: .positiveInfinity)
  ) throws(FontError) -> PixelSize {
    let text = try TextEngine(configuration.fonts)
    let wallAnchor = configuration.start ?? HostClock.shared.wallTime
    var fitting = Size(1, 1)

    func measure(at time: MediaTime) -> MediaTime {
      let moment = RenderTime(presentation: time, wallAnchor: wallAnchor, frameRate: configuration.frameRate)
      let ideal = Scene.idealSize(at: moment, measuredBy: text) { view._resolve(into: &$0) }
      fitting = Size(max(fitting.width, ideal.size.width), max(fitting.height, ideal.size.height))
      return ideal.nextChange
    }

    var next = measure(at: range.start)
    for _ in 0..<firstChanges where range.contains(next) { next = measure(at: next) }
    for time in spreadTimes(in: range) { _ = measure(at: time) }
    if range.end.isNumeric {
      let rate = configuration.frameRate
      _ = measure(at: max(range.start, rate.time(ofFrame: rate.frame(atOrAfter: range.end) - 1)))
    }
    return PixelSize(Int(fitting.width.rounded(.up)), Int(fitting.height.rounded(.up)))
  }

  /// A countdown's or a timecode's first changes.
  private static let firstChanges = 48

  /// A day by the hour, then a year in steps of two days, an hour, a minute and a second: no unit keeps its value from
  /// one to the next, and every month meets every weekday.
  private static func spreadTimes(in range: MediaTimeRange) -> [MediaTime] {
    let hours = (1...24).map { MediaTime.seconds(Int64($0) * 3_600) }
    let days = (1...178).map { MediaTime.seconds(Int64($0) * (2 * 86_400 + 3_600 + 60 + 1)) }
    return (hours + days).map { range.start + $0 }.filter(range.contains)
  }
}
