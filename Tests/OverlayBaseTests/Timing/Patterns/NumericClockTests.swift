import Foundation
import TestTools
import Testing

@testable import OverlayBase

@Suite("Clocks of numbers, without ICU")
struct NumericClockTests {
  private static let patterns = [
    "HH:mm:ss", "H:m:s", "hh 'o''clock' mm", "K.kk", "dd.MM.yyyy", "d/M/yy", "y-L-d HHH:mmm", "yyyyy MM LL ddd",
  ]

  private static let locales = ["en_US_POSIX", "de_AT", "ja", "zh_Hant_TW", "ar_EG"]

  @Test("The texts are the same as in Foundation", arguments: patterns, locales)
  func texts(pattern: String, locale: String) throws {
    let (pattern, locale) = (try ClockPattern(pattern), Locale(identifier: locale))
    let formatter = ClockFormatter(pattern: pattern, timeZone: .gmt, locale: locale)
    let style = Date.VerbatimFormatStyle(
      Date.FormatString(pattern.compiled.pieces), timeZone: .gmt, locale: locale)
    var generator = SeededGenerator(seed: 3)
    let years: Int64 = 400
    for _ in 0..<300 {
      let second = Int64.random(in: (-years * 31_557_600)...(years * 31_557_600), using: &generator) / 2
      let time = WallTime(nanosecondsSince1970: second * 1_000_000_000)
      #expect(formatter.text(at: time) == style.format(Date(timeIntervalSince1970: Double(second))), "\(second)")
    }
  }

  @Test("Only locales without another number system are known to have Latin digits")
  func digits() {
    for identifier in ["en", "en_US_POSIX", "pt_BR", "zh_Hans_CN"] {
      let locale = Locale(identifier: identifier)
      #expect(LocaleDigits.areLatin(in: locale) && Set("0123456789") == Self.digits(of: locale), "\(identifier)")
    }
    for identifier in ["ar_EG", "fa", "en@numbers=arab", "de-u-nu-deva", "mr_IN", "xx", ""] {
      #expect(!LocaleDigits.areLatin(in: Locale(identifier: identifier)), "\(identifier)")
    }
    let withNumbers = Locale(components: Locale.Components(identifier: "en-u-nu-arab"))
    #expect(!LocaleDigits.areLatin(in: withNumbers))
  }

  @Test("A locale that is known without ICU is the one that ICU knows")
  func commonLocale() throws {
    #expect(LocaleName.locale(ofVariables: ["LANG": "en_US.UTF-8"]) == (try LocaleName.locale(named: "en-US")))
  }

  private static func digits(of locale: Locale) -> Set<Character> {
    let style = Date.VerbatimFormatStyle("\(second: .defaultDigits)", timeZone: .gmt, locale: locale)
    return Set((0...9).compactMap { style.format(Date(timeIntervalSince1970: Double($0))).first })
  }
}
