import CLinux
import Glibc

/// System calls that are retried after EINTR and throw ``SystemError``.
package enum SystemCalls {
  /// The status of a file.
  package struct FileStatus {
    package enum Kind { case file, folder, pipe, socket, characterDevice, other }
    package let kind: Kind
    package let device: dev_t
    let inode: ino_t
    /// The size of a regular file in bytes. It is undefined for other kinds.
    package let size: Int
    package let owner: uid_t
    fileprivate let group: gid_t
    /// The permission bits.
    package let permissions: mode_t

    package init(_ status: stat) {
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

  package static func open(_ path: String, _ flags: Int32, mode: mode_t = 0o666) throws(SystemError) -> Int32 {
    try retrying { Glibc.open(path, flags | O_CLOEXEC, mode) }
  }

  package static func status(of path: String, followingLink: Bool = true) throws(SystemError) -> FileStatus {
    var status = stat()
    try retrying { followingLink ? stat(path, &status) : lstat(path, &status) }
    return FileStatus(status)
  }

  package static func makeFolder(_ path: String) throws(SystemError) {
    try retrying { mkdir(path, 0o777) }
  }

  package static func removeFolder(_ path: String) throws(SystemError) {
    try retrying { rmdir(path) }
  }

  package static func unlink(_ path: String) throws(SystemError) {
    try retrying { Glibc.unlink(path) }
  }

  package static func rename(_ path: String, replacing name: String) throws(SystemError) {
    try retrying { Glibc.rename(path, name) }
  }

  // MARK: Descriptors

  package static func status(of descriptor: Int32) throws(SystemError) -> FileStatus {
    var status = stat()
    try retrying { fstat(descriptor, &status) }
    return FileStatus(status)
  }

  package static func isTerminal(_ descriptor: Int32) -> Bool {
    isatty(descriptor) == 1
  }

  package static func isReadOnly(_ descriptor: Int32) throws(SystemError) -> Bool {
    try retrying { fcntl(descriptor, F_GETFL) } & O_ACCMODE == O_RDONLY
  }

  /// Copies owner, group and permissions to an open file, as far as the process is allowed to.
  package static func copyOwnerAndMode(of model: FileStatus, to descriptor: Int32) {
    var permissions = model.permissions
    if fchown(descriptor, model.owner, model.group) != 0, fchown(descriptor, uid_t.max, model.group) != 0 {
      // The file keeps the group of the process, which gets only the permissions of others.
      permissions = permissions & ~0o070 | (permissions & 0o007) << 3
    }
    fchmod(descriptor, permissions)
  }

  /// Makes writes wait for space, after the descriptor was opened without waiting.
  package static func makeBlocking(_ descriptor: Int32) throws(SystemError) {
    let flags = try retrying { fcntl(descriptor, F_GETFL) }
    try retrying { fcntl(descriptor, F_SETFL, flags & ~O_NONBLOCK) }
  }

  /// Reserves space for the first `size` bytes of a file if the file system supports it.
  package static func reserve(_ descriptor: Int32, size: Int) throws(SystemError) {
    let error = posix_fallocate(descriptor, 0, size)
    if error == ENOSPC { throw SystemError(rawValue: error) }
  }

  /// Truncates a file to `size` bytes.
  package static func truncate(_ descriptor: Int32, to size: Int) throws(SystemError) {
    try retrying { ftruncate(descriptor, size) }
  }

  /// Moves the position of a descriptor and returns it (`lseek`).
  package static func seek(_ descriptor: Int32, to offset: Int64, from origin: Int32) throws(SystemError) -> Int64 {
    try Int64(retrying { lseek(descriptor, Int(offset), origin) })
  }

  /// Reports errors of delayed writes, which network file systems report on closing. The file stays open.
  package static func flush(_ descriptor: Int32) throws(SystemError) {
    try close(retrying { fcntl(descriptor, F_DUPFD_CLOEXEC, 0) })
  }

  /// Waits until the content of a file is on the disk (`fsync`). Does nothing on a file system without the call.
  package static func synchronize(_ descriptor: Int32) throws(SystemError) {
    do throws(SystemError) {
      try retrying { fsync(descriptor) }
    } catch let error where error.rawValue == EINVAL || error.rawValue == ENOSYS {}
  }

  /// Waits until the names in a folder are on the disk. If the folder cannot be read, that means waiting for the whole
  /// file system of a file in it (`syncfs`).
  package static func synchronizeFolder(
    _ path: String, in folder: Int32 = AT_FDCWD, with file: Int32
  ) throws(SystemError) {
    do throws(SystemError) {
      let descriptor = try retrying { openat(folder, path, O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
      defer { try? close(descriptor) }
      try synchronize(descriptor)
    } catch let error where error.rawValue == EACCES {
      try retrying { syncfs(file) }
    }
  }

  package static func close(_ descriptor: Int32) throws(SystemError) {
    // Closing is never retried, because Linux releases the descriptor even after EINTR.
    guard Glibc.close(descriptor) != 0, errno != EINTR else { return }
    throw .last
  }

  // MARK: Retrying

  @discardableResult
  package static func retrying<Result: FixedWidthInteger>(_ call: () -> Result) throws(SystemError) -> Result {
    while true {
      let result = call()
      if result >= 0 { return result }
      if errno != EINTR { throw .last }
    }
  }
}

/// Constants that the C library defines only with `_GNU_SOURCE`, which Swift's Glibc module does not define.
enum GNU {
  static let pathOnly: Int32 = 0x200000  // O_PATH
  static let renameNoReplace: UInt32 = 1  // RENAME_NOREPLACE
  static let spliceNonBlocking: UInt32 = 2  // SPLICE_F_NONBLOCK
  static let setPipeSize: Int32 = 1031  // F_SETPIPE_SZ
  static let getPipeSize: Int32 = 1032  // F_GETPIPE_SZ
}
