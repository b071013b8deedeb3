import Foundation

/// A zone of Foundation has the civil time of the system's zone file of that name, as the C library has it.
///
/// Foundation brings data of its own, which grow old with the program, and does not see a file that is mounted over one of the
/// system's. Its data serve where the system has no such file.
extension TimeZone: CivilTimeZone {
  /// Seconds east of UTC at a moment, daylight saving included.
  public func offset(atSecond second: Int64) -> Int64 {
    systemFile?.offset(atSecond: second) ?? Int64(secondsFromGMT(for: Date(second: second)))
  }

  /// The first moment after `second` at which the offset or the abbreviation changes; nil when neither changes again.
  public func nextTransition(afterSecond second: Int64) -> Int64? {
    if let systemFile { return systemFile.nextTransition(afterSecond: second) }
    return nextDaylightSavingTimeTransition(after: Date(second: second))
      .map { Int64($0.timeIntervalSince1970.rounded(.up)) }
  }

  /// The short name in force at a moment, such as `CET`.
  public func abbreviation(atSecond second: Int64) -> String {
    systemFile?.abbreviation(atSecond: second) ?? abbreviation(for: Date(second: second)) ?? identifier
  }

  private var systemFile: TimeZoneFile? { ZoneInfoFolder.zone(named: identifier) }
}

extension Date {
  /// The moment so many seconds after 1970-01-01T00:00:00Z.
  init(second: Int64) {
    self.init(timeIntervalSince1970: Double(second))
  }
}
