import Glibc

/// Watches the target of a path: every folder and symbolic link on the way, so that moving, removing, replacing or
/// creating any of them is reported.
struct PathWatch: Sendable {
  /// The interests that keep the watch alive.
  private(set) var watches: [FolderWatch] = []
  /// The reason that changes may be missed; `nil` if they are not.
  private(set) var failure: WatchFailure?

  private let events: FileEvents
  private let action: FileEvents.Action

  /// Watches an absolute path as it is now. After a call of `action`, the path must be watched again.
  ///
  /// A folder is watched before it is entered, and its content before it is read. So no change in between is missed.
  init(_ path: String, events: FileEvents, action: @escaping FileEvents.Action) {
    self.events = events
    self.action = action
    var names = Array(path.split(separator: "/").map(String.init).reversed())
    var folder = "/"
    var linkCount = 0
    while let name = names.popLast() {
      if name == "." { continue }
      if name == ".." {
        // There is no link in `folder`, so its name contains its parent.
        folder = Folders.parent(of: folder)
        continue
      }
      let next = folder == "/" ? "/" + name : folder + "/" + name
      if !names.isEmpty, enter(next) {
        folder = next
        continue
      }
      // This is the file itself, or something on the way that is currently not a folder. Its folder reports when that
      // changes.
      watch(folder, child: name)
      // It may have become a folder before its folder was watched.
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

  /// The maximum number of links that the kernel follows.
  private static let linkLimit = 40

  /// Watches a folder itself; returns false if it is not a folder.
  private mutating func enter(_ folder: String) -> Bool {
    do throws(SystemError) {
      watches.append(try events.watch(folder, action: action))
    } catch {
      if error.rawValue == ENOENT || error.rawValue == ENOTDIR || error.rawValue == ELOOP { return false }
      // A folder that may be entered but not read is not a failure, because it rarely moves.
      if error.rawValue != EACCES { failure = failure ?? WatchFailure(folder: folder, error: error) }
    }
    return true
  }

  private mutating func watch(_ folder: String, child: String) {
    do throws(SystemError) {
      watches.append(try events.watch(folder, child: child, action: action))
    } catch {
      // The folder was removed, which the watch of its parent reports.
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

/// The reason that changes in a folder are not detected.
struct WatchFailure: Sendable, Hashable, CustomStringConvertible {
  let folder: String
  let error: SystemError

  /// The problem and a remedy, in one line.
  var description: String { "changes in \(folder.quotedWhole) cannot be detected: \(remedy)" }

  private var remedy: String {
    switch error.rawValue {
    case ENOSPC: "the inotify watches of this user are used up; raise fs.inotify.max_user_watches"
    case EMFILE: "too many files are open; raise fs.inotify.max_user_instances or the limit of open files"
    case EACCES: "the folder is not readable; make it readable"
    default: "\(error)"
    }
  }
}
