import Glibc

/// A file that is written as `NAME.part` and gets its name when it is complete.
///
/// The lock on the `.part` tells a live writer from what a dead one left: the kernel lets go of it with the process.
final class PartFile {
  /// The name it will get, without symbolic links when it replaces a file.
  let path: String
  /// The name it has until then.
  let partPath: String
  /// Open for writing, and locked.
  let descriptor: Int32

  private let replacesExisting: Bool
  private var isOpen = true

  /// Makes `path`.part; a stale one is replaced by a fresh file, never written into.
  init(path: String, replacesExisting: Bool) throws(SinkError) {
    self.path = path
    self.replacesExisting = replacesExisting
    partPath = path + ".part"
    while true {
      if let descriptor = try Self.makeLocked(path, partPath) {
        self.descriptor = descriptor
        return
      }
      try Self.removeStale(path, partPath)
    }
  }

  deinit {
    discard()
  }

  /// Gives the complete file its name. Without replacing, a file that appeared meanwhile is left alone.
  ///
  /// - Throws: `SinkError.appearedMeanwhile`: the file is complete and stays under `partPath`.
  func publish() throws(SinkError) {
    do {
      try SystemCalls.flush(descriptor)
    } catch {
      throw SinkError(writing: path, error)
    }
    do {
      if replacesExisting {
        try SystemCalls.rename(partPath, replacing: path)
      } else {
        try SystemCalls.rename(partPath, toFreeName: path)
      }
    } catch let error where error.rawValue == EEXIST {
      close()
      throw .appearedMeanwhile(path: path, part: partPath)
    } catch {
      throw SinkError(creating: path, error)
    }
    close()
  }

  /// Removes the unfinished file. Does nothing after `publish()`.
  func discard() {
    guard isOpen else { return }
    if Self.isNamed(partPath, descriptor) { try? SystemCalls.unlink(partPath) }
    close()
  }

  private func close() {
    isOpen = false
    try? SystemCalls.close(descriptor)
  }

  /// A new, locked file; nil when the name is taken.
  private static func makeLocked(_ path: String, _ partPath: String) throws(SinkError) -> Int32? {
    let descriptor: Int32
    do {
      descriptor = try SystemCalls.open(partPath, O_WRONLY | O_CREAT | O_EXCL)
    } catch let error where error.rawValue == EEXIST {
      return nil
    } catch {
      throw SinkError(creating: path, error)
    }
    do {
      try SystemCalls.lock(descriptor)
    } catch let error where error.rawValue == EWOULDBLOCK {
      // Between the two calls another writer took it for a stale one.
      try? SystemCalls.close(descriptor)
      throw .beingWritten(path: path, part: partPath)
    } catch {
      // A file system without locks: the file is ours all the same, only the next run cannot tell that.
      return descriptor
    }
    if isNamed(partPath, descriptor) { return descriptor }
    try? SystemCalls.close(descriptor)
    return nil
  }

  /// Removes what a dead writer left. Returns also when the name is free by now.
  private static func removeStale(_ path: String, _ partPath: String) throws(SinkError) {
    let descriptor: Int32
    do {
      descriptor = try SystemCalls.open(partPath, O_WRONLY | O_NONBLOCK | O_NOFOLLOW)
    } catch let error where error.rawValue == ENOENT {
      return
    } catch let error where [ELOOP, EISDIR, ENXIO].contains(error.rawValue) {
      throw .partInTheWay(path: path, part: partPath)
    } catch {
      throw SinkError(creating: partPath, error)
    }
    defer { try? SystemCalls.close(descriptor) }
    guard (try? SystemCalls.status(of: descriptor))?.kind == .file else {
      throw .partInTheWay(path: path, part: partPath)
    }
    guard (try? SystemCalls.lock(descriptor)) != nil else { throw .beingWritten(path: path, part: partPath) }
    guard isNamed(partPath, descriptor) else { return }
    do {
      try SystemCalls.unlink(partPath)
    } catch {
      throw SinkError(creating: partPath, error)
    }
  }

  /// Whether `path` still is the name of the open file.
  private static func isNamed(_ path: String, _ descriptor: Int32) -> Bool {
    guard let named = try? SystemCalls.status(of: path, followingLink: false),
      let open = try? SystemCalls.status(of: descriptor)
    else { return false }
    return named.isSameFile(as: open)
  }
}
