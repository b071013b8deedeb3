import Foundation
import Synchronization

/// Writes a zone's name as letters of LDML want it, in words of the locale.
///
/// Zones of Foundation have names. Others have their abbreviation for `z`, and for everything else what LDML has for a zone
/// without names: the offset (`GMT+2`, `GMT+02:00`).
struct ZoneNameFormatter: Sendable {
  private let letters: String
  private let timeZone: any CivilTimeZone
  private let locale: Locale
  /// For the names of a zone of Foundation.
  private let formatter: DateFormatter?

  init(letters: String, timeZone: any CivilTimeZone, locale: Locale) {
    self.letters = letters
    self.timeZone = timeZone
    self.locale = locale
    formatter = (timeZone as? TimeZone).map { DateFormatter(gregorianIn: locale, timeZone: $0, ldml: letters) }
  }

  func text(atSecond second: Int64) -> String {
    let offset = timeZone.offset(atSecond: second)
    let date = Date(second: second)
    // Foundation's data may be older than the system's: its name would then be that of another time.
    if let formatter, let zone = formatter.timeZone, Int64(zone.secondsFromGMT(for: date)) == offset {
      return formatter.string(from: date)
    }
    if formatter == nil, letters.hasPrefix("z"), letters.count < 4 {
      return timeZone.abbreviation(atSecond: second)
    }
    return LocalizedOffsets.text(letters: letters, offset: offset, locale: locale)
  }
}

/// Texts of zones that are nothing but an offset.
private enum LocalizedOffsets {
  private struct Key: Hashable {
    let letters: String
    let offset: Int64
    let locale: Locale
  }

  private static let made = Mutex<[Key: String]>([:])

  static func text(letters: String, offset: Int64, locale: Locale) -> String {
    let key = Key(letters: letters, offset: offset, locale: locale)
    if let known = made.withLock({ $0[key] }) { return known }
    // Foundation knows offsets up to 18 hours.
    let text =
      TimeZone(secondsFromGMT: Int(offset)).map { zone in
        DateFormatter(gregorianIn: locale, timeZone: zone, ldml: letters).string(from: Date(second: 0))
      } ?? "GMT" + OffsetStyle(separator: ":").text(ofOffset: offset)
    made.withLock { made in
      // A zone has a handful of offsets; should a program make ever new zones, memory stays bounded.
      if made.count >= 256 { made.removeAll() }
      made[key] = text
    }
    return text
  }
}
