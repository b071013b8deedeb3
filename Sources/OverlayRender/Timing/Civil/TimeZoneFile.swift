import Foundation
import Synchronization

/// A time zone by a table of its transitions, as compiled zone files have it (RFC 9636).
struct TimeZoneFile: CivilTimeZone {
  /// The name or path that the zone was found by.
  let identifier: String
  private let transitions: [Transition]
  /// What holds before the first transition.
  private let first: LocalTimeType
  /// What holds from the last transition on; nil for what that one began.
  private let rule: PosixTimeZone?

  struct Transition: Sendable, Hashable {
    let second: Int64
    /// What holds from there on.
    let time: LocalTimeType
  }

  func offset(atSecond second: Int64) -> Int64 { time(atSecond: second).offset }

  func abbreviation(atSecond second: Int64) -> String { time(atSecond: second).abbreviation }

  func nextTransition(afterSecond second: Int64) -> Int64? {
    let now = time(atSecond: second)
    let later = transitions[transitions.partitioningIndex { $0.second > second }...]
    if let change = later.first(where: { time(atSecond: $0.second) != now }) { return change.second }
    return rule?.nextTransition(afterSecond: max(second, transitions.last?.second ?? second))
  }

  /// Only the name: equal zones have it in common, and the table is long.
  func hash(into hasher: inout Hasher) {
    hasher.combine(identifier)
  }

  private func time(atSecond second: Int64) -> LocalTimeType {
    let index = transitions.partitioningIndex { $0.second > second }
    if index == transitions.count, let rule { return rule.time(atSecond: second) }
    return index == 0 ? first : transitions[index - 1].time
  }
}

extension TimeZoneFile {
  /// Reads the content of a zone file of version 1 or later; from version 2 on its 64-bit part, and its footer.
  init(content: [UInt8], identifier: String) throws(TimeZoneFileError) {
    self.identifier = identifier
    var input = BigEndianInput(content)
    var header = try Header(&input)
    let hasFooter = header.version >= UInt8(ascii: "2")
    var timeSize = 4
    if hasFooter {
      _ = try input.take(header.byteCount(timeSize: timeSize))
      header = try Header(&input)
      timeSize = 8
    }
    guard header.leapSecondCount == 0 else { throw .countsLeapSeconds }
    var block = BigEndianInput(Array(try input.take(header.byteCount(timeSize: timeSize))))

    var seconds: [Int64] = []
    for _ in 0..<header.transitionCount { seconds.append(try block.integer(byteCount: timeSize)) }
    guard zip(seconds, seconds.dropFirst()).allSatisfy({ $0 < $1 }) else { throw .malformed }
    let indices = try block.take(header.transitionCount)
    var places: [(offset: Int64, abbreviation: Int)] = []
    for _ in 0..<header.typeCount {
      let offset = try block.integer(byteCount: 4)
      _ = try block.take(1)
      guard (-89_999...93_599).contains(offset) else { throw .malformed }
      places.append((offset, Int(try block.integer(byteCount: 1) & 0xFF)))
    }
    let names = try block.take(header.nameByteCount)
    var types: [LocalTimeType] = []
    for (offset, place) in places {
      let name = names.dropFirst(place)
      guard let end = name.firstIndex(of: 0) else { throw .malformed }
      let isPrintable = name[..<end].allSatisfy { (0x20..<0x7F).contains($0) }
      guard isPrintable else { throw .malformed }
      types.append(LocalTimeType(offset: offset, abbreviation: String(decoding: name[..<end], as: UTF8.self)))
    }
    guard let first = types.first else { throw .malformed }
    self.first = first
    var transitions: [Transition] = []
    for (second, index) in zip(seconds, indices) {
      guard index < types.count else { throw .malformed }
      transitions.append(Transition(second: second, time: types[Int(index)]))
    }
    self.transitions = transitions
    rule = hasFooter ? try Self.rule(ofFooter: &input) : nil
  }

  /// The rule between two line ends; nil when there is nothing between them.
  private static func rule(ofFooter input: inout BigEndianInput) throws(TimeZoneFileError) -> PosixTimeZone? {
    let lineEnd = UInt8(ascii: "\n")
    guard try input.take(1).first == lineEnd, let end = input.rest.firstIndex(of: lineEnd) else { throw .malformed }
    let text = String(decoding: input.rest[..<end], as: UTF8.self)
    if text.isEmpty { return nil }
    guard let rule = PosixTimeZone(text) else { throw .malformed }
    return rule
  }

