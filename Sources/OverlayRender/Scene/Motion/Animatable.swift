/// A view or shape whose appearance follows numbers that can be animated.
///
///     struct Pie: Shape {
///       var animatableData: Double
///
///       func path(in rect: Rect) -> Path { … }
///     }
///
///     Pie(animatableData: 0).keyframes(Keyframes(from: 0, [Keyframe(1, at: .seconds(2), easing: .easeOut)]))
///
/// In SwiftUI, a change of state animates the numbers. Here they follow declared times; see
/// ``View/keyframes(_:since:)``. Every ``Shape`` can be animated.
public protocol Animatable {
  /// The type of the numbers. Several numbers are an ``AnimatablePair``.
  associatedtype AnimatableData: Interpolatable = EmptyAnimatableData

  /// The numbers.
  var animatableData: AnimatableData { get set }
}

/// The data of a shape that has nothing to animate.
public struct EmptyAnimatableData: Interpolatable {
  /// Creates the only value.
  public init() {}

  /// Returns the only value.
  public func interpolated(to end: EmptyAnimatableData, fraction: Double) -> EmptyAnimatableData { end }
}

extension Animatable where AnimatableData == EmptyAnimatableData {
  /// Nothing to animate.
  public var animatableData: EmptyAnimatableData {
    get { EmptyAnimatableData() }
    set {}
  }
}

/// Two values that are animated together. The second one may be a pair again.
public struct AnimatablePair<First: Interpolatable, Second: Interpolatable>: Interpolatable {
  /// The first value.
  public var first: First
  /// The second value.
  public var second: Second

  /// Creates a pair.
  public init(_ first: First, _ second: Second) {
    self.first = first
    self.second = second
  }

  /// Returns the pair of interpolated values.
  public func interpolated(to end: AnimatablePair, fraction: Double) -> AnimatablePair {
    AnimatablePair(
      first.interpolated(to: end.first, fraction: fraction), second.interpolated(to: end.second, fraction: fraction))
  }
}
