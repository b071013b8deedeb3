/// How the lines of ``ListeningText`` give way to the next ones.
///
/// It takes a quarter of a second from the start of the new line on, or half of the time until the lines change again
/// if that is less. On its first frame the new line can be seen already.
public enum ListeningTransition: Sendable, Hashable {
  /// At once.
  case none
  /// The new lines appear while the old ones disappear.
  case fade
  /// Likewise, while all move up by a line.
  case slide
}

extension ListeningTransition {
  /// The maximumDuration that it takes.
  private static let maximumDuration = MediaTime.milliseconds(250)

  /// How far it has come.
  struct Step: Equatable {
    /// How much of the new lines is seen, in 1/255.
    var opacity = 255
    /// How many pixels the new lines are below their place.
    var distance = 0

    /// Nothing is left to be done.
    static let end = Step()
  }

  /// How far it has come at a time of the grid.
  ///
  /// What is shown for a frame is what its end will have. So something of the new lines is seen on the first frame, and a
  /// transition shorter than a frame is none.
  ///
  /// - Parameters:
  ///   - start: The presentation time at which the lines changed.
  ///   - available: After how long they change again.
  ///   - pitch: The pixels from line to line.
  func step(at time: MediaTime, from start: MediaTime, available: MediaTime, pitch: Int, frame: MediaTime) -> Step {
    guard self != .none else { return .end }
    let duration = min(available.multiplied(by: 1, dividedBy: 2), ListeningTransition.maximumDuration).seconds
    let passed = (time + frame - start).seconds
    guard duration > 0, passed < duration else { return .end }
    let progress = Easing.easeOut.value(at: passed / duration)
    return Step(
      opacity: Int((progress * 255).rounded()),
      distance: self == .slide ? Int(((1 - progress) * Double(pitch)).rounded()) : 0)
  }
}
