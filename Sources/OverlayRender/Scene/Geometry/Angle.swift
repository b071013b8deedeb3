/// An angle, positive clockwise: y grows downwards.
///
///     Text("LIVE").rotationEffect(.degrees(-8))
public struct Angle: Sendable, Hashable, Comparable {
  /// The angle in degrees, 360 to a full turn. Kept as given, so that quarter turns stay exact.
  public var degrees: Double

  /// Makes an angle from degrees.
  public init(degrees: Double) {
    self.degrees = degrees
  }

  /// Makes an angle from radians.
  public init(radians: Double) {
    degrees = radians * 180 / .pi
  }

  /// The angle in radians, 2π to a full turn.
  public var radians: Double {
    get { degrees * .pi / 180 }
    set { degrees = newValue * 180 / .pi }
  }

  /// No turn.
  public static let zero = Angle(degrees: 0)

  /// An angle in degrees.
  public static func degrees(_ degrees: Double) -> Angle {
    Angle(degrees: degrees)
  }

  /// An angle in radians.
  public static func radians(_ radians: Double) -> Angle {
    Angle(radians: radians)
  }

  /// Whether the left angle is the smaller one.
  public static func < (left: Angle, right: Angle) -> Bool {
    left.degrees < right.degrees
  }
}
