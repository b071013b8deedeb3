import FoundationEssentials
import FoundationInternationalization
import Synchronization

/// Formats a zone's name in the locale's language, in the form that LDML letters select.
///
/// Foundation's zones have names. For other zones, `z` gives the abbreviation, and all other letters give what LDML
/// specifies for a zone without names: the offset (`GMT+2`, `GMT+02:00`).
struct ZoneNameFormatter: Sendable {
  private let form: ZoneNameForm
  private let timeZone: any CivilTimeZone
  private let locale: Locale
  /// Formats the names of a Foundation zone.
  private let style: Date.VerbatimFormatStyle?

  init(form: ZoneNameForm, timeZone: any CivilTimeZone, locale: Locale) {
    self.form = form
    self.timeZone = timeZone
    self.locale = locale
    style = (timeZone as? TimeZone).map { Date.VerbatimFormatStyle(form.format, timeZone: $0, locale: locale) }
  }

  func text(atSecond second: Int64) -> String {
    guard form.hasText else { return "" }
    let offset = timeZone.offset(atSecond: second)
    let date = Date(second: second)
    // Foundation's data may be older than the system's: then its name would be the name of a different offset.
    if let style, Int64(style.timeZone.secondsFromGMT(for: date)) == offset { return style.format(date) }
    if style == nil, form.letter == "z", form.count < 4 { return timeZone.abbreviation(atSecond: second) }
    return LocalizedOffsets.text(form: form, offset: offset, locale: locale)
  }
}

/// A form of a zone's name: a run of one of the LDML letters `z`, `v`, `V`, `O` and `Z`.
struct ZoneNameForm: Sendable, Hashable {
  let letter: Character
  let count: Int

  /// Whether LDML specifies a text for the run.
  var hasText: Bool {
    switch letter {
    case "v", "O": count == 1 || count == 4
    case "V": count <= 4
    default: true
    }
  }

  var format: Date.FormatString { Date.FormatString(letter: letter, count: count) }
}

/// The texts of zones that consist of an offset only.
private enum LocalizedOffsets {
  private struct Key: Hashable {
    let form: ZoneNameForm
    let offset: Int64
    let locale: Locale
  }

  private static let texts = Mutex<[Key: String]>([:])

  static func text(form: ZoneNameForm, offset: Int64, locale: Locale) -> String {
    let key = Key(form: form, offset: offset, locale: locale)
    if let known = texts.withLock({ $0[key] }) { return known }
    // Foundation supports offsets up to 18 hours.
    let text =
      TimeZone(secondsFromGMT: Int(offset)).map { zone in
        Date.VerbatimFormatStyle(form.format, timeZone: zone, locale: locale).format(Date(second: 0))
      } ?? "GMT" + OffsetStyle(separator: ":").text(ofOffset: offset)
    texts.withLock { texts in
      // A zone has few offsets. The limit bounds memory if a program creates ever new zones.
      if texts.count >= 256 { texts.removeAll() }
      texts[key] = text
    }
    return text
  }
}
