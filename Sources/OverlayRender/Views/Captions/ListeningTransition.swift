/// The transition between lines of ``ListeningText``.
///
/// It starts with the new line and takes a quarter of a second, or half of the time until the next change if that is
/// less. The new line is already visible in its first frame.
public enum ListeningTransition: Sendable, Hashable {
  /// Lines change at once.
  case none
  /// New lines fade in while old ones fade out.
  case fade
  /// New lines fade in while old ones fade out, and all lines move up by one.
  case slide
}

extension ListeningTransition {
  /// The greatest duration.
  private static let maximumDuration = MediaTime.milliseconds(250)

  /// The state of a transition.
  struct Step: Equatable {
    /// The opacity of the new lines, in 1/255.
    var opacity = 255
    /// The distance of the new lines below their final position, in pixels.
    var distance = 0

    /// The state after the transition.
    static let end = Step()
  }

  /// Returns the state of the transition at a frame.
  ///
  /// A frame shows the state at its end. So the new lines are visible in the first frame, and a transition shorter than
  /// a frame has no effect.
  ///
  /// - Parameters:
  ///   - start: The presentation time at which the lines change.
  ///   - available: The time until the next change.
  ///   - pitch: The distance between lines, in pixels.
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
