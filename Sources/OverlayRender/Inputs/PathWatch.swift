import Glibc

/// Watches over what a path leads to: every folder on the way, and every symbolic link, so that it is told when any of
/// them is moved, removed, replaced, or comes to be.
struct PathWatch: Sendable {
  /// The interests that hold the watch.
  private(set) var watches: [FolderWatch] = []
  /// Why a change may go unseen.
  private(set) var failure: WatchFailure?

  private let events: FileEvents
  private let action: FileEvents.Action

  /// Watches an absolute path as it is now; after `action` was called it must be watched anew.
  ///
  /// A folder is asked to tell of its own end before it is entered, and of its content before that is looked at; so
  /// nothing that happens meanwhile is missed.
  init(_ path: String, events: FileEvents, action: @escaping FileEvents.Action) {
    self.events = events
    self.action = action
    var names = Array(path.split(separator: "/").map(String.init).reversed())
    var folder = "/"
    var linkCount = 0
    while let name = names.popLast() {
      if name == "." { continue }
      if name == ".." {
        // No link lies on the way to `folder`, so its parent is in its name.
        folder = Folders.parent(of: folder)
        continue
      }
      let next = folder == "/" ? "/" + name : folder + "/" + name
      if !names.isEmpty, enter(next) {
        folder = next
        continue
      }
      // The file itself, or something on the way that is no folder now: its folder tells when that changes.
      watch(folder, child: name)
      // It may have become a folder after it was none and before its folder told of it.
      if !names.isEmpty, enter(next) {
        folder = next
        continue
      }
      guard let target = linkTarget(of: next), linkCount < Self.linkLimit else { return }
      linkCount += 1
      if target.hasPrefix("/") { folder = "/" }
      names += target.split(separator: "/").map(String.init).reversed()
    }
  }

  /// As many links as the kernel follows.
  private static let linkLimit = 40

  /// Watches over a folder's own place; false when it is no folder.
  private mutating func enter(_ folder: String) -> Bool {
    do throws(SystemError) {
      watches.append(try events.watch(folder, action: action))
    } catch {
      if error.rawValue == ENOENT || error.rawValue == ENOTDIR || error.rawValue == ELOOP { return false }
      // A folder that may be passed through but not read is no reason to complain: it seldom moves.
      if error.rawValue != EACCES { failure = failure ?? WatchFailure(folder: folder, error: error) }
    }
    return true
  }

  private mutating func watch(_ folder: String, child: String) {
    do throws(SystemError) {
      watches.append(try events.watch(folder, child: child, action: action))
    } catch {
      // Gone again: who watches over what is above it is told.
      guard error.rawValue != ENOENT, error.rawValue != ENOTDIR else { return }
      failure = failure ?? WatchFailure(folder: folder, error: error)
    }
  }

  private func linkTarget(of path: String) -> String? {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: Int(PATH_MAX)) { buffer in
      guard let bytes = buffer.baseAddress else { return nil }
      let count = readlink(path, bytes, buffer.count)
      return count > 0 ? String(decoding: buffer[..<count], as: UTF8.self) : nil
    }
  }
}

/// Why changes in a folder are not seen.
struct WatchFailure: Sendable, Hashable, CustomStringConvertible {
  let folder: String
  let error: SystemError

  /// What is wrong, and how to fix it, in one line.
  var description: String { "changes in \(folder.quotedWhole) are not seen: \(remedy)" }

  private var remedy: String {
    switch error.rawValue {
    case ENOSPC: "this user's watches are used up; raise fs.inotify.max_user_watches"
    case EMFILE: "too many files are open; raise fs.inotify.max_user_instances or the limit of open files"
    case EACCES: "it may not be read; allow reading it"
    default: "\(error)"
    }
  }
}
