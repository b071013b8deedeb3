import Glibc

/// What tells a file from all others, whatever name or link leads to it: its device and inode, or, of a file that does
/// not exist yet, those of its folder and its name there.
package struct FileIdentity: Hashable, Sendable {
  private let device: dev_t
  private let inode: ino_t
  private let newName: String?
  /// Whether this is a FIFO or a pipe.
  package let isPipe: Bool

  /// The file or FIFO that `path` leads to, or the file that it would create; `nil` for anything else.
  package init?(_ path: String) {
    if let status = try? SystemCalls.status(of: path) {
      self.init(status)
    } else {
      let folder = Folders.parent(of: path)
      guard let status = try? SystemCalls.status(of: folder), let name = path.split(separator: "/").last else {
        return nil
      }
      self.init(in: status, newName: String(name))
    }
  }

  /// The file or pipe that a descriptor leads to; `nil` for anything else.
  package init?(descriptor: Int32) {
    guard let status = try? SystemCalls.status(of: descriptor) else { return nil }
    self.init(status)
  }

  private init?(_ status: SystemCalls.FileStatus) {
    guard status.kind == .file || status.kind == .pipe else { return nil }
    self.init(in: status, newName: nil)
  }

  private init(in status: SystemCalls.FileStatus, newName: String?) {
    device = status.device
    inode = status.inode
    self.newName = newName
    isPipe = status.kind == .pipe
  }
}

extension OutputPlan {
  /// Whether the output is this file, or one of its numbered files is.
  package func writes(to file: FileIdentity?) -> Bool {
    guard let file else { return false }
    switch destination {
    case .standardOutput?: return file == FileIdentity(descriptor: 1)
    case .path(let path)?: return file == FileIdentity(path) || (format == .png && Self.isNumbered(file, like: path))
    case .network?, nil: return false
    }
  }

  private static func isNumbered(_ file: FileIdentity, like pattern: String) -> Bool {
    guard let name = try? NumberedName(pattern) else { return false }
    return name.numbersOfFiles().contains { FileIdentity(name.name($0)) == file }
  }
}
