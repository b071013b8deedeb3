import Foundation

/// The ten decimal digits of a locale: `0...9`, `٠...٩`, `०...९`.
package struct LocaleDigits: Sendable, Hashable {
  /// The ASCII digits 0 to 9.
  package static let latin = LocaleDigits(characters: Array("0123456789"))

  private let characters: [Character]

  private init(characters: [Character]) {
    self.characters = characters
  }

  /// Creates the digits of dates in a locale, or Latin digits if its numbers do not consist of ten digits (Roman
  /// numerals).
  package init(locale: Locale) {
    let formatter = DateFormatter(gregorianIn: locale, timeZone: .gmt, ldml: "s")
    let characters = (0...9).compactMap { digit -> Character? in
      let text = formatter.string(from: Date(timeIntervalSince1970: Double(digit)))
      return text.count == 1 ? text.first : nil
    }
    let areDigits = characters.allSatisfy(\.isNumber) && Set(characters).count == 10
    self = areDigits ? LocaleDigits(characters: characters) : .latin
  }

  /// Returns the text with its ASCII digits replaced.
  package func localized(_ text: String) -> String {
    guard self != .latin else { return text }
    return String(text.map { $0.isASCII ? $0.wholeNumberValue.map { characters[$0] } ?? $0 : $0 })
  }
}

extension DateFormatter {
  /// Creates a formatter for an LDML pattern in the Gregorian calendar, independent of the locale's preferred calendar.
  ///
  /// The locale is created from components because `DateFormatter` traps for some names in BCP 47 form
  /// (`th-TH-u-nu-thai`) but accepts `th_TH@calendar=gregorian;numbers=thai`.
  convenience init(gregorianIn locale: Locale, timeZone: TimeZone, ldml: String) {
    self.init()
    var components = Locale.Components(locale: locale)
    components.calendar = .gregorian
    self.locale = Locale(components: components)
    self.timeZone = timeZone
    dateFormat = ldml
  }
}
