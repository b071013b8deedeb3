import Foundation

/// Local time is counted in seconds as if the zone's civil clock were UTC: local = UTC + offset.
extension TimeZone {
  /// Seconds east of UTC at a moment, daylight saving included.
  func offset(atSecond second: Int64) -> Int64 {
    Int64(secondsFromGMT(for: Date(timeIntervalSince1970: Double(second))))
  }

  /// The local day at a moment, counted from 1970-01-01.
  func day(atSecond second: Int64) -> Int64 {
    (second + offset(atSecond: second)).flooredQuotient(by: CivilDate.secondsPerDay)
  }

  /// The first second after `second` at which the offset or the daylight saving changes.
  func nextTransition(afterSecond second: Int64) -> Int64? {
    nextDaylightSavingTimeTransition(after: Date(timeIntervalSince1970: Double(second)))
      .map { Int64($0.timeIntervalSince1970.rounded(.up)) }
  }

  /// The moments at which the civil clock shows `local`, earliest first: never none, two where an hour comes twice.
  ///
  /// A time that the clock leaps over is moved on by the length of the gap (02:30 becomes 03:30), as RFC 5545 says.
  func seconds(ofLocal local: Int64) -> [Int64] {
    // A day to either side is beyond every offset and, save in theory, has no second transition in it.
    let before = offset(atSecond: local - CivilDate.secondsPerDay)
    let after = offset(atSecond: local + CivilDate.secondsPerDay)
    let moments = Set([local - before, local - after]).filter { $0 + offset(atSecond: $0) == local }
    return moments.isEmpty ? [local - before] : moments.sorted()
  }
}
