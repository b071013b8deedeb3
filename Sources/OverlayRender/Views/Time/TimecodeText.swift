/// The timecode of the frame, counted from the beginning of the stream at the stream's own rate.
public struct TimecodeText: PrimitiveView {
  private let start: Timecode

  /// Makes a timecode that begins at `start`; the frames of the stream are counted in its rate and way of counting.
  public init(from start: Timecode) {
    self.start = start
  }

  /// Adds a label in a scope that changes with every frame of the timecode's rate.
  func addNodes(to builder: inout SceneBuilder) {
    builder.scope("TimecodeText") { [start] builder in
      let elapsed = builder.time.presentation - builder.time.streamStart
      let frame = start.rate.frame(atOrBefore: elapsed)
      builder.changes(at: builder.time.streamStart + start.rate.time(ofFrame: frame + 1))
      builder.value(start.advanced(by: frame).description)
    }
  }
}
