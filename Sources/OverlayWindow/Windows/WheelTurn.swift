/// How far a wheel is turned in a group of events, which may report it in two ways.
struct WheelTurn: Sendable {
  /// The parts of a notch in which wheels of high resolution report (`wl_pointer::axis_value120`).
  static let partsOfNotch: Int32 = 120
  /// The distance of a notch for touchpads, and for wheels that report only a distance, in points. It is what desktops
  /// use.
  private static let distanceOfNotch = 15.0

  private var distance = 0.0
  private var parts: Int64?

  /// Adds a distance in points, which is positive toward the user.
  mutating func addDistance(_ distance: Double) { self.distance += distance }

  /// Adds parts of a notch, which are positive toward the user. They say more than the distance.
  mutating func addParts(_ parts: Int32) { self.parts = (self.parts ?? 0) + Int64(parts) }

  /// The number of notches, which is negative toward the user.
  var notches: Double {
    parts.map { -Double($0) / Double(Self.partsOfNotch) } ?? -distance / Self.distanceOfNotch
  }
}
