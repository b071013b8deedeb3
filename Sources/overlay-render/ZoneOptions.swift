import ArgumentParser
import Foundation
import OverlayRender

/// Where and in which language a clock is read.
struct ZoneOptions: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "An IANA name such as Europe/Berlin, UTC, GMT+2, a zone file, a POSIX rule such as EST5, or local: what TZ says, else /etc/localtime.",
      valueName: "zone"))
  var timeZone: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "A BCP 47 name such as de or ar-EG, for names and digits; without it LC_ALL, LC_TIME or LANG decides.",
      valueName: "id"))
  var locale: String?

  /// The zone; `nil` for the system's.
  func parsedTimeZone() throws(Failure) -> (any CivilTimeZone)? {
    guard let timeZone else { return nil }
    return try value(of: "--time-zone", timeZone, TimeZoneName.timeZone(named:))
  }

  /// The file of the zone, if the option or the environment names one by its path.
  var inputs: [InputFile] {
    [timeZone, ProcessInfo.processInfo.environment["TZ"]].compactMap(\.self)
      .map { $0.hasPrefix(":") ? String($0.dropFirst()) : $0 }
      .filter { $0.hasPrefix("/") }
      .map { InputFile(role: "the time zone file", path: $0) }
  }

  /// The locale; the system's when none is given.
  func parsedLocale() throws(Failure) -> Locale {
    guard let locale else { return LocaleName.system }
    return try value(of: "--locale", locale, LocaleName.locale(named:))
  }
}
