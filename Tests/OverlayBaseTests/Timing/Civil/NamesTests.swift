import Foundation
import Testing

@testable import OverlayBase

@Suite("Names of time zones and locales")
struct NamesTests {
  private let summer: Int64 = 1_780_272_000

  @Test(
    "Zones are found by IANA name, offset and abbreviation",
    arguments: [
      ("Europe/Berlin", 7_200), ("europe/berlin", 7_200), ("US/Eastern", -14_400), ("UTC", 0), ("utc", 0), ("GMT", 0),
      ("Z", 0),
      ("GMT+2", 7_200), ("UTC-03:30", -12_600), ("+05:45", 20_700), ("CEST", 7_200), ("cest", 7_200), ("PST", -25_200),
      ("Asia/Kathmandu", 20_700), ("EST5", -18_000), ("EST5EDT", -14_400), ("<+0330>-3:30", 12_600),
      ("CET-1CEST,M3.5.0,M10.5.0/3", 7_200), ("GMT0BST,M3.5.0/1,M10.5.0", 3_600),
      ("/usr/share/zoneinfo/Asia/Tokyo", 32_400),
      (":Europe/Berlin", 7_200), (":GMT+2", -7_200), (":", 0),
    ])
  func zones(name: String, offset: Int64) throws {
    #expect(try TimeZoneName.timeZone(named: name).offset(atSecond: summer) == offset)
  }

  @Test("The name of the local zone is local")
  func local() throws {
    #expect(
      try TimeZoneName.timeZone(named: "local").identifier == SystemTimeZone.current.timeZone.identifier)
  }

  @Test(
    "An error for an unknown zone contains similar names",
    arguments: [
      ("Europe/Berln", "Europe/Berlin"), ("Berlin", "Europe/Berlin"), ("New York", "America/New_York"),
      ("Asia/Tokio", "Asia/Tokyo"), ("Amerika/Chicago", "America/Chicago"),
    ])
  func nearZones(name: String, expected: String) {
    let error = #expect(throws: UnknownNameError.self) { try TimeZoneName.timeZone(named: name) }
    #expect(error?.nearNames.first == expected)
    #expect(error?.description.contains("near: \(expected)") == true)
  }

  @Test(
    "Malformed names of zones are errors",
    arguments: [
      "", " ", "Mars/Olympus", "FOO", "GMT+99", "GMT+2:60", "GMT+", "GMT+15", "UTC-25", "../../etc/passwd",
      "/etc/passwd", ":nonsense", "/dev/zero", "Europe/",
      "Europe",
      "Europe/Ber\nlin",
    ])
  func unknownZones(name: String) {
    let error = #expect(throws: UnknownNameError.self) { try TimeZoneName.timeZone(named: name) }
    #expect(error?.description.contains { $0.isNewline } == false)
    #expect(error?.description.contains("unknown time zone") == true)
  }

  @Test(
    "Locales are found by BCP 47 name",
    arguments: [
      ("de", "de", nil), ("en-US", "en", "US"), ("en_US", "en", "US"), ("zh-Hans-CN", "zh", "CN"),
      ("es-419", "es", "419"),
      ("DE-at", "de", "AT"), ("th-TH-u-nu-thai", "th", "TH"), ("gsw", "gsw", nil), ("ca-ES-valencia", "ca", "ES"),
      ("de-1996", "de", nil),
    ] as [(String, String, String?)])
  func locales(name: String, language: String, region: String?) throws {
    let locale = try LocaleName.locale(named: name)
    #expect(locale.language.languageCode?.identifier == language)
    #expect(Locale.Components(locale: locale).languageComponents.region?.identifier == region)
  }

  @Test(
    "The locale of the process is the first that is set of LC_ALL, LC_TIME and LANG",
    arguments: [
      (["LC_ALL": "de_DE.UTF-8", "LC_TIME": "fr_FR", "LANG": "ja_JP"], "de_DE"),
      (["LC_ALL": "", "LC_TIME": "fr_FR", "LANG": "ja_JP"], "fr_FR"), (["LANG": "ja_JP.eucJP"], "ja_JP"),
      (["LC_ALL": "ar_EG.UTF-8"], "ar_EG"), (["LANG": "de_DE@euro"], "de_DE"), (["LANG": "sr_RS@latin"], "sr-Latn_RS"),
      (["LC_ALL": "de"], "de"), (["LC_ALL": "de_XX"], "de"), (["LC_ALL": "C", "LANG": "de_DE"], "en_US_POSIX"),
      (["LC_ALL": "C.UTF-8"], "en_US_POSIX"), (["LC_ALL": "POSIX"], "en_US_POSIX"), ([:], "en_US_POSIX"),
      (["LC_ALL": "klingon", "LANG": "de_DE"], "en_US_POSIX"), (["LC_ALL": "/../x"], "en_US_POSIX"),
      (["LC_ALL": "_.@"], "en_US_POSIX"),
    ] as [([String: String], String)])
  func systemLocale(variables: [String: String], expected: String) {
    #expect(LocaleName.locale(ofVariables: variables).identifier == expected)
  }

  @Test("A numbering system is kept")
  func numberSystem() throws {
    #expect(try LocaleName.locale(named: "en-u-nu-deva").numberingSystem.identifier == "deva")
    #expect(try LocaleDigits(locale: LocaleName.locale(named: "en-u-nu-deva")).localized("a10") == "a१०")
  }

  @Test(
    "An error for an unknown locale contains similar names",
    arguments: [("de-DEE", "de-DE"), ("en-USA", "en-US"), ("zh-Hanns", "zh-Hans"), ("xx", nil), ("de-ZX", nil)]
      as [(String, String?)])
  func nearLocales(name: String, expected: String?) {
    let error = #expect(throws: UnknownNameError.self) { try LocaleName.locale(named: name) }
    if let expected { #expect(error?.nearNames.contains(expected) == true) }
    #expect(error?.description.contains("unknown locale") == true)
  }

  @Test(
    "Malformed names of locales are errors",
    arguments: [
      "", "-", "german", "de-", "de--DE", "d", "de-DE-u", "en-u-nu", "en-u-nu-klingon", "en-Xyzz", "dé", "de DE",
      "en_US@x=y",
    ])
  func unknownLocales(name: String) {
    #expect(throws: UnknownNameError.self) { try LocaleName.locale(named: name) }
  }
}
