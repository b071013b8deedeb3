import Synchronization

/// The entries of the live values in a scene. Every view sees the same entry within a frame.
///
/// Between updates, checking for new values costs one atomic load, however many views there are.
final class LiveEntries {
  private let updates: Updates
  private var records: [ObjectIdentifier: any LiveDependency] = [:]

  /// Creates an empty collection. `onUpdate` is called from any thread when a value has changed, once until the updates
  /// are taken.
  init(onUpdate: @escaping @Sendable () -> Void = {}) {
    updates = Updates(action: onUpdate)
  }

  /// Whether a value may have changed since updates were last taken.
  var hasUpdates: Bool { updates.isPending.load(ordering: .acquiring) }

  /// The number of live values that are followed.
  var count: Int { records.count }

  /// Returns the record of a live value. A new record holds from `streamStart`, because the picture must not depend on
  /// the part of the stream that is drawn.
  func record<Value>(of data: LiveData<Value>, streamStart: MediaTime) -> LiveRecord<Value> {
    if let known = records[ObjectIdentifier(data)] as? LiveRecord<Value> { return known }
    let record = LiveRecord(data, since: streamStart) { [updates] in updates.announce() }
    records[ObjectIdentifier(data)] = record
    return record
  }

  /// Reads all values that have changed. They hold from `time` on. Returns whether any value has changed.
  func takeUpdates(at time: MediaTime) -> Bool {
    // The flag is cleared before the values are read, so that a later update sets it again.
    guard updates.isPending.exchange(false, ordering: .acquiringAndReleasing) else { return false }
    var hasChanged = false
    for record in records.values where record.takeUpdates(at: time) { hasChanged = true }
    return hasChanged
  }

  /// Removes the values that are not among the dependencies of the scene.
  func keepOnly(_ dependencies: some Sequence<any LiveDependency>) {
    guard !records.isEmpty else { return }
    for record in dependencies { record.isUsed = true }
    if !records.values.allSatisfy(\.isUsed) { records = records.filter { $0.value.isUsed } }
    for record in records.values { record.isUsed = false }
  }

  /// A flag that updates on other threads set.
  private final class Updates: Sendable {
    let isPending = Atomic(false)
    private let action: @Sendable () -> Void

    init(action: @escaping @Sendable () -> Void) {
      self.action = action
    }

    func announce() {
      if !isPending.exchange(true, ordering: .acquiringAndReleasing) { action() }
    }
  }
}

/// A live value that a part of a scene depends on.
protocol LiveDependency: AnyObject {
  /// Whether the value changed when updates were last taken.
  var isNew: Bool { get }
  /// A mark with which unused values are found.
  var isUsed: Bool { get set }
  /// Reads the value, which holds from `time` on. Returns whether it has changed.
  func takeUpdates(at time: MediaTime) -> Bool
}

/// The entry of a live value in a scene.
final class LiveRecord<Value: Sendable>: LiveDependency {
  private(set) var entry: LiveData<Value>.Entry
  private(set) var isNew = false
  var isUsed = false
  private let data: LiveData<Value>
  private let subscription: Subscription

  init(_ data: LiveData<Value>, since: MediaTime, onUpdate: @escaping @Sendable () -> Void) {
    self.data = data
    // Subscribing before the value is read ensures that no update is missed.
    subscription = data.onUpdate(onUpdate)
    let current = data.current
    entry = LiveData<Value>.Entry(value: current.value, revision: current.revision, since: since, previous: nil)
  }

  func takeUpdates(at time: MediaTime) -> Bool {
    let current = data.current
    isNew = current.revision != entry.revision
    if isNew {
      entry = LiveData<Value>.Entry(
        value: current.value, revision: current.revision, since: time, previous: entry.value)
    }
    return isNew
  }
}
