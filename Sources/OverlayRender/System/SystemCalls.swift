import CLinux
import Glibc

/// The system calls the sinks make. Each is tried again after EINTR and throws `SystemError`.
enum SystemCalls {
  /// What a name or a descriptor leads to.
  struct FileStatus {
    enum Kind { case file, folder, pipe, socket, characterDevice, other }
    let kind: Kind
    let device: dev_t
    let inode: ino_t
    /// How many bytes a regular file holds; of other kinds it says nothing.
    let size: Int
    fileprivate let owner: uid_t
    fileprivate let group: gid_t
    /// Who may read, write and execute it.
    fileprivate let permissions: mode_t

    fileprivate init(_ status: stat) {
      kind =
        switch status.st_mode & S_IFMT {
        case S_IFREG: .file
        case S_IFDIR: .folder
        case S_IFIFO: .pipe
        case S_IFSOCK: .socket
        case S_IFCHR: .characterDevice
        default: .other
        }
      device = status.st_dev
      inode = status.st_ino
      size = status.st_size
      owner = status.st_uid
      group = status.st_gid
      permissions = status.st_mode & 0o777
    }

    func isSameFile(as other: FileStatus) -> Bool { device == other.device && inode == other.inode }
  }

  // MARK: Names

  static func open(_ path: String, _ flags: Int32, mode: mode_t = 0o666) throws(SystemError) -> Int32 {
    try retrying { Glibc.open(path, flags | O_CLOEXEC, mode) }
  }

  static func status(of path: String, followingLink: Bool = true) throws(SystemError) -> FileStatus {
    var status = stat()
    try retrying { followingLink ? stat(path, &status) : lstat(path, &status) }
    return FileStatus(status)
  }

  static func makeFolder(_ path: String) throws(SystemError) {
    try retrying { mkdir(path, 0o777) }
  }

  static func removeFolder(_ path: String) throws(SystemError) {
    try retrying { rmdir(path) }
  }

  static func unlink(_ path: String) throws(SystemError) {
    try retrying { Glibc.unlink(path) }
  }

  /// Removes a file, unless the name leads to another one by now.
  static func unlink(_ path: String, ifItIs descriptor: Int32) {
    guard let named = try? status(of: path, followingLink: false), let open = try? status(of: descriptor),
      named.isSameFile(as: open)
    else { return }
    try? unlink(path)
  }

  static func rename(_ path: String, replacing name: String) throws(SystemError) {
    try retrying { Glibc.rename(path, name) }
  }

  /// Renames only when nothing bears the new name; EEXIST otherwise.
  static func rename(_ path: String, toFreeName name: String) throws(SystemError) {
    do throws(SystemError) {
      try retrying { renameat2(AT_FDCWD, path, AT_FDCWD, name, GNU.renameNoReplace) }
    } catch let error where error.rawValue == ENOSYS || error.rawValue == EINVAL {
      // Old kernels and some network file systems.
      try moveByLink(path, toFreeName: name)
    }
  }

  /// The same by a hard link, which never replaces anything either.
  static func moveByLink(_ path: String, toFreeName name: String) throws(SystemError) {
    try retrying { link(path, name) }
    try unlink(path)
  }

  /// The path without symbolic links; nil when it has no name in the file system.
  static func resolvedPath(_ path: String) -> String? {
    guard let resolved = realpath(path, nil) else { return nil }
    defer { free(resolved) }
    return String(cString: resolved)
  }

  // MARK: Descriptors

  static func status(of descriptor: Int32) throws(SystemError) -> FileStatus {
    var status = stat()
    try retrying { fstat(descriptor, &status) }
    return FileStatus(status)
  }

  static func isTerminal(_ descriptor: Int32) -> Bool {
    isatty(descriptor) == 1
  }

  static func isReadOnly(_ descriptor: Int32) throws(SystemError) -> Bool {
    try retrying { fcntl(descriptor, F_GETFL) } & O_ACCMODE == O_RDONLY
  }

  /// Gives an open file the owner, group and permissions of another one, as far as the process may.
  static func giveOwnerAndMode(of model: FileStatus, to descriptor: Int32) {
    var permissions = model.permissions
    if fchown(descriptor, model.owner, model.group) != 0, fchown(descriptor, uid_t.max, model.group) != 0 {
      // The file stays in the process's own group: that group may do what everybody may.
      permissions = permissions & ~0o070 | (permissions & 0o007) << 3
    }
    fchmod(descriptor, permissions)
  }

  /// Lets writes wait for room, after opening without waiting.
  static func letWritesWait(_ descriptor: Int32) throws(SystemError) {
    let flags = try retrying { fcntl(descriptor, F_GETFL) }
    try retrying { fcntl(descriptor, F_SETFL, flags & ~O_NONBLOCK) }
  }

  /// Makes sure that the first `size` bytes of a file can be written without further space, where the file system knows how.
  static func reserve(_ descriptor: Int32, size: Int) throws(SystemError) {
    let error = posix_fallocate(descriptor, 0, size)
    if error == ENOSPC { throw SystemError(rawValue: error) }
  }

  /// Cuts a file off after its first `size` bytes.
  static func truncate(_ descriptor: Int32, to size: Int) throws(SystemError) {
    try retrying { ftruncate(descriptor, size) }
  }

  /// Reports what delayed writing met (network file systems report it on closing) and keeps the file open.
  static func flush(_ descriptor: Int32) throws(SystemError) {
    try close(retrying { fcntl(descriptor, F_DUPFD_CLOEXEC, 0) })
  }

  static func close(_ descriptor: Int32) throws(SystemError) {
    // Never tried again: Linux has let go of the descriptor even after EINTR.
    guard Glibc.close(descriptor) != 0, errno != EINTR else { return }
    throw .last
  }

  // MARK: Calling

  @discardableResult
  static func retrying<Result: FixedWidthInteger>(_ call: () -> Result) throws(SystemError) -> Result {
    while true {
      let result = call()
      if result >= 0 { return result }
      if errno != EINTR { throw .last }
    }
  }
}

/// Constants that the C library defines with `_GNU_SOURCE` only, without which Swift's Glibc module is built.
private enum GNU {
  static let renameNoReplace: UInt32 = 1  // RENAME_NOREPLACE
}
