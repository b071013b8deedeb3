/// How a view comes and goes.
///
///     Text("GOAL").visible(during: range, entering: .slide(from: .leading).combined(with: .opacity()))
///
/// Any duration that is not a positive number means no transition.
///
/// A view that leaves by a transition goes the way on which it would have come. Layout takes no notice: from the first
/// moment to the last the view has its full size and place.
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

  /// There and gone at once.
  public static let identity = Transition(parts: [])

  /// How long a transition takes when nothing is said.
  public static let defaultDuration = MediaTime.milliseconds(300)

  /// Fades in, in steps of 1/255.
  ///
  /// - Parameters:
  ///   - duration: How long it takes.
  ///   - easing: The way through that time.
  public static func opacity(duration: MediaTime = defaultDuration, easing: Easing = .easeInOut) -> Transition {
    Transition(.opacity, duration, easing)
  }

  /// Comes from beyond an edge of its own frame, by its own size and `distance` pixels more (within ±1 000 000), in steps
  /// of an eighth of a pixel.
  public static func slide(
    from edge: Edge, distance: Double = 0, duration: MediaTime = defaultDuration, easing: Easing = .easeOut
  ) -> Transition {
    Transition(.slide(edge, distance: distance.limited(to: -1e6...1e6)), duration, easing)
  }

  /// Is uncovered from an edge of its frame on, in steps of an eighth of a pixel.
  public static func wipe(
    from edge: Edge, duration: MediaTime = defaultDuration, easing: Easing = .easeInOut
  ) -> Transition {
    Transition(.wipe(edge), duration, easing)
  }

  /// Grows, or shrinks, from `factor` times its size (within ±1000) about a point of it.
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

  /// Both at the same time, each for its own duration; what begins together.
  public func combined(with other: Transition) -> Transition {
    Transition(parts: parts + other.parts)
  }

  /// How long the longest of its parts takes.
  public var duration: MediaTime { parts.map(\.duration).max() ?? .zero }
}

extension Transition {
  /// What is done at `time` to a view that enters from `start` on, the outermost first. It is the same kinds of things at
  /// every time, so that the tree keeps its structure when the view has arrived.
  func wrappersEntering(from start: MediaTime, at time: MediaTime) -> [Wrapper] {
    parts.map { $0.wrapper(presence: $0.easing.value(at: $0.progress(from: start, at: time))) }
  }

  /// What is done at `time` to a view that will have left at `end`.
  func wrappersLeaving(until end: MediaTime, at time: MediaTime) -> [Wrapper] {
    parts.map { $0.wrapper(presence: 1 - $0.easing.value(at: $0.progress(from: end - $0.duration, at: time))) }
  }
}

extension Transition.Part {
  /// How much of the time has passed.
  fileprivate func progress(from start: MediaTime, at time: MediaTime) -> Double {
    if time >= start + duration { return 1 }
    return time <= start ? 0 : (time - start).seconds / duration.seconds
  }

  /// What is done to a view of which so much is there: 0 at the beginning, 1 at the end.
  fileprivate func wrapper(presence: Double) -> Wrapper {
    let absence = 1 - presence
    switch kind {
    case .opacity:
      return .effect(.opacity((presence.limited(to: 0...1) * 255).rounded() / 255))
    case .slide(let edge, let distance):
      let out = edge.outwards
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

/// A stretch of presentation time in which something is there, and how it comes and goes.
struct Appearance: Sendable {
  /// The first moment.
  private let start: MediaTime
  /// The first moment after it.
  private let end: MediaTime
  private let entering: Transition
  private let leaving: Transition

  /// A start that is not known never comes, and so does an end.
  init(start: MediaTime, end: MediaTime, entering: Transition, leaving: Transition) {
    self.start = start.isNumeric || start == .negativeInfinity ? start : .positiveInfinity
    self.end = end.isNumeric || end == .negativeInfinity ? end : .positiveInfinity
    self.entering = entering
    self.leaving = leaving
  }

  /// What is done to it, the outermost first.
  func wrappers(at time: MediaTime) -> [Wrapper] {
    entering.wrappersEntering(from: start, at: time) + leaving.wrappersLeaving(until: end, at: time)
  }

  /// Whether it is there, and when that or what is done to it changes next.
  func state(at time: RenderTime) -> (isThere: Bool, nextChange: MediaTime) {
    let now = time.presentation
    if now < start { return (false, start) }
    guard now < end else { return (false, .positiveInfinity) }
    let held = time.animationTime
    let unchangedUntil = held < start + entering.duration ? held : max(end - leaving.duration, held)
    guard unchangedUntil < end else { return (true, end) }
    return (true, min(time.nextChange(unchangedUntil: unchangedUntil) { wrappers(at: $0) }, end))
  }
}
