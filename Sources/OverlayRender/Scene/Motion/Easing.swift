/// The progress of an animation as a function of time: exactly 0 at 0, and exactly 1 at 1.
///
///     Transition.slide(from: .leading, duration: .milliseconds(400), easing: .easeOut)
public struct Easing: Sendable, Hashable {
  private enum Curve: Sendable, Hashable {
    case linear
    case cubicBezier(x1: Double, y1: Double, x2: Double, y2: Double)
    case steps(Int)
    case hold
  }

  private let curve: Curve

  /// A constant speed.
  public static let linear = Easing(curve: .linear)
  /// A fast start and a slow end: `ease` in CSS.
  public static let ease = cubicBezier(0.25, 0.1, 0.25, 1)
  /// A slow start.
  public static let easeIn = cubicBezier(0.42, 0, 1, 1)
  /// A slow end.
  public static let easeOut = cubicBezier(0, 0, 0.58, 1)
  /// A slow start and a slow end.
  public static let easeInOut = cubicBezier(0.42, 0, 0.58, 1)
  /// A short movement backward at the start.
  public static let backIn = cubicBezier(0.36, 0, 0.66, -0.56)
  /// A short movement beyond the end.
  public static let backOut = cubicBezier(0.34, 1.56, 0.64, 1)
  /// A short movement backward at the start, and one beyond the end.
  public static let backInOut = cubicBezier(0.68, -0.6, 0.32, 1.6)
  /// No change until the end.
  public static let hold = Easing(curve: .hold)

  /// Returns a curve from (0, 0) to (1, 1) with two control points (CSS Easing Functions Level 1, section 2.2).
  ///
  /// The x-coordinates are limited to 0...1 and the y-coordinates to ±1000. `NaN` becomes 0. A y-coordinate outside of
  /// 0...1 makes the animation go backward or beyond its end.
  public static func cubicBezier(_ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double) -> Easing {
    Easing(
      curve: .cubicBezier(
        x1: x1.limited(to: 0...1), y1: y1.limited(to: -1000...1000), x2: x2.limited(to: 0...1),
        y2: y2.limited(to: -1000...1000)))
  }

  /// Returns an easing of equal steps, each at the end of its share of the time. The least count is 1.
  public static func steps(_ count: Int) -> Easing {
    Easing(curve: .steps(max(count, 1)))
  }

  /// Returns the progress at a share of the time. It is 0 before 0 and for `NaN`, and 1 after 1.
  public func value(at progress: Double) -> Double {
    guard progress > 0 else { return 0 }
    guard progress < 1 else { return 1 }
    switch curve {
    case .linear:
      return progress
    case .cubicBezier(let x1, let y1, let x2, let y2):
      return Bezier(y1, y2).value(at: Bezier(x1, x2).parameter(of: progress))
    case .steps(let count):
      return (progress * Double(count)).rounded(.down) / Double(count)
    case .hold:
      return 0
    }
  }

  /// Whether the value stays the same until the end.
  var isHold: Bool { curve == .hold }
}

/// One coordinate of a cubic Bézier curve from 0 to 1, as a polynomial.
private struct Bezier {
  private let cubic: Double
  private let square: Double
  private let linear: Double

  init(_ first: Double, _ second: Double) {
    linear = 3 * first
    square = 3 * (second - first) - linear
    cubic = 1 - linear - square
  }

  func value(at parameter: Double) -> Double {
    ((cubic * parameter + square) * parameter + linear) * parameter
  }

  private func slope(at parameter: Double) -> Double {
    (3 * cubic * parameter + 2 * square) * parameter + linear
  }

  /// Returns the parameter at which the coordinate, which never decreases, is `value`. Uses Newton's method, and
  /// bisection where that fails.
  func parameter(of value: Double) -> Double {
    var (low, high) = (0.0, 1.0)
    var parameter = value
    for _ in 0..<64 {
      let error = self.value(at: parameter) - value
      guard abs(error) > 1e-12 else { break }
      if error > 0 { high = parameter } else { low = parameter }
      let step = parameter - error / slope(at: parameter)
      // If the slope is zero, `step` is not finite and fails both comparisons.
      parameter = low < step && step < high ? step : (low + high) / 2
    }
    return parameter
  }
}
