import Glibc

/// Identifies a file independently of its name and of links to it: by its device and inode or, for a file that does not
/// exist yet, by those of its folder and its name there.
package struct FileIdentity: Hashable, Sendable {
  private let device: dev_t
  private let inode: ino_t
  /// The name in its folder of a file that does not exist yet.
  let newName: String?
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

/// Works with the paths of folders.
enum Folders {
  /// The folder that holds `path`, "." for a bare name.
  static func parent(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// The path from the root, whatever working folder the process has later; links and dots stay as they are.
  static func absolutePath(_ path: String) -> String {
    guard !path.hasPrefix("/"), let working = getcwd(nil, 0) else { return path }
    defer { free(working) }
    return String(cString: working) + "/" + path
  }
}
