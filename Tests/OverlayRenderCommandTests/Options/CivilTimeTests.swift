import Foundation
import Testing

/// The time zone and the locale of a run, from options and the environment.
@Suite("Time zones and locales", .ownThreads)
struct CivilTimeTests {
  private func explained(_ arguments: [String], variables: [String: String] = [:]) throws -> Outcome {
    try overlayRender(
      ["clock", "--size", "64x36", "--at", "0s", "--as", "null", "--explain", "-"] + arguments, in: ScratchFolder(),
      variables: variables)
  }

  @Test(
    "TZ and --time-zone accept rules and files",
    arguments: [
      ("CET-1CEST,M3.5.0,M10.5.0/3", "02:00:00 CEST +0200"), ("/usr/share/zoneinfo/Asia/Tokyo", "09:00:00 JST +0900"),
      (":Europe/Berlin", "02:00:00 CEST +0200"),
    ])
  func zones(zone: String, expected: String) throws {
    let clock = ["--start", "2026-06-01T00:00:00Z", "--format", "%T %Z %z"]
    for outcome in try [explained(clock, variables: ["TZ": zone]), explained(clock + ["--time-zone", zone])] {
      #expect(outcome.status == 0)
      #expect(outcome.text.contains("ClockText \"\(expected)\""), "\(outcome.text)")
      #expect(!outcome.error.contains("note:"))
    }
  }

  @Test("A time zone name uses the file in TZDIR instead of Foundation's data")
  func folder() throws {
    let folder = try ScratchFolder()
    let zones = folder.url.appendingPathComponent("Europe")
    try FileManager.default.createDirectory(at: zones, withIntermediateDirectories: true)
    // Foundation knows the first name and does not know the second.
    for name in ["Berlin", "Elsewhere"] {
      try FileManager.default.copyItem(
        atPath: "/usr/share/zoneinfo/Asia/Tokyo", toPath: zones.appendingPathComponent(name).path)
      let outcome = try explained(
        ["--start", "2026-06-01T00:00:00Z", "--time-zone", "Europe/\(name)", "--format", "HH:mm xxx zzzz"],
        variables: ["TZDIR": folder.url.path])
      #expect(outcome.text.contains("ClockText \"09:00 +09:00 GMT+09:00\""), "\(outcome.text)")
    }
  }

  @Test("An invalid TZ is noted once, unless --time-zone is given")
  func unknownZone() throws {
    let clock = ["--start", "2026-06-01T00:00:00", "--format", "%T"]
    let outcome = try explained(clock, variables: ["TZ": "EST-5-5"])
    #expect(outcome.status == 0 && outcome.text.contains("ClockText \"00:00:00\""))
    let notes = outcome.messages.filter { $0.contains("note:") }
    #expect(notes == ["overlay-render: note: TZ='EST-5-5' is not a time zone: UTC is used"])
    let given = try explained(clock + ["--time-zone", "Asia/Tokyo"], variables: ["TZ": "EST-5-5"])
    #expect(given.status == 0 && !given.error.contains("note:"))
  }

  @Test("LC_ALL determines the locale, and --locale overrides it")
  func locale() throws {
    let clock = ["--start", "2026-06-01T09:05:00Z", "--time-zone", "UTC", "--format", "EEEE H:mm"]
    let german = try explained(clock, variables: ["LC_ALL": "de_DE.UTF-8"])
    #expect(german.text.contains("ClockText \"Montag 9:05\""), "\(german.text)")
    let arabic = try explained(clock, variables: ["LC_ALL": "", "LC_TIME": "ar_EG.UTF-8", "LANG": "de_DE"])
    #expect(arabic.text.contains("ClockText \"الاثنين ٩:٠٥\""), "\(arabic.text)")
    let english = try explained(clock + ["--locale", "en"], variables: ["LC_ALL": "de_DE.UTF-8"])
    #expect(english.text.contains("ClockText \"Monday 9:05\""), "\(english.text)")
  }

  @Test("A start that does not exist and a target that occurs twice are noted")
  func choices() throws {
    let start = try explained(["--start", "2026-03-29 02:30", "--time-zone", "Europe/Berlin"])
    #expect(
      start.messages.first
        == "overlay-render: note: --start: '2026-03-29 02:30' does not exist in Europe/Berlin "
        + "because the clock is put forward; using 2026-03-29T03:30:00+02:00"
    )
    let end = try overlayRender(
      "countdown", "--start", "2026-10-24T12:00:00Z", "--to", "2026-10-25 02:30", "--time-zone", "Europe/Berlin",
      "--at",
      "0s", "--as", "null")
    #expect(
      end.messages == [
        "overlay-render: note: --to: '2026-10-25 02:30' occurs twice in Europe/Berlin; "
          + "using the first, 2026-10-25T02:30:00+02:00"
      ])
  }
}

extension Outcome {
  /// The standard output as text.
  fileprivate var text: String { String(decoding: output, as: UTF8.self) }
}
