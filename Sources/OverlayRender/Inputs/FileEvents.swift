import Dispatch
import Glibc
import Synchronization

/// Reports when files in folders are created, removed or written, with inotify(7) and without polling.
///
/// All watches of a process share one descriptor and one queue. Changes by other machines on a network file system are
/// not reported.
final class FileEvents: Sendable {
  typealias Action = @Sendable () -> Void
  /// Adds a folder to those that a descriptor watches, as `inotify_add_watch` does.
  typealias AddWatch = @Sendable (_ descriptor: Int32, _ folder: String, _ mask: UInt32) -> Int32

  /// The instance of the process.
  static let shared = FileEvents()

  /// The queue on which the actions run, one after the other.
  let queue = DispatchQueue(label: "OverlayRender.FileEvents")

  private struct Interest {
    /// The relevant name in the folder; `nil` if only the folder itself is relevant.
    let child: String?
    let action: Action
  }

  private struct State {
    /// The interests, by watch descriptor and number.
    var interests: [Int32: [UInt64: Interest]] = [:]
    var count: UInt64 = 0
    /// The number of folders that are being added.
    var additionCount = 0
    /// The number of events read, and while folders are being added, the number of the latest event of each watch. The
    /// watch -1 stands for lost events.
    var eventCount: UInt64 = 0
    var latestEvents: [Int32: UInt64] = [:]
    /// The source that reads the descriptor, and closes it when it is canceled.
    let source: (any DispatchSourceRead)?

    /// Whether there is an interest in a name in the folder of a watch.
    func hasChildInterest(_ watch: Int32) -> Bool {
      interests[watch]?.values.contains { $0.child != nil } ?? false
    }
  }

  private let descriptor: Result<Int32, SystemError>
  private let addWatch: AddWatch
  private let state: Mutex<State>

  /// Opens a descriptor. If the system has none left, every watch throws the reason.
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

  /// Calls `action` on the queue after a change of `child` in a folder, or of the folder itself, which may be moved,
  /// removed or unmounted. Symbolic links to folders are not followed.
  ///
  /// - Throws: The system error: ENOENT or ENOTDIR if the folder does not exist, ENOSPC if the watches of the user are
  ///   used up, EACCES if the folder cannot be read.
  func watch(
    _ folder: String, child: String? = nil, action: @escaping Action
  ) throws(SystemError) -> FolderWatch {
    let descriptor = try descriptor.get()
    let mask = child == nil ? Self.ownMask : Self.ownMask | Self.childMask
    let firstEvent = state.withLock { state in
      state.additionCount += 1
      return state.eventCount
    }
    // This is outside the lock, because the call blocks on a file system that does not answer, and must not block other
    // folders.
    let watch = addWatch(descriptor, folder, mask | Self.addingMask)
    let failure = SystemError.last
    let (number, hasEvents) = state.withLock { state in
      let hasEvents = [watch, -1].contains { state.latestEvents[$0, default: 0] > firstEvent }
      if watch >= 0 {
        state.count += 1
        state.interests[watch, default: [:]][state.count] = Interest(child: child, action: action)
      }
      state.additionCount -= 1
      if state.additionCount == 0 { state.latestEvents = [:] }
      return (state.count, hasEvents)
    }
    guard watch >= 0 else { throw failure }
    // The events were read before the interest was known.
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
      let reportsTooMuch = removed.child != nil && !state.hasChildInterest(watch)
      if state.interests[watch] == nil || reportsTooMuch, case .success(let descriptor) = descriptor {
        // A part of a mask cannot be removed without the name of the folder, which may have changed. So the whole watch
        // is removed. Other interests in it, including those that are being added, are notified as if the folder were
        // removed, and watch it again.
        inotify_rm_watch(descriptor, watch)
      }
      return removed
    }
    // This is released outside the lock, because the action may hold the last reference to an object.
    _ = consume removed
  }

  private func readEvents() {
    guard case .success(let descriptor) = descriptor else { return }
    let actions = withUnsafeTemporaryAllocation(byteCount: 65_536, alignment: 8) { buffer -> [Action] in
      let count = read(descriptor, buffer.baseAddress, buffer.count)
      return count > 0 ? self.actions(for: UnsafeRawBufferPointer(rebasing: buffer[..<count])) : []
    }
    for action in actions { action() }
  }

  /// Returns the actions for the events, each once.
  private func actions(for events: UnsafeRawBufferPointer) -> [Action] {
    state.withLock { state in
      var actions: [UInt64: Action] = [:]
      var remaining = events[...]
      while let event = InotifyEvent(removedFrom: &remaining) {
        state.eventCount += 1
        if state.additionCount > 0 { state.latestEvents[event.watch] = state.eventCount }
        // Lost events may be of any watch.
        let watches = event.mask & UInt32(IN_Q_OVERFLOW) != 0 ? Array(state.interests.keys) : [event.watch]
        for watch in watches {
          for (number, interest) in state.interests[watch] ?? [:] where event.isRelevant(to: interest.child) {
            actions[number] = interest.action
          }
        }
        if event.mask & UInt32(IN_IGNORED) != 0 { state.interests[event.watch] = nil }
      }
      return actions.sorted { $0.key < $1.key }.map(\.value)
    }
  }
}

/// The interest in a folder, which ends when this is released.
final class FolderWatch: Sendable {
  private let onEnd: @Sendable () -> Void

  fileprivate init(onEnd: @escaping @Sendable () -> Void) {
    self.onEnd = onEnd
  }

  deinit {
    onEnd()
  }
}

/// An event in the format of inotify(7).
private struct InotifyEvent {
  let watch: Int32
  let mask: UInt32
  /// The name in the folder; `nil` for an event of the folder itself.
  let name: String?

  /// Removes the first event from the bytes; `nil` if there is none.
  init?(removedFrom bytes: inout Slice<UnsafeRawBufferPointer>) {
    let headerSize = MemoryLayout<inotify_event>.size
    guard bytes.count >= headerSize else { return nil }
    let header = UnsafeRawBufferPointer(rebasing: bytes).loadUnaligned(as: inotify_event.self)
    bytes = bytes.dropFirst(headerSize)
    watch = header.wd
    mask = header.mask
    // The name is padded with zeros.
    name = header.len == 0 ? nil : String(decoding: bytes.prefix(Int(header.len)).prefix { $0 != 0 }, as: UTF8.self)
    bytes = bytes.dropFirst(Int(header.len))
  }

  /// Whether the event is relevant for an interest in a name.
  func isRelevant(to child: String?) -> Bool {
    name == nil || name == child
  }
}