  /// How much of what a block holds.
  private struct Header {
    let version: UInt8
    let leapSecondCount: Int
    let transitionCount: Int
    let typeCount: Int
    let nameByteCount: Int
    private let indicatorCount: Int

    init(_ input: inout BigEndianInput) throws(TimeZoneFileError) {
      guard input.rest.starts(with: "TZif".utf8) else { throw .notAZoneFile }
      _ = try input.take(4)
      version = UInt8(truncatingIfNeeded: try input.integer(byteCount: 1))
      _ = try input.take(15)
      var counts: [Int] = []
      for _ in 0..<6 { counts.append(Int(try input.integer(byteCount: 4) & 0xFFFF_FFFF)) }
      indicatorCount = counts[0] + counts[1]
      leapSecondCount = counts[2]
      transitionCount = counts[3]
      typeCount = counts[4]
      nameByteCount = counts[5]
    }

    func byteCount(timeSize: Int) -> Int {
      transitionCount * (timeSize + 1) + typeCount * 6 + nameByteCount + leapSecondCount * (timeSize + 4)
        + indicatorCount
    }
  }
}

/// Bytes that are read from the front, numbers with their highest byte first.
private struct BigEndianInput {
  private(set) var rest: ArraySlice<UInt8>

  init(_ bytes: [UInt8]) {
    rest = bytes[...]
  }

  mutating func take(_ count: Int) throws(TimeZoneFileError) -> ArraySlice<UInt8> {
    guard count <= rest.count else { throw .malformed }
    defer { rest.removeFirst(count) }
    return rest.prefix(count)
  }

  /// Takes a signed number of 1 to 8 bytes.
  mutating func integer(byteCount: Int) throws(TimeZoneFileError) -> Int64 {
    let bytes = try take(byteCount)
    let isNegative = bytes.first.map { $0 >= 0x80 } ?? false
    return bytes.reduce(isNegative ? -1 : 0) { $0 << 8 | Int64($1) }
  }
}

/// Why a file gives no time zone.
enum TimeZoneFileError: Error, Hashable, CustomStringConvertible {
  /// It cannot be opened or read.
  case unreadable(SystemError)
  /// A folder, a FIFO or a device.
  case notAFile
  case tooLarge
  case notAZoneFile
  /// Cut short, or against RFC 9636.
  case malformed
  /// The system's time has none, so this zone would be off by their number.
  case countsLeapSeconds

  var description: String {
    switch self {
    case .unreadable(let error): error.description
    case .notAFile: "Not a regular file"
    case .tooLarge, .notAZoneFile: "Not a compiled time zone file"
    case .malformed: "The time zone file is damaged"
    case .countsLeapSeconds: "The time zone file counts leap seconds"
    }
  }
}

/// The folder of the system's zone files: `TZDIR`, or `/usr/share/zoneinfo` (tzset(3)).
enum ZoneInfoFolder {
  static let path: String = {
    let folder = ProcessInfo.processInfo.environment["TZDIR"] ?? ""
    return folder.isEmpty ? "/usr/share/zoneinfo" : folder
  }()

  private static let known = Mutex<[String: TimeZoneFile?]>([:])

  /// The zone of a name, read once; nil when there is no such file, or it gives none.
  static func zone(named name: String) -> TimeZoneFile? {
    if let zone = known.withLock({ $0[name] }) { return zone }
    let zone = try? TimeZoneFile(path: "\(path)/\(name)", identifier: name)
    known.withLock { $0[name] = .some(zone) }
    return zone
  }
}

extension TimeZoneFile {
  /// The largest zone files have some 4 KiB.
  private static let sizeLimit = 1 << 18

  /// Reads a zone file; what is not a regular file is refused without waiting for it.
  init(path: String, identifier: String) throws(TimeZoneFileError) {
    let content: [UInt8]
    do throws(RegularFile.Failure) {
      content = try RegularFile.bytes(ofFile: path, limit: Self.sizeLimit)
    } catch {
      throw switch error {
      case .notRegular: .notAFile
      case .tooLarge: .tooLarge
      case .system(let error): .unreadable(error)
      }
    }
    try self.init(content: content, identifier: identifier)
  }
}
