import FoundationEssentials
import Synchronization

/// A time zone defined by a table of transitions, as in compiled zone files (RFC 9636).
struct TimeZoneFile: CivilTimeZone {
  /// The name or path of the file.
  let identifier: String
  private let transitions: [Transition]
  /// The local time type before the first transition.
  private let first: LocalTimeType
  /// The rule that applies after the last transition, or nil if the last local time type stays in force.
  private let rule: PosixTimeZone?

  struct Transition: Sendable, Hashable {
    let second: Int64
    /// The local time type from this moment on.
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

  /// Hashes only the name: equal zones have equal names, and the table is long.
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
  /// Reads the content of a zone file of version 1 or later. From version 2 on, it reads the 64-bit block and the
  /// footer.
  package init(content: [UInt8], identifier: String) throws(TimeZoneFileError) {
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

  /// Reads the rule between two newlines. Returns nil if the rule is empty.
  private static func rule(ofFooter input: inout BigEndianInput) throws(TimeZoneFileError) -> PosixTimeZone? {
    let lineEnd = UInt8(ascii: "\n")
    guard try input.take(1).first == lineEnd, let end = input.rest.firstIndex(of: lineEnd) else { throw .malformed }
    let text = String(decoding: input.rest[..<end], as: UTF8.self)
    if text.isEmpty { return nil }
    guard let rule = PosixTimeZone(text) else { throw .malformed }
    return rule
  }

  /// The numbers of elements in a block.
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

/// Bytes that are read from the front, with integers in big-endian order.
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

  /// Reads a signed integer of 1 to 8 bytes.
  mutating func integer(byteCount: Int) throws(TimeZoneFileError) -> Int64 {
    let bytes = try take(byteCount)
    let isNegative = bytes.first.map { $0 >= 0x80 } ?? false
    return bytes.reduce(isNegative ? -1 : 0) { $0 << 8 | Int64($1) }
  }
}

/// An error in a time zone file.
enum TimeZoneFileError: Error, Hashable, CustomStringConvertible {
  /// The file cannot be opened or read.
  case unreadable(SystemError)
  /// The path leads to a folder, a FIFO or a device.
  case notAFile
  case tooLarge
  case notAZoneFile
  /// The file is truncated or violates RFC 9636.
  case malformed
  /// The file counts leap seconds. System time does not, so the zone would be wrong by their number.
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

  private static let zones = Mutex<[String: TimeZoneFile?]>([:])

  /// Returns the zone with a name, read once, or nil if there is no valid file with that name.
  static func zone(named name: String) -> TimeZoneFile? {
    if let zone = zones.withLock({ $0[name] }) { return zone }
    let zone = try? TimeZoneFile(path: "\(path)/\(name)", identifier: name)
    zones.withLock { $0[name] = .some(zone) }
    return zone
  }
}

extension TimeZoneFile {
  /// The maximum size of a zone file. The largest real ones have about 4 KiB.
  private static let sizeLimit = 1 << 18

  /// Reads a zone file. A path that does not lead to a regular file is an error, without waiting for data.
  package init(path: String, identifier: String) throws(TimeZoneFileError) {
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
