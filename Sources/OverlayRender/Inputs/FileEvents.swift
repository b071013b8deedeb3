import Dispatch
import Glibc
import Synchronization

/// Tells when files come, go or are written in folders, by inotify(7): nothing is polled.
///
/// All watches of a process share one descriptor and one queue. What other machines do on a network file system is not
/// seen.
final class FileEvents: Sendable {
  typealias Action = @Sendable () -> Void
  /// How a folder is added to those that a descriptor watches; `inotify_add_watch`.
  typealias AddWatch = @Sendable (_ descriptor: Int32, _ folder: String, _ mask: UInt32) -> Int32

  /// The one of the process.
  static let shared = FileEvents()

  /// Where the actions run, one after the other.
  let queue = DispatchQueue(label: "OverlayRender.FileEvents")

  private struct Interest {
    /// The name in the folder that matters; `nil` when only the folder itself does.
    let child: String?
    let action: Action
  }

  private struct State {
    /// By watch descriptor, then by number: who wants to know.
    var interests: [Int32: [UInt64: Interest]] = [:]
    var count: UInt64 = 0
    /// How many folders are being added at the moment.
    var additionCount = 0
    /// How many events were read, and the latest of each watch while folders are being added; that of -1 is a loss of
    /// events.
    var eventCount: UInt64 = 0
    var latestEvents: [Int32: UInt64] = [:]
    /// The watches to take back when no folder is being added.
    var unneeded: Set<Int32> = []
    /// Reads the descriptor, and closes it when it is cancelled.
    let source: (any DispatchSourceRead)?

    /// Whether somebody is interested in something in the folder of a watch.
    func hasChildren(_ watch: Int32) -> Bool {
      interests[watch]?.values.contains { $0.child != nil } ?? false
    }

    /// Takes the watches back that nobody needs, or that report more than anybody needs; but not while folders are being
    /// added, for one of them may be such a watch.
    ///
    /// A mask cannot be taken back in part without naming the folder, which may have another name by now. So the watch
    /// goes as a whole; who else is interested hears of that, as if the folder had gone, and looks again.
    mutating func takeBackUnneeded(from descriptor: Int32) {
      guard additionCount == 0 else { return }
      for watch in unneeded where !hasChildren(watch) { inotify_rm_watch(descriptor, watch) }
      unneeded = []
      latestEvents = [:]
    }
  }

  private let descriptor: Result<Int32, SystemError>
  private let addWatch: AddWatch
  private let state: Mutex<State>

