/// A transition with which a view appears and disappears.
///
///     Text("GOAL").visible(during: range, entering: .slide(from: .leading).combined(with: .opacity()))
///
/// A duration that is not a positive number means no transition.
///
/// A view disappears by the reverse of the transition with which it would appear. Layout is not affected: the view has
/// its full size and position all the time.
public struct Transition: Sendable, Hashable {
  fileprivate enum Kind: Sendable, Hashable {
    case opacity
    case slide(Edge, distance: Double)
    case wipe(Edge)
    case scale(Double, anchor: UnitPoint)
  }

  fileprivate struct Part: Sendable, Hashable {
    let kind: Kind
    let duration: MediaTime
    let easing: Easing
  }

  private var parts: [Part]

  /// A transition that shows and hides the view at once.
  public static let identity = Transition(parts: [])

  /// The default duration.
  public static let defaultDuration = MediaTime.milliseconds(300)

  /// Returns a transition that fades, in steps of 1/255.
  ///
  /// - Parameters:
  ///   - duration: The duration.
  ///   - easing: The progress over the duration.
  public static func opacity(duration: MediaTime = defaultDuration, easing: Easing = .easeInOut) -> Transition {
    Transition(.opacity, duration, easing)
  }

  /// Returns a transition that moves the view in from beyond an edge of its own frame, in steps of an eighth of a
  /// pixel. It starts at the size of the view and `distance` pixels more, limited to ±1 000 000.
  public static func slide(
    from edge: Edge, distance: Double = 0, duration: MediaTime = defaultDuration, easing: Easing = .easeOut
  ) -> Transition {
    Transition(.slide(edge, distance: distance.limited(to: -1e6...1e6)), duration, easing)
  }

  /// Returns a transition that reveals the view from an edge of its frame, in steps of an eighth of a pixel.
  public static func wipe(
    from edge: Edge, duration: MediaTime = defaultDuration, easing: Easing = .easeInOut
  ) -> Transition {
    Transition(.wipe(edge), duration, easing)
  }

  /// Returns a transition that scales the view from a factor, limited to ±1000, about an anchor point.
  public static func scale(
    _ factor: Double = 0, anchor: UnitPoint = .center, duration: MediaTime = defaultDuration, easing: Easing = .easeOut
  ) -> Transition {
    Transition(.scale(factor.limited(to: -1000...1000), anchor: anchor), duration, easing)
  }

  private init(_ kind: Kind, _ duration: MediaTime, _ easing: Easing) {
    parts = [Part(kind: kind, duration: duration.isNumeric ? max(duration, .zero) : .zero, easing: easing)]
  }

  private init(parts: [Part]) {
    self.parts = parts
  }

  /// Returns a transition that runs together with another one. Both start at the same time and keep their durations.
  public func combined(with other: Transition) -> Transition {
    Transition(parts: parts + other.parts)
  }

  /// The duration of the longest part.
  public var duration: MediaTime { parts.map(\.duration).max() ?? .zero }
}

extension Transition {
  /// Returns the wrappers for a view that appears from `start` on, outermost first. Their kinds are the same at every
  /// time, so that the tree keeps its structure.
  func wrappersEntering(from start: MediaTime, at time: MediaTime) -> [Wrapper] {
    parts.map { $0.wrapper(presence: $0.easing.value(at: $0.progress(from: start, at: time))) }
  }

  /// Returns the wrappers for a view that has disappeared at `end`.
  func wrappersLeaving(until end: MediaTime, at time: MediaTime) -> [Wrapper] {
    parts.map { $0.wrapper(presence: 1 - $0.easing.value(at: $0.progress(from: end - $0.duration, at: time))) }
  }
}

extension Transition.Part {
  /// Returns the share of the duration that has passed.
  fileprivate func progress(from start: MediaTime, at time: MediaTime) -> Double {
    if time >= start + duration { return 1 }
    return time <= start ? 0 : (time - start).seconds / duration.seconds
  }

  /// Returns the wrapper for a view that is present to a degree: 0 is absent, and 1 is fully present.
  fileprivate func wrapper(presence: Double) -> Wrapper {
    let absence = 1 - presence
    switch kind {
    case .opacity:
      return .effect(.opacity((presence.limited(to: 0...1) * 255).rounded() / 255))
    case .slide(let edge, let distance):
      let out = edge.outward
      return .offset(
        OffsetWrapper(
          distance: Point(x: out.x * absence * distance, y: out.y * absence * distance),
          distanceBySize: Point(x: out.x * absence, y: out.y * absence), isMoving: true))
    case .wipe(let edge):
      return .effect(.wipe(from: edge, fraction: presence.limited(to: 0...1)))
    case .scale(let factor, let anchor):
      let scale = factor.interpolated(to: 1, fraction: presence)
      return .effect(.transform(.scale(x: scale, y: scale), anchor: anchor))
    }
  }
}

/// The time during which a view is visible, and its transitions.
struct Appearance: Sendable {
  /// The first time at which the view is visible.
  private let start: MediaTime
  /// The first time after that at which it is not.
  private let end: MediaTime
  private let entering: Transition
  private let leaving: Transition

  /// Creates an appearance. A start or an end that is not known never comes.
  init(start: MediaTime, end: MediaTime, entering: Transition, leaving: Transition) {
    self.start = start.isNumeric || start == .negativeInfinity ? start : .positiveInfinity
    self.end = end.isNumeric || end == .negativeInfinity ? end : .positiveInfinity
    self.entering = entering
    self.leaving = leaving
  }

  /// Returns the wrappers around the view, outermost first.
  func wrappers(at time: MediaTime) -> [Wrapper] {
    entering.wrappersEntering(from: start, at: time) + leaving.wrappersLeaving(until: end, at: time)
  }

  /// Returns whether the view is visible, and when that or its wrappers change next.
  func state(at time: RenderTime) -> (isVisible: Bool, nextChange: MediaTime) {
    let now = time.presentation
    if now < start { return (false, start) }
    guard now < end else { return (false, .positiveInfinity) }
    let held = time.animationTime
    let unchangedUntil = held < start + entering.duration ? held : max(end - leaving.duration, held)
    guard unchangedUntil < end else { return (true, end) }
    return (true, min(time.nextChange(unchangedUntil: unchangedUntil) { wrappers(at: $0) }, end))
  }
}
