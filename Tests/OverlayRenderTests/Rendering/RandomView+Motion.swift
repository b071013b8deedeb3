import TestTools

@testable import OverlayRender

extension RandomView {
  /// Adds a moving view.
  func resolveMotion(into builder: inout SceneBuilder) {
    switch self {
    case .visible(let view, let range, let entering, let leaving):
      view.visible(during: range, entering: entering, leaving: leaving).resolve(into: &builder)
    case .transition(let view, let transition, let since):
      view.transition(transition, since: since).resolve(into: &builder)
    case .replacing(let new, let old, let transition, let since):
      ReplacingView(since: since, transition: transition) {
        new
      } old: {
        old
      }.resolve(into: &builder)
    case .ticker(let views, let speed, let direction, let gap, let repeats, let since):
      Ticker(speed: speed, direction: direction, gap: gap, repeats: repeats, since: since) {
        for view in views { view }
      }.resolve(into: &builder)
    case .fadingKeyframes(let view, let keyframes):
      KeyframeView(keyframes) { view.opacity($0) }.resolve(into: &builder)
    case .movingKeyframes(let view, let keyframes):
      KeyframeView(keyframes) { view.movingOffset(x: $0.x, y: $0.y) }.resolve(into: &builder)
    case .colorKeyframes(let view, let keyframes):
      KeyframeView(keyframes) { view.background($0) }.resolve(into: &builder)
    case .widthKeyframes(let view, let keyframes):
      KeyframeView(keyframes) { view.frame(width: Double($0)) }.resolve(into: &builder)
    default: break
    }
  }

  /// A moving view that contains others.
  static func inMotion(_ first: RandomView, _ second: RandomView, _ generator: inout SeededGenerator) -> RandomView {
    switch Int.random(in: 0..<10, using: &generator) {
    case 0, 1:
      return .visible(
        first,
        MediaTimeRange(start: time(&generator), duration: generator.chance(4) ? .positiveInfinity : time(&generator)),
        transition(&generator), transition(&generator))
    case 2: return .transition(first, transition(&generator), time(&generator))
    case 3: return .replacing(first, second, transition(&generator), time(&generator))
    case 4, 5, 6:
      return .ticker(
        generator.chance(2) ? [first] : [first, second],
        generator.pick([0, -3, .nan, 0.01, 7, 60, 313.7, 1e9]), generator.pick(TickerDirection.allCases),
        generator.pick([0, 0.3, 12, 500]), !generator.chance(3), generator.chance(2) ? nil : time(&generator))
    case 7: return .fadingKeyframes(first, keyframes(&generator) { .random(in: -0.1...1.1, using: &$0) })
    case 8:
      return .movingKeyframes(
        first,
        keyframes(&generator) {
          Point(x: .random(in: -30...30, using: &$0), y: .random(in: -30...30, using: &$0))
        })
    default:
      return generator.chance(2)
        ? .colorKeyframes(first, keyframes(&generator) { color(&$0) })
        : .widthKeyframes(first, keyframes(&generator) { .random(in: 0...100, using: &$0) })
    }
  }

  static func transition(_ generator: inout SeededGenerator) -> Transition {
    let duration = time(&generator)
    let easing = easing(&generator)
    let edge = generator.pick(Edge.allCases)
    let first: Transition =
      switch Int.random(in: 0..<5, using: &generator) {
      case 0: .opacity(duration: duration, easing: easing)
      case 1: .slide(from: edge, distance: generator.pick([0, 13.3]), duration: duration, easing: easing)
      case 2: .wipe(from: edge, duration: duration, easing: easing)
      case 3:
        .scale(generator.pick([0, 0.5, -1, 3]), anchor: generator.pick([.center, .topLeading]), duration: duration)
      default: .identity
      }
    return generator.chance(3) ? first.combined(with: transition(&generator)) : first
  }

  static func easing(_ generator: inout SeededGenerator) -> Easing {
    generator.pick([.linear, .easeIn, .easeOut, .easeInOut, .hold, .backInOut, .steps(3)])
  }

  /// 0 to 3 seconds, mostly between frames.
  private static func time(_ generator: inout SeededGenerator) -> MediaTime {
    .milliseconds(Int64.random(in: 0...3000, using: &generator))
  }

  private static func keyframes<Value>(
    _ generator: inout SeededGenerator, _ value: (inout SeededGenerator) -> Value
  ) -> Keyframes<Value> {
    let start = value(&generator)
    let keyframes = (0..<Int.random(in: 0...3, using: &generator)).map { _ in
      Keyframe(
        generator.chance(4) ? start : value(&generator), at: time(&generator), easing: easing(&generator))
    }
    return Keyframes(from: start, keyframes, repeats: generator.pick([.never, .forever, .reversing]))
  }
}
