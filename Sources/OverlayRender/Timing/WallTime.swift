import Foundation

/// A moment of civil time: nanoseconds since 1970-01-01T00:00:00Z, from the year 1678 to 2262.
///
/// Unlike `MediaTime` it follows the system's clock, which can be stepped; unlike `Date` it is exact.
public struct WallTime: Sendable, Hashable, Comparable {
  /// Nanoseconds since 1970-01-01T00:00:00Z without leap seconds, negative before it.
  public let nanosecondsSince1970: Int64

  /// The moment that many nanoseconds after 1970-01-01T00:00:00Z.
  public init(nanosecondsSince1970: Int64) {
    self.nanosecondsSince1970 = nanosecondsSince1970
  }

  /// The moment of a date, to the nearest nanosecond; a date outside the years 1678...2262 becomes the nearest moment.
  public init(_ date: Date) {
    // The whole seconds apart from their fraction: together as nanoseconds they need more bits than a double has.
    let seconds = date.timeIntervalSinceReferenceDate
    let whole = seconds.rounded(.down)
    guard let wholeSeconds = Int64(exactly: whole) else {
      self.init(nanosecondsSince1970: seconds < 0 ? .min : .max)
      return
    }
    let fraction = Int128(((seconds - whole) * 1e9).rounded())
    let sinceReference = Int128(wholeSeconds) * 1_000_000_000 + fraction
    self.init(nanosecondsSince1970: Int64(clamping: sinceReference + Self.referenceDate))
  }

  /// The moment as a date, which is exact to about a tenth of a microsecond.
  public var date: Date {
    let sinceReference = Int128(nanosecondsSince1970) - Self.referenceDate
    let (seconds, nanoseconds) = sinceReference.quotientAndRemainder(dividingBy: 1_000_000_000)
    return Date(timeIntervalSinceReferenceDate: Double(seconds) + Double(nanoseconds) / 1e9)
  }

  /// The moment that many nanoseconds later, or the nearest one there is.
  public func advanced(byNanoseconds nanoseconds: Int64) -> WallTime {
    WallTime(nanosecondsSince1970: Int64(clamping: Int128(nanosecondsSince1970) + Int128(nanoseconds)))
  }

  /// The nanoseconds from `right` to `left`, or the nearest `Int64`.
  public static func - (left: WallTime, right: WallTime) -> Int64 {
    Int64(clamping: Int128(left.nanosecondsSince1970) - Int128(right.nanosecondsSince1970))
  }

  /// Whether the left moment is before the right one.
  public static func < (left: WallTime, right: WallTime) -> Bool {
    left.nanosecondsSince1970 < right.nanosecondsSince1970
  }

  /// 2001-01-01T00:00:00Z, where Foundation's dates count from.
  private static let referenceDate = Int128(Date.timeIntervalBetween1970AndReferenceDate) * 1_000_000_000
}
