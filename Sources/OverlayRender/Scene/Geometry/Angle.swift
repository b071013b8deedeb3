/// An angle. Positive angles are clockwise because y grows downward.
///
///     Text("LIVE").rotationEffect(.degrees(-8))
public struct Angle: Sendable, Hashable, Comparable {
  /// The angle in degrees. It is stored as given, so that quarter turns stay exact.
  public var degrees: Double

  /// Creates an angle from degrees.
  public init(degrees: Double) {
    self.degrees = degrees
  }

  /// Creates an angle from radians.
  public init(radians: Double) {
    degrees = radians * 180 / .pi
  }

  /// The angle in radians.
  public var radians: Double {
    get { degrees * .pi / 180 }
    set { degrees = newValue * 180 / .pi }
  }

  /// An angle of 0 degrees.
  public static let zero = Angle(degrees: 0)

  /// Returns an angle in degrees.
  public static func degrees(_ degrees: Double) -> Angle {
    Angle(degrees: degrees)
  }

  /// Returns an angle in radians.
  public static func radians(_ radians: Double) -> Angle {
    Angle(radians: radians)
  }

  /// Returns whether the first angle is smaller than the second.
  public static func < (left: Angle, right: Angle) -> Bool {
    left.degrees < right.degrees
  }
}
