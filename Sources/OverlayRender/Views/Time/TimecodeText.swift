/// The timecode of the frame, counted from the beginning of the stream at the stream's own rate.
public struct TimecodeText: View {
  private let start: Timecode

  /// Makes a timecode that begins at `start`; the frames of the stream are counted in its rate and way of counting.
  public init(from start: Timecode) {
    self.start = start
  }

  /// A label that changes with every frame of the timecode's rate.
  public var body: some View {
    ChangingLabel("TimecodeText") { time in
      let frame = start.rate.frame(atOrBefore: time.presentation - time.streamStart)
      return ChangingLabel.Reading(
        text: start.advanced(by: frame).description, next: time.streamStart + start.rate.time(ofFrame: frame + 1))
    }
  }
}
