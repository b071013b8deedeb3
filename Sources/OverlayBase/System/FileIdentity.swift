import Glibc

/// The identity of a file independent of its name and of links to it: its device and inode. A file that does not exist
/// yet is identified by its directory and its name.
package struct FileIdentity: Hashable, Sendable {
  private let device: dev_t
  private let inode: ino_t
  /// The name of a file that does not exist yet.
  package let newName: String?
  /// Whether the file is a FIFO or a pipe.
  package let isPipe: Bool

  /// Creates the identity of the file or FIFO at `path`, or of the file that would be created there; `nil` for anything
  /// else.
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

  /// Creates the identity of the file or pipe of a descriptor; `nil` for anything else.
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
