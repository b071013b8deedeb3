import Foundation
import Glibc
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
    guard !path.utf8.contains(0) else { throw .unreadable(ENOENT) }
    let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
    guard descriptor >= 0 else { throw .unreadable(errno) }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw .unreadable(errno) }
    guard status.st_mode & S_IFMT == S_IFREG else { throw .notAFile }
    var content = [UInt8](repeating: 0, count: Self.sizeLimit + 1)
    var count = 0
    while count < content.count {
      let read = content.withUnsafeMutableBytes {
        Glibc.read(descriptor, $0.baseAddress?.advanced(by: count), $0.count - count)
      }
      if read == 0 { break }
      guard read > 0 || errno == EINTR else { throw .unreadable(errno) }
      count += max(read, 0)
    }
    guard count <= Self.sizeLimit else { throw .tooLarge }
    content.removeLast(content.count - count)
    try self.init(content: content, identifier: identifier)
  }
}
