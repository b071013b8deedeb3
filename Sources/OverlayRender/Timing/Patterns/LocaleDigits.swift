import FoundationEssentials
import FoundationInternationalization

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
    let style = Date.VerbatimFormatStyle("\(second: .defaultDigits)", timeZone: .gmt, locale: locale)
    let characters = (Int64(0)...9).compactMap { second -> Character? in
      let text = style.format(Date(second: second))
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
