import FoundationEssentials
import FoundationInternationalization

/// Finds time zones by name.
public enum TimeZoneName {
  /// Returns the time zone with a name of one of these forms.
  ///
  /// - An IANA name (`Europe/Berlin`, in upper or lower case), `local`, or an abbreviation that Foundation knows
  ///   (`CET`).
  /// - `UTC`, or an offset from it: `GMT+2`, `UTC-03:30`, `+05:45` (positive is *east*).
  /// - The path of a zone file (`/usr/share/zoneinfo/Asia/Tokyo`), or a POSIX rule (`CET-1CEST,M3.5.0,M10.5.0/3`).
  /// - A colon and a value of the environment variable `TZ` (`:Europe/Berlin`).
  ///
  /// - Throws: `UnknownNameError` if no time zone has the name.
  public static func timeZone(named name: String) throws(UnknownNameError) -> any CivilTimeZone {
    let folded = name.lowercased()
    if folded == "local" { return SystemTimeZone.current.timeZone }
    if ["utc", "z"].contains(folded) { return utc }
    if folded == "gmt" { return .gmt }
    if name.hasPrefix(":") || name.hasPrefix("/") { return try timeZone(ofVariable: name) }
    if isOffset(folded) {
      if let offset = fixedOffset(folded), let zone = TimeZone(secondsFromGMT: offset) { return zone }
    } else if let zone = foundationZone(name) {
      return zone
    } else if isIdentifier(name), let zone = ZoneInfoFolder.zone(named: name) {
      return zone
    } else if let rule = PosixTimeZone(name) {
      return rule
    }
    // A text with commas or angle brackets is a malformed rule, so similar names do not help.
    guard !name.contains(where: { ",<>".contains($0) }) else { throw UnknownNameError(kind: .timeZone, name: name) }
    let names = NearNames(
      candidates: TimeZone.knownTimeZoneIdentifiers, separator: "/", includesFarNames: true)
    throw UnknownNameError(kind: .timeZone, name: name, nearNames: names.near(name))
  }

  /// Returns the zone for a value of the environment variable `TZ` (tzset(3)): a path, a name in the folder of zone
  /// files, or a rule, each with or without a colon before it. An empty value means UTC.
  package static func timeZone(ofVariable value: String) throws(UnknownNameError) -> any CivilTimeZone {
    let name = value.hasPrefix(":") ? String(value.dropFirst()) : value
    if name.isEmpty { return utc }
    let path = name.hasPrefix("/") ? name : "\(ZoneInfoFolder.path)/\(name)"
    let failure: TimeZoneFileError
    do throws(TimeZoneFileError) {
      let file = try TimeZoneFile(path: path, identifier: name)
      // Foundation reads a rule such as GMT+2 as an offset in the opposite direction, so it only gets names of files.
      return foundationZone(exactly: name) ?? file
    } catch {
      failure = error
    }
    if TimeZone.knownTimeZoneIdentifiers.contains(name), let zone = foundationZone(exactly: name) { return zone }
    if let rule = PosixTimeZone(name) { return rule }
    let isMissingName = failure == .unreadable(.missing) && !name.hasPrefix("/")
    throw UnknownNameError(kind: .timeZone, name: value, reason: isMissingName ? nil : failure.description)
  }

  /// Coordinated Universal Time with the name UTC: Foundation calls it GMT, and a system's zone file could be replaced.
  package static let utc: any CivilTimeZone = PosixTimeZone(
    identifier: "UTC0", standard: LocalTimeType(offset: 0, abbreviation: "UTC"), daylightSaving: nil)

  /// Returns Foundation's zone with exactly this name, not one that Foundation finds through an alias or an offset.
  static func foundationZone(exactly name: String) -> TimeZone? {
    guard isIdentifier(name), let zone = TimeZone(identifier: name), zone.identifier == name else { return nil }
    return zone
  }

  /// Returns Foundation's zone with a name in upper or lower case, or with an abbreviation.
  private static func foundationZone(_ name: String) -> TimeZone? {
    guard isIdentifier(name) else { return nil }
    if let zone = TimeZone(identifier: name) { return zone }
    let folded = name.lowercased()
    let identifier =
      TimeZone.abbreviationDictionary[name.uppercased()]
      ?? TimeZone.knownTimeZoneIdentifiers.first { $0.lowercased() == folded }
    return identifier.flatMap(TimeZone.init(identifier:))
  }

  /// Whether a name has only the characters of IANA names. A dot is not allowed: it could lead out of the folder of
  /// zone files.
  private static func isIdentifier(_ name: String) -> Bool {
    !name.isEmpty && name.utf8.count <= 64
      && name.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "/_+-".contains($0)) }
      && name.first?.isLetter == true
  }

  /// Whether a name looks like an offset from UTC, well formed or not. As a POSIX rule it would have the opposite sign.
  private static func isOffset(_ name: String) -> Bool {
    let offset = name.hasPrefix("utc") || name.hasPrefix("gmt") ? name.dropFirst(3) : name[...]
    return offset.hasPrefix("+") || offset.hasPrefix("-")
  }

  /// Returns the seconds east of UTC of `gmt+2`, `utc-03:30` or `+05:45`. Returns nil for other names and offsets over
  /// 14 hours.
  private static func fixedOffset(_ name: String) -> Int? {
    let offset = name.hasPrefix("utc") || name.hasPrefix("gmt") ? String(name.dropFirst(3)) : name
    var scanner = ByteScanner(offset)
    let isWest = scanner.skip("-")
    guard isWest || scanner.skip("+"), let hours = scanner.number(digitCount: 1...2) else { return nil }
    var minutes: Int64 = 0
    if scanner.skip(":") {
      guard let value = scanner.number(digitCount: 2...2) else { return nil }
      minutes = value
    }
    let seconds = Int(hours * 3_600 + minutes * 60)
    guard scanner.isAtEnd, minutes < 60, seconds <= 14 * 3_600 else { return nil }
    return isWest ? -seconds : seconds
  }
}
