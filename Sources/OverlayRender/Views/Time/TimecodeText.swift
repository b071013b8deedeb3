/// The timecode of the frame, counted from the start of the stream.
public struct TimecodeText: View {
  private let start: Timecode

  /// Creates a timecode that starts at `start`. Frames are counted at its rate, and with drop-frame counting if it has
  /// it.
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
