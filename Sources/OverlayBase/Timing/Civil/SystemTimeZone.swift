import FoundationEssentials

/// The time zone of the process: the value of the environment variable `TZ`, or else the file `/etc/localtime`, as in
/// the C library (tzset(3)). Both are read once.
public struct SystemTimeZone: Sendable {
  /// The zone of this process. It is the default zone of views.
  public static let current = SystemTimeZone(
    variable: ProcessInfo.processInfo.environment["TZ"], localTimePath: "/etc/localtime")

  /// The zone, or UTC if the setting is not valid.
  public let timeZone: any CivilTimeZone
  /// A description of what is wrong with the setting, in one line, or nil if it is valid.
  package let problem: String?

  /// Creates the zone for a value of `TZ` (nil if it is not set) and a path to use instead of `/etc/localtime`.
  package init(variable: String?, localTimePath: String) {
    do throws(UnknownNameError) {
      timeZone =
        if let variable {
          try TimeZoneName.timeZone(ofVariable: variable)
        } else {
          try Self.localTimeZone(path: localTimePath)
        }
      problem = nil
    } catch {
      let setting = variable == nil ? error.name : "TZ=\(error.name.quoted)"
      timeZone = TimeZoneName.utc
      problem = "\(setting) is not a time zone\(error.reason.map { " (\($0))" } ?? ""): UTC is used"
    }
  }

  /// Returns the zone that a symbolic link names, or else the zone in the file, or UTC if the file is missing.
  ///
  /// A name is preferred because only Foundation's zones have names in other languages.
  private static func localTimeZone(path: String) throws(UnknownNameError) -> any CivilTimeZone {
    let link = try? FileManager.default.destinationOfSymbolicLink(atPath: path)
    for target in [link ?? path, URL(fileURLWithPath: path).resolvingSymlinksInPath().path] {
      guard let folder = target.ranges(of: "zoneinfo/").last else { continue }
      if let zone = TimeZoneName.foundationZone(exactly: String(target[folder.upperBound...])) { return zone }
    }
    do throws(TimeZoneFileError) {
      return try TimeZoneFile(path: path, identifier: path)
    } catch {
      if error == .unreadable(.missing) { return TimeZoneName.utc }
      throw UnknownNameError(kind: .timeZone, name: path, reason: error.description)
    }
  }
}

/// Describes how a local time was resolved that a zone's clock skips or shows twice.
package struct CivilTimeChoice: Sendable, Hashable, CustomStringConvertible {
  /// The local time, the zone and the chosen moment, in one line.
  package let description: String

  /// Returns nil where the clock shows the local time exactly once.
  package init?(text: String, local: Int64, second: Int64, timeZone: any CivilTimeZone) {
    let taken = timeZone.timestamp(atSecond: second)
    let zone = timeZone.identifier
    let moments = timeZone.seconds(ofLocal: local)
    if second + timeZone.offset(atSecond: second) != local {
      description = "\(text.quoted) does not exist in \(zone) because the clock is put forward; using \(taken)"
    } else if let other = moments.first(where: { $0 != second }) {
      let which = other > second ? "first" : "second"
      description = "\(text.quoted) occurs twice in \(zone); using the \(which), \(taken)"
    } else {
      return nil
    }
  }
}
