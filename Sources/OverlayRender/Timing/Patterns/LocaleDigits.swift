import Foundation

/// The ten decimal digits of a locale: `0...9`, `٠...٩`, `०...९`.
package struct LocaleDigits: Sendable, Hashable {
  /// 0 to 9 as ASCII has them.
  package static let latin = LocaleDigits(characters: Array("0123456789"))

  private let characters: [Character]

  private init(characters: [Character]) {
    self.characters = characters
  }

  /// The digits that dates have in a locale; Latin ones where its numbers are not ten digits (Roman numerals).
  package init(locale: Locale) {
    let formatter = DateFormatter(gregorianIn: locale, timeZone: .gmt, ldml: "s")
    let characters = (0...9).compactMap { digit -> Character? in
      let text = formatter.string(from: Date(timeIntervalSince1970: Double(digit)))
      return text.count == 1 ? text.first : nil
    }
    let areDigits = characters.allSatisfy(\.isNumber) && Set(characters).count == 10
    self = areDigits ? LocaleDigits(characters: characters) : .latin
  }

  /// The text with its ASCII digits replaced.
  package func localized(_ text: String) -> String {
    guard self != .latin else { return text }
    return String(text.map { $0.isASCII ? $0.wholeNumberValue.map { characters[$0] } ?? $0 : $0 })
  }
}

extension DateFormatter {
  /// A formatter for an LDML pattern in the Gregorian calendar, whatever calendar the locale prefers.
  ///
  /// The locale goes through its components because `DateFormatter` traps on some names in BCP 47 form
  /// (`th-TH-u-nu-thai`), but takes `th_TH@calendar=gregorian;numbers=thai`.
  convenience init(gregorianIn locale: Locale, timeZone: TimeZone, ldml: String) {
    self.init()
    var components = Locale.Components(locale: locale)
    components.calendar = .gregorian
    self.locale = Locale(components: components)
    self.timeZone = timeZone
    dateFormat = ldml
  }
}
