import Foundation

/// Time zones by the names that people give them.
public enum TimeZoneName {
  /// The zone of a name: an IANA name (`Europe/Berlin`, in any case), `local`, `UTC`, an offset from it (`GMT+2`,
  /// `UTC-03:30`, `+05:45`), or an abbreviation that Foundation knows (`CET`).
  public static func timeZone(named name: String) throws(UnknownNameError) -> TimeZone {
    let folded = name.lowercased()
    if folded == "local" { return .current }
    if ["utc", "gmt", "z"].contains(folded) { return .gmt }
    if let offset = fixedOffset(folded) {
      if let zone = TimeZone(secondsFromGMT: offset) { return zone }
    } else if isIdentifier(name) {
      if let zone = TimeZone(identifier: name) { return zone }
      let identifier =
        TimeZone.abbreviationDictionary[name.uppercased()]
        ?? TimeZone.knownTimeZoneIdentifiers.first { $0.lowercased() == folded }
      if let zone = identifier.flatMap(TimeZone.init(identifier:)) { return zone }
    }
    let names = NearNames(
      candidates: TimeZone.knownTimeZoneIdentifiers, separator: "/", includesFarNames: true)
    throw UnknownNameError(kind: .timeZone, name: name, nearNames: names.near(name))
  }

  /// What IANA names are made of; Foundation must not see dots, which could lead out of the zone folder.
  private static func isIdentifier(_ name: String) -> Bool {
    !name.isEmpty && name.utf8.count <= 64
      && name.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "/_+-".contains($0)) }
      && name.first?.isLetter == true
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