  /// Opens a descriptor; where the system has none left, every watch throws the reason.
  init(addWatch: @escaping AddWatch = { inotify_add_watch($0, $1, $2) }) {
    self.addWatch = addWatch
    let descriptor = inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC))
    guard descriptor >= 0 else {
      self.descriptor = .failure(.last)
      state = Mutex(State(source: nil))
      return
    }
    let source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: queue)
    source.setCancelHandler { close(descriptor) }
    self.descriptor = .success(descriptor)
    state = Mutex(State(source: source))
    state.withLock { state in
      state.source?.setEventHandler { [weak self] in self?.readEvents() }
      state.source?.activate()
    }
  }

  deinit {
    state.withLock { $0.source?.cancel() }
  }

  /// Calls `action` on the queue after something happened to `child` in a folder, or to the folder itself: moved, removed,
  /// or its file system unmounted. A symbolic link is no folder here.
  ///
  /// - Throws: What the system says: ENOENT or ENOTDIR where there is no such folder, ENOSPC when the user's watches are
  ///   used up, EACCES where the folder may not be read.
  func watch(
    _ folder: String, child: String? = nil, action: @escaping Action
  ) throws(SystemError) -> FolderWatch {
    let descriptor = try descriptor.get()
    let mask = child == nil ? Self.ownMask : Self.ownMask | Self.childMask
    let firstEvent = state.withLock { state in
      state.additionCount += 1
      return state.eventCount
    }
    // Outside the lock: on a file system that does not answer, this call waits, and other folders must not.
    let watch = addWatch(descriptor, folder, mask | Self.addingMask)
    let failure = SystemError.last
    let (number, hasEvents) = state.withLock { state in
      let hasEvents = [watch, -1].contains { state.latestEvents[$0, default: 0] > firstEvent }
      if watch >= 0 {
        state.count += 1
        state.interests[watch, default: [:]][state.count] = Interest(child: child, action: action)
      }
      state.additionCount -= 1
      state.takeBackUnneeded(from: descriptor)
      return (state.count, hasEvents)
    }
    guard watch >= 0 else { throw failure }
    // Nobody was interested yet when they were read.
    if hasEvents { queue.async(execute: action) }
    return FolderWatch { [weak self] in self?.remove(number, from: watch) }
  }

  private static let ownMask = UInt32(IN_DELETE_SELF | IN_MOVE_SELF)
  private static let childMask = UInt32(
    IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO | IN_MODIFY | IN_CLOSE_WRITE | IN_ATTRIB)
  private static let addingMask = UInt32(IN_ONLYDIR | IN_DONT_FOLLOW | IN_MASK_ADD)

  private func remove(_ number: UInt64, from watch: Int32) {
    let removed = state.withLock { state -> Interest? in
      guard let removed = state.interests[watch]?.removeValue(forKey: number) else { return nil }
      if state.interests[watch]?.isEmpty ?? true { state.interests[watch] = nil }
      let watchesTooMuch = removed.child != nil && !state.hasChildren(watch)
      if state.interests[watch] == nil || watchesTooMuch, case .success(let descriptor) = descriptor {
        state.unneeded.insert(watch)
        state.takeBackUnneeded(from: descriptor)
      }
      return removed
    }
    // Released outside the lock: the action may hold the last reference to something.
    _ = consume removed
  }

  private func readEvents() {
    guard case .success(let descriptor) = descriptor else { return }
    let concerned = withUnsafeTemporaryAllocation(byteCount: 65_536, alignment: 8) { buffer -> [Action] in
      let count = read(descriptor, buffer.baseAddress, buffer.count)
      return count > 0 ? self.actions(for: UnsafeRawBufferPointer(rebasing: buffer[..<count])) : []
    }
    for action in concerned { action() }
  }

  /// Whom the events concern, each once, however many they are.
  private func actions(for events: UnsafeRawBufferPointer) -> [Action] {
    state.withLock { state in
      var concerned: [UInt64: Action] = [:]
      var rest = events[...]
      while let event = InotifyEvent(takenFrom: &rest) {
        state.eventCount += 1
        if state.additionCount > 0 { state.latestEvents[event.watch] = state.eventCount }
        // What was lost may have concerned anybody.
        let watches = event.mask & UInt32(IN_Q_OVERFLOW) != 0 ? Array(state.interests.keys) : [event.watch]
        for watch in watches {
          for (number, interest) in state.interests[watch] ?? [:] where event.concerns(interest.child) {
            concerned[number] = interest.action
          }
        }
        if event.mask & UInt32(IN_IGNORED) != 0 { state.interests[event.watch] = nil }
      }
      return concerned.sorted { $0.key < $1.key }.map(\.value)
    }
  }
}

/// The interest in a folder, which ends when it is released.
final class FolderWatch: Sendable {
  private let onEnd: @Sendable () -> Void

  fileprivate init(onEnd: @escaping @Sendable () -> Void) {
    self.onEnd = onEnd
  }

  deinit {
    onEnd()
  }
}

/// One event as inotify(7) describes it.
private struct InotifyEvent {
  let watch: Int32
  let mask: UInt32
  /// The name in the folder; `nil` when the event is of the folder itself.
  let name: String?

  /// Takes the first event of the bytes; `nil` when there is none left.
  init?(takenFrom bytes: inout Slice<UnsafeRawBufferPointer>) {
    let headerSize = MemoryLayout<inotify_event>.size
    guard bytes.count >= headerSize else { return nil }
    let header = UnsafeRawBufferPointer(rebasing: bytes).loadUnaligned(as: inotify_event.self)
    bytes = bytes.dropFirst(headerSize)
    watch = header.wd
    mask = header.mask
    // Padded with zeros.
    name = header.len == 0 ? nil : String(decoding: bytes.prefix(Int(header.len)).prefix { $0 != 0 }, as: UTF8.self)
    bytes = bytes.dropFirst(Int(header.len))
  }

  /// Whether it matters to who is interested in this name in the folder.
  func concerns(_ child: String?) -> Bool {
    name == nil || name == child
  }
}
