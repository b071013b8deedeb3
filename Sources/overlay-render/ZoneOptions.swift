import ArgumentParser
import Foundation
import OverlayRender

/// Where and in which language a clock is read.
struct ZoneOptions: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("An IANA name such as Europe/Berlin, or UTC, GMT+2, local.", valueName: "zone"))
  var timeZone: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("A BCP 47 name such as de or ar-EG, for names and digits.", valueName: "id"))
  var locale: String?

  /// The zone; `nil` for the system's.
  func parsedTimeZone() throws(Failure) -> TimeZone? {
    guard let timeZone else { return nil }
    return try value(of: "--time-zone", timeZone, TimeZoneName.timeZone(named:))
  }

  /// The locale; `nil` for the system's.
  func parsedLocale() throws(Failure) -> Locale? {
    guard let locale else { return nil }
    return try value(of: "--locale", locale, LocaleName.locale(named:))
  }
}
