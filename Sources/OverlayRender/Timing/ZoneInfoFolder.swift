import Foundation
import Synchronization

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
