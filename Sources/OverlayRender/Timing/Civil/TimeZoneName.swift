import Foundation

/// Time zones by the names that people give them.
public enum TimeZoneName {
  /// The zone of a name, which is one of these.
  ///
  /// - An IANA name (`Europe/Berlin`, in any case), `local`, or an abbreviation that Foundation knows (`CET`).
  /// - `UTC`, or an offset from it: `GMT+2`, `UTC-03:30`, `+05:45` (positive is *east*).
  /// - The path of a zone file (`/usr/share/zoneinfo/Asia/Tokyo`), or a POSIX rule (`CET-1CEST,M3.5.0,M10.5.0/3`).
  /// - What the environment variable `TZ` takes, after a colon (`:Europe/Berlin`).
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
    // What has commas or brackets was meant for a rule.
    guard !name.contains(where: { ",<>".contains($0) }) else { throw UnknownNameError(kind: .timeZone, name: name) }
    let names = NearNames(
      candidates: TimeZone.knownTimeZoneIdentifiers, separator: "/", includesFarNames: true)
    throw UnknownNameError(kind: .timeZone, name: name, nearNames: names.near(name))
  }

  /// The zone for a value of the environment variable `TZ` (tzset(3)): a path, a name in the folder of zone files, or a rule,
  /// with a colon before it or without; nothing is UTC.
  static func timeZone(ofVariable value: String) throws(UnknownNameError) -> any CivilTimeZone {
    let name = value.hasPrefix(":") ? String(value.dropFirst()) : value
    if name.isEmpty { return utc }
    let path = name.hasPrefix("/") ? name : "\(ZoneInfoFolder.path)/\(name)"
    let failure: TimeZoneFileError
    do throws(TimeZoneFileError) {
      let file = try TimeZoneFile(path: path, identifier: name)
      // Of a rule such as GMT+2 Foundation makes an offset the other way round; so only names that are files come to it.
      return foundationZone(exactly: name) ?? file
    } catch {
      failure = error
    }
    if TimeZone.knownTimeZoneIdentifiers.contains(name), let zone = foundationZone(exactly: name) { return zone }
    if let rule = PosixTimeZone(name) { return rule }
    let isMissingName = failure == .unreadable(.missing) && !name.hasPrefix("/")
    throw UnknownNameError(kind: .timeZone, name: value, reason: isMissingName ? nil : failure.description)
  }

  /// Coordinated Universal Time by that name: Foundation calls it GMT, and a system's file of that name may be replaced.
  static let utc: any CivilTimeZone = PosixTimeZone(
    identifier: "UTC0", standard: LocalTimeType(offset: 0, abbreviation: "UTC"), daylightSaving: nil)

  /// The zone that Foundation has under this very name, not under one that it takes for another or for an offset.
  static func foundationZone(exactly name: String) -> TimeZone? {
    guard isIdentifier(name), let zone = TimeZone(identifier: name), zone.identifier == name else { return nil }
    return zone
  }

  /// The zone that Foundation has for a name in any case, or for an abbreviation.
  private static func foundationZone(_ name: String) -> TimeZone? {
    guard isIdentifier(name) else { return nil }
    if let zone = TimeZone(identifier: name) { return zone }
    let folded = name.lowercased()
    let identifier =
      TimeZone.abbreviationDictionary[name.uppercased()]
      ?? TimeZone.knownTimeZoneIdentifiers.first { $0.lowercased() == folded }
    return identifier.flatMap(TimeZone.init(identifier:))
  }

  /// What IANA names are made of; Foundation must not see dots, which could lead out of the zone folder.
  private static func isIdentifier(_ name: String) -> Bool {
    !name.isEmpty && name.utf8.count <= 64
      && name.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "/_+-".contains($0)) }
      && name.first?.isLetter == true
  }

  /// Whether a name is an offset from UTC and nothing else, well formed or not: in a rule it would be the other way round.
  private static func isOffset(_ name: String) -> Bool {
    let offset = name.hasPrefix("utc") || name.hasPrefix("gmt") ? name.dropFirst(3) : name[...]
    return offset.hasPrefix("+") || offset.hasPrefix("-")
  }

  /// Seconds east of UTC of `gmt+2`, `utc-03:30`, `+05:45`; nil when the name is none of these or beyond 14 hours.
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
