import Foundation
import Synchronization

/// Formats a zone's name in the locale's language, in the form that LDML letters select.
///
/// Foundation's zones have names. For other zones, `z` gives the abbreviation, and all other letters give what LDML
/// specifies for a zone without names: the offset (`GMT+2`, `GMT+02:00`).
struct ZoneNameFormatter: Sendable {
  private let letters: String
  private let timeZone: any CivilTimeZone
  private let locale: Locale
  /// Formats the names of a Foundation zone.
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
    // Foundation's data may be older than the system's: then its name would be the name of a different offset.
    if let formatter, let zone = formatter.timeZone, Int64(zone.secondsFromGMT(for: date)) == offset {
      return formatter.string(from: date)
    }
    if formatter == nil, letters.hasPrefix("z"), letters.count < 4 {
      return timeZone.abbreviation(atSecond: second)
    }
    return LocalizedOffsets.text(letters: letters, offset: offset, locale: locale)
  }
}

/// The texts of zones that consist of an offset only.
private enum LocalizedOffsets {
  private struct Key: Hashable {
    let letters: String
    let offset: Int64
    let locale: Locale
  }

  private static let texts = Mutex<[Key: String]>([:])

  static func text(letters: String, offset: Int64, locale: Locale) -> String {
    let key = Key(letters: letters, offset: offset, locale: locale)
    if let known = texts.withLock({ $0[key] }) { return known }
    // Foundation supports offsets up to 18 hours.
    let text =
      TimeZone(secondsFromGMT: Int(offset)).map { zone in
        DateFormatter(gregorianIn: locale, timeZone: zone, ldml: letters).string(from: Date(second: 0))
      } ?? "GMT" + OffsetStyle(separator: ":").text(ofOffset: offset)
    texts.withLock { texts in
      // A zone has few offsets. The limit bounds memory if a program creates ever new zones.
      if texts.count >= 256 { texts.removeAll() }
      texts[key] = text
    }
    return text
  }
}
