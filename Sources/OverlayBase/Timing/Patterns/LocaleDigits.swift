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
    if Self.areLatin(in: locale) {
      self = .latin
      return
    }
    let style = Date.VerbatimFormatStyle("\(second: .defaultDigits)", timeZone: .gmt, locale: locale)
    let characters = (Int64(0)...9).compactMap { second -> Character? in
      let text = style.format(Date(second: second))
      return text.count == 1 ? text.first : nil
    }
    let areDigits = characters.allSatisfy(\.isNumber) && Set(characters).count == 10
    self = areDigits ? LocaleDigits(characters: characters) : .latin
  }

  /// Returns whether a locale is known to have Latin digits, without loading ICU. Others may have them, too.
  static func areLatin(in locale: Locale) -> Bool {
    let parts = locale.identifier.split(separator: "_", omittingEmptySubsequences: false)
    // A number system would be a keyword after "@" or "-u-".
    guard let language = parts.first, parts.allSatisfy({ $0.utf8.allSatisfy { $0.isLetter || $0.isDigit } }) else {
      return false
    }
    return languagesWithLatinDigits.contains(String(language))
  }

  /// Some languages that have Latin digits in all regions and scripts (CLDR's `defaultNumberingSystem`).
  private static let languagesWithLatinDigits: Set<String> = [
    "bg", "ca", "cs", "da", "de", "el", "en", "es", "et", "fi", "fr", "hr", "hu", "id", "it", "ja", "ko", "lt", "lv",
    "nb", "nl", "no", "pl", "pt", "ro", "ru", "sk", "sl", "sv", "tr", "uk", "vi", "zh",
  ]

  /// Returns the text with its ASCII digits replaced.
  package func localized(_ text: String) -> String {
    guard self != .latin else { return text }
    return String(text.map { $0.isASCII ? $0.wholeNumberValue.map { characters[$0] } ?? $0 : $0 })
  }
}
