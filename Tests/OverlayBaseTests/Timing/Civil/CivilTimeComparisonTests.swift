import Foundation
import Testing

@testable import OverlayBase

/// Compares time zones with the output of `date`, from 1970 to 2100.
@Suite("Civil time, compared with date")
struct CivilTimeComparisonTests {
  /// The distance between the compared hours. OVERLAY_RENDER_ZONE_HOURS=1 compares every hour, in some minutes.
  private static let hours = ProcessInfo.processInfo.environment["OVERLAY_RENDER_ZONE_HOURS"].flatMap(Int64.init) ?? 97
  private static let end: Int64 = 4_134_067_200

  /// The compared values of `TZ`.
  static let zones = [
    // Names: whole and half hours, negative daylight saving time, a skipped day, changes of standard time.
    "Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Europe/Dublin", "Africa/Casablanca",
    "Africa/El_Aaiun", "Pacific/Kiritimati", "Pacific/Apia", "Asia/Kathmandu", "America/Sao_Paulo", "Asia/Almaty",
    "Asia/Tehran", "America/Asuncion", "Asia/Pyongyang", "Antarctica/Troll", "America/Nuuk", "Asia/Gaza",
    "Africa/Monrovia", ":Europe/London", "Pacific/Chatham",
    // Files.
    "/usr/share/zoneinfo/Asia/Tokyo", ":/usr/share/zoneinfo/America/Santiago",
    // Rules: both hemispheres, times beyond a day, days of the year, offsets of fractions of an hour.
    "EST5", "<+0330>-3:30", "UTC+3", "XYZ-3:30:15", "CET-1CEST,M3.5.0,M10.5.0/3", "EST5EDT,M3.2.0,M11.1.0",
    "AEST-10AEDT,M10.1.0,M4.1.0/3", "<+1030>-10:30<+11>-11,M10.1.0,M4.1.0", "IST-1GMT0,M10.5.0,M3.5.0/1",
    "<-03>3<-02>,M3.5.0/-1,M10.5.0/0", "IST-2IDT,M3.4.4/26,M10.5.0", "<+05>-5<+06>,J60/0,J300/167",
    "AAA3BBB,60/-167,J300",
  ]

  @Test("Offset and abbreviation are the same as in date", arguments: zones)
  func comparison(variable: String) throws {
    let zone = SystemTimeZone(variable: variable, localTimePath: "/nowhere")
    #expect(zone.problem == nil)
    let seconds = Self.seconds(of: zone.timeZone)
    let expected = try Self.date(variable, at: seconds)
    try #require(expected.count == seconds.count)
    var times: [LocalTimeType: Substring] = [:]
    var differences: [String] = []
    for (second, expected) in zip(seconds, expected) {
      let time = LocalTimeType(
        offset: zone.timeZone.offset(atSecond: second), abbreviation: zone.timeZone.abbreviation(atSecond: second))
      let text = times[time] ?? Self.text(of: time)
      times[time] = text
      if text != expected { differences.append("@\(second): \(text), not \(expected)") }
    }
    #expect(differences.isEmpty, "\(differences.count) differences: \(differences.prefix(3))")
  }

  /// Hours, and the seconds and hours around the transitions of the zone.
  private static func seconds(of zone: any CivilTimeZone) -> [Int64] {
    var seconds = Array(stride(from: 0, to: end, by: Int(hours) * 3_600))
    var transition = zone.nextTransition(afterSecond: 0)
    while let second = transition, second < end {
      seconds += [-3_600, -1, 0, 1, 3_600].map { second + $0 }
      transition = zone.nextTransition(afterSecond: second)
    }
    return seconds
  }

  /// The offset and the abbreviation that `date` prints for each moment.
  private static func date(_ variable: String, at seconds: [Int64]) throws -> [Substring] {
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).dates")
    try Data(seconds.map { "@\($0)\n" }.joined().utf8).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["TZ=\(variable)", "LC_ALL=C", "date", "-f", file.path, "+%::z %Z"]
    // Use a file, not a pipe: a child process that another test starts now would keep the end of a pipe open.
    let output = file.appendingPathExtension("output")
    try Data().write(to: output)
    defer { try? FileManager.default.removeItem(at: output) }
    process.standardOutput = try FileHandle(forWritingTo: output)
    try process.run()
    process.waitUntilExit()
    return try String(decoding: Data(contentsOf: output), as: UTF8.self).split(separator: "\n")
  }

  private static func text(of time: LocalTimeType) -> Substring {
    let parts = [time.offset.magnitude / 3_600, time.offset.magnitude / 60 % 60, time.offset.magnitude % 60]
    // GNU date prints an unknown offset, abbreviated as "-00", with a minus sign.
    let sign = time.offset < 0 || time.abbreviation == "-00" ? "-" : "+"
    return sign + parts.map { $0.zeroPadded(to: 2) }.joined(separator: ":") + " \(time.abbreviation)"
  }
}
