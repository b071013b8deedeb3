import Foundation
import TestTools
import Testing

@testable import OverlayBase

@Suite("Time zone files")
struct TimeZoneFileTests {
  /// A zone file that changes by an hour at each transition, from +01:00 and back.
  private static func content(
    version: Character = "2", transitions: [Int64] = [0, 1_000_000_000], footer: String = "AAA-1BBB,M3.5.0,M10.5.0/3",
    leapSeconds: Int = 0, typeIndex: UInt8 = 1, offset: Int64 = 3_600
  ) -> [UInt8] {
    func number(_ value: Int64, _ count: Int) -> [UInt8] {
      (0..<count).reversed().map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }
    func block(timeSize: Int) -> [UInt8] {
      var bytes = Array("TZif".utf8) + [version == "1" ? 0 : version.asciiValue ?? 0] + [UInt8](repeating: 0, count: 15)
      for count in [0, 0, leapSeconds, transitions.count, 2, 8] { bytes += number(Int64(count), 4) }
      for transition in transitions { bytes += number(transition, timeSize) }
      for index in transitions.indices { bytes.append(index.isMultiple(of: 2) ? typeIndex : 0) }
      bytes += number(offset, 4) + [0, 0] + number(7_200, 4) + [1, 4]
      bytes += Array("AAA\0BBB\0".utf8)
      return bytes + [UInt8](repeating: 0, count: leapSeconds * (timeSize + 4))
    }
    return version == "1" ? block(timeSize: 4) : block(timeSize: 4) + block(timeSize: 8) + Array("\n\(footer)\n".utf8)
  }

  private func zone(_ content: [UInt8]) throws -> TimeZoneFile {
    try TimeZoneFile(content: content, identifier: "test")
  }

  @Test("The table applies until its last transition, and the footer after it")
  func footer() throws {
    let zone = try zone(Self.content())
    #expect([-1, 0, 999_999_999].map { zone.offset(atSecond: $0) } == [3_600, 7_200, 7_200])
    #expect(zone.nextTransition(afterSecond: -.max) == 0)
    // The second transition is in the footer's summer, so the next change is in its fall.
    #expect(zone.abbreviation(atSecond: 1_000_000_000) == "BBB")
    #expect(zone.nextTransition(afterSecond: 0) == 1_004_230_800)
    #expect(zone.abbreviation(atSecond: 1_004_230_800) == "AAA")
  }

  @Test("Without a footer, the state after the last transition remains", arguments: ["1", "2"] as [Character])
  func noFooter(version: Character) throws {
    let zone = try zone(Self.content(version: version, footer: ""))
    #expect([0, 1_000_000_000, .max].map { zone.abbreviation(atSecond: $0) } == ["BBB", "AAA", "AAA"])
    #expect(zone.nextTransition(afterSecond: 1_000_000_000) == nil)
  }

  @Test("Without transitions, the footer applies at all times")
  func footerOnly() throws {
    let zone = try zone(Self.content(transitions: [], footer: "CCC-5"))
    #expect(zone.offset(atSecond: -1_000_000_000) == 18_000 && zone.nextTransition(afterSecond: 0) == nil)
  }

  @Test("A malformed file is refused")
  func malformed() {
    for content in [
      Self.content(transitions: [5, 5]), Self.content(transitions: [5, 4]), Self.content(typeIndex: 2),
      Self.content(offset: 93_600), Self.content(offset: -90_000), Self.content(footer: "nonsense"),
    ] {
      #expect(throws: TimeZoneFileError.malformed) { try zone(content) }
    }
    #expect(throws: TimeZoneFileError.countsLeapSeconds) { try zone(Self.content(leapSeconds: 1)) }
    #expect(throws: TimeZoneFileError.notAZoneFile) { try zone([]) }
    #expect(throws: TimeZoneFileError.notAZoneFile) { try zone(Array("TZig".utf8)) }
    // Counts far larger than the file.
    #expect(throws: TimeZoneFileError.malformed) {
      try zone(Array("TZif2".utf8) + [UInt8](repeating: 0xFF, count: 200))
    }
  }

  @Test("A truncated or damaged file is an error or a zone, and never traps")
  func damaged() throws {
    let berlin = try [UInt8](Data(contentsOf: URL(fileURLWithPath: "/usr/share/zoneinfo/Europe/Berlin")))
    var generator = SeededGenerator(seed: 7)
    for content in [Self.content(), Self.content(version: "1"), berlin] {
      for length in content.indices where length < 400 || length % 37 == 0 {
        #expect(throws: TimeZoneFileError.self) { try zone(Array(content.prefix(length))) }
      }
      for _ in 0..<1_500 {
        var damaged = content
        for _ in 0..<Int.random(in: 1...4, using: &generator) {
          let place = damaged.indices.randomElement(using: &generator) ?? 0
          damaged[place] = UInt8.random(in: 0...255, using: &generator)
        }
        guard let zone = try? zone(damaged) else { continue }
        for second in [Int64.min, -1, 0, 1_780_272_000, .max] {
          #expect(abs(zone.offset(atSecond: second)) < 26 * 3_600)
          #expect(zone.nextTransition(afterSecond: second) ?? .max >= second)
        }
      }
    }
  }

  @Test("FIFOs, folders, devices, and large and missing files are refused immediately")
  func unsuitable() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString).path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    #expect(mkfifo("\(folder)/fifo", 0o600) == 0)
    try Data(count: 300_000).write(to: URL(fileURLWithPath: "\(folder)/large"))
    for (path, expected) in [
      ("\(folder)/fifo", .notAFile), (folder, .notAFile), ("/dev/zero", .notAFile), ("/dev/null", .notAFile),
      ("\(folder)/large", .tooLarge), ("\(folder)/missing", .unreadable(.missing)),
      ("/dev/null/x", .unreadable(SystemError(rawValue: ENOTDIR))),
    ] as [(String, TimeZoneFileError)] {
      #expect(throws: expected) { try TimeZoneFile(path: path, identifier: path) }
    }
  }
}
