import Foundation
import Testing

@testable import OverlayBase

/// Valid values of `TZ` are compared with `date` in `CivilTimeComparisonTests`.
@Suite("Time zone of the process")
struct SystemTimeZoneTests {
  private static let summer: Int64 = 1_780_272_000
  private static let folder = "/usr/share/zoneinfo"

  /// Creates a file to use instead of /etc/localtime.
  private func localTime(_ make: (String) throws -> Void) throws -> SystemTimeZone {
    let path = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString).path
    try make(path)
    defer { try? FileManager.default.removeItem(atPath: path) }
    return SystemTimeZone(variable: nil, localTimePath: path)
  }

  @Test("A link into a folder of zones is the zone with that name, which has names in all languages")
  func link() throws {
    for target in ["\(Self.folder)/Europe/Berlin", "../../nowhere/zoneinfo/Europe/Berlin"] {
      let zone = try localTime { try FileManager.default.createSymbolicLink(atPath: $0, withDestinationPath: target) }
      #expect(zone.timeZone as? TimeZone == TimeZone(identifier: "Europe/Berlin") && zone.problem == nil)
    }
  }

  @Test("The content of a file determines the zone, also through a link")
  func content() throws {
    let copied = try localTime { try FileManager.default.copyItem(atPath: "\(Self.folder)/Asia/Tokyo", toPath: $0) }
    #expect(copied.timeZone.offset(atSecond: Self.summer) == 9 * 3_600 && copied.problem == nil)
    let other = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString).path
    try FileManager.default.copyItem(atPath: "\(Self.folder)/Asia/Tokyo", toPath: other)
    defer { try? FileManager.default.removeItem(atPath: other) }
    let linked = try localTime { try FileManager.default.createSymbolicLink(atPath: $0, withDestinationPath: other) }
    #expect(linked.timeZone.abbreviation(atSecond: Self.summer) == "JST")
  }

  @Test("Without a file the zone is UTC; a damaged file gives UTC and a problem")
  func missing() throws {
    let missing = try localTime { _ in }
    #expect(missing.timeZone.offset(atSecond: Self.summer) == 0 && missing.problem == nil)
    let damaged = try localTime { try Data("TZif2".utf8).write(to: URL(fileURLWithPath: $0)) }
    #expect(damaged.timeZone.offset(atSecond: Self.summer) == 0)
    #expect(damaged.problem?.hasSuffix("is not a time zone (The time zone file is damaged): UTC is used") == true)
  }

  @Test("An empty variable is UTC", arguments: ["", ":"])
  func empty(variable: String) {
    let zone = SystemTimeZone(variable: variable, localTimePath: "\(Self.folder)/Asia/Tokyo")
    #expect(zone.problem == nil && zone.timeZone.abbreviation(atSecond: Self.summer) == "UTC")
  }

  @Test(
    "A variable that is not valid gives UTC and a problem in one line",
    arguments: [
      ("nonsense", ""), ("Europe/Berln", ""), ("/nowhere", " (No such file or directory)"),
      ("/dev/zero", " (Not a regular file)"), ("Europe", " (Not a regular file)"), ("EST5\nX", ""),
    ])
  func problem(variable: String, reason: String) {
    let zone = SystemTimeZone(variable: variable, localTimePath: "\(Self.folder)/Asia/Tokyo")
    #expect(zone.timeZone.offset(atSecond: Self.summer) == 0)
    #expect(zone.problem == "TZ=\(variable.quoted) is not a time zone\(reason): UTC is used")
    #expect(zone.problem?.contains { $0.isNewline } == false)
  }
}
