import CLinux
import Glibc

/// A name in a folder that is open. Whatever happens to the path meanwhile, the name stays in this folder. So nobody
/// can exchange a part of the path between two system calls.
package struct FolderEntry: Sendable {
  /// The folder, which its entries share.
  private final class Folder: Sendable {
    let descriptor: Int32

    init(_ path: String, in folder: Int32 = AT_FDCWD) throws(SystemError) {
      // Opening a folder for its names alone needs no permission to list them.
      descriptor = try SystemCalls.retrying {
        openat(folder, path, GNU.pathOnly | O_DIRECTORY | O_CLOEXEC)
      }
    }

    deinit { close(descriptor) }
  }

  private let folder: Folder
  /// The name in the folder.
  package let name: String
  /// The path, for messages.
  package let path: String

  private init(_ name: String, _ path: String, in folder: Folder) {
    (self.folder, self.name, self.path) = (folder, name, path)
  }

  /// Opens the folder of a path. A symbolic link with the name is not followed.
  package init(_ path: String) throws(SystemError) {
    self.init(
      path.split(separator: "/").last.map(String.init) ?? path, path, in: try Folder(Folders.parent(of: path)))
  }

  /// The greatest number of symbolic links that are followed (`MAXSYMLINKS` of the kernel).
  private static let maximumLinkCount = 40

  /// Returns the entry to which a path leads over symbolic links.
  ///
  /// In folders in which everybody can create names, such as `/tmp`, only links of their owner or of this user are
  /// followed (proc_sys_fs(5), `protected_symlinks`). This is checked for the last name of a path, not for its folders,
  /// which the kernel follows.
  package static func destination(of path: String) throws(SystemError) -> FolderEntry {
    var entry = try FolderEntry(path)
    for _ in 0..<maximumLinkCount {
      guard let link = try entry.link() else { return entry }
      let folder = Folders.parent(of: link)
      entry = FolderEntry(
        link.split(separator: "/").last.map(String.init) ?? link,
        link.hasPrefix("/") ? link : "\(Folders.parent(of: entry.path))/\(link)",
        in: try Folder(folder, in: entry.folder.descriptor))
    }
    throw SystemError(rawValue: ELOOP)
  }

  /// Returns where the entry leads if it is a symbolic link; `nil` otherwise.
  private func link() throws(SystemError) -> String? {
    let descriptor: Int32
    do {
      // The link itself is open, so that its owner and its text belong to the same link.
      descriptor = try SystemCalls.retrying {
        openat(folder.descriptor, name, GNU.pathOnly | O_NOFOLLOW | O_CLOEXEC)
      }
    } catch let error where error.rawValue == ENOENT {
      return nil
    }
    defer { close(descriptor) }
    var (status, folderStatus) = (stat(), stat())
    try SystemCalls.retrying { fstat(descriptor, &status) }
    guard status.st_mode & S_IFMT == S_IFLNK else { return nil }
    try SystemCalls.retrying { fstat(folder.descriptor, &folderStatus) }
    let isShared = folderStatus.st_mode & (S_ISVTX | S_IWOTH) == S_ISVTX | S_IWOTH
    guard !isShared || status.st_uid == geteuid() || status.st_uid == folderStatus.st_uid else {
      throw SystemError(rawValue: EACCES)
    }
    var bytes = [CChar](repeating: 0, count: Int(PATH_MAX) + 1)
    try SystemCalls.retrying { readlinkat(descriptor, "", &bytes, Int(PATH_MAX)) }
    return bytes.withUnsafeBufferPointer { bytes in bytes.baseAddress.map { String(cString: $0) } }
  }

  /// Returns another entry of the folder.
  package func sibling(_ name: String) -> FolderEntry {
    FolderEntry(name, "\(path.dropLast(self.name.count))\(name)", in: folder)
  }

  /// Returns the status of the entry. A link is not followed.
  package func status() throws(SystemError) -> SystemCalls.FileStatus {
    var status = stat()
    try SystemCalls.retrying { fstatat(folder.descriptor, name, &status, AT_SYMLINK_NOFOLLOW) }
    return SystemCalls.FileStatus(status)
  }

  /// Creates a new file with permissions. Returns a descriptor that is open for writing.
  package func create(mode: mode_t) throws(SystemError) -> Int32 {
    try SystemCalls.retrying {
      openat(folder.descriptor, name, O_WRONLY | O_CREAT | O_EXCL | O_NOCTTY | O_CLOEXEC, mode)
    }
  }

  /// Opens an existing file for writing. A symbolic link is an error.
  package func open() throws(SystemError) -> Int32 {
    try SystemCalls.retrying { openat(folder.descriptor, name, O_WRONLY | O_NOFOLLOW | O_NOCTTY | O_CLOEXEC) }
  }

  /// Gives the entry the name of another one in the folder, which is replaced.
  package func rename(replacing other: FolderEntry) throws(SystemError) {
    try SystemCalls.retrying { renameat(folder.descriptor, name, other.folder.descriptor, other.name) }
  }

  /// Gives the entry the name of another one in the folder, and fails with EEXIST if that is in use.
  package func rename(toFreeName other: FolderEntry) throws(SystemError) {
    do throws(SystemError) {
      try SystemCalls.retrying {
        renameat2(folder.descriptor, name, other.folder.descriptor, other.name, GNU.renameNoReplace)
      }
    } catch let error where error.rawValue == ENOSYS || error.rawValue == EINVAL {
      // The call is not supported by old kernels and some network file systems.
      try moveByLink(toFreeName: other)
    }
  }

  /// Renames a file with a hard link, which never replaces another file either.
  package func moveByLink(toFreeName other: FolderEntry) throws(SystemError) {
    try SystemCalls.retrying { linkat(folder.descriptor, name, other.folder.descriptor, other.name, 0) }
    try remove()
  }

  /// Removes the entry unless it is another file by now.
  package func remove(ifItIs descriptor: Int32) {
    guard let named = try? status(), let open = try? SystemCalls.status(of: descriptor), named.isSameFile(as: open)
    else { return }
    try? remove()
  }

  private func remove() throws(SystemError) {
    try SystemCalls.retrying { unlinkat(folder.descriptor, name, 0) }
  }

  /// Waits until the names in the folder are on the disk. If the folder cannot be read, that means waiting for the
  /// whole file system of a file in it (`syncfs`).
  package func synchronizeFolder(with file: Int32) throws(SystemError) {
    try SystemCalls.synchronizeFolder(".", in: folder.descriptor, with: file)
  }
}
