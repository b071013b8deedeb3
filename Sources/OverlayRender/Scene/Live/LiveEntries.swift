import Synchronization

/// What one scene knows of the live values in it: each value's entry, the same for every view within a frame.
///
/// Between updates of the values it costs one look at a flag, however many views there are.
final class LiveEntries {
  private let updates: Updates
  private var records: [ObjectIdentifier: any LiveDependency] = [:]

  /// Calls `onUpdate`, from any thread, when a value has changed since they were last taken in; once, however many did.
  init(onUpdate: @escaping @Sendable () -> Void = {}) {
    updates = Updates(action: onUpdate)
  }

  /// Whether a value may have changed since they were last taken in.
  var hasUpdates: Bool { updates.isPending.load(ordering: .acquiring) }

  /// How many values are followed.
  var count: Int { records.count }

  /// What the views over `data` show in this frame. A value without a record gets one that holds from `streamStart`:
  /// the picture must not depend on which stretch of a stream is drawn.
  func record<Value>(of data: LiveData<Value>, streamStart: MediaTime) -> LiveRecord<Value> {
    if let known = records[ObjectIdentifier(data)] as? LiveRecord<Value> { return known }
    let record = LiveRecord(data, since: streamStart) { [updates] in updates.announce() }
    records[ObjectIdentifier(data)] = record
    return record
  }

  /// Takes in what is new, to hold from `time` on; returns whether anything is. Each record says whether it was.
  func takeUpdates(at time: MediaTime) -> Bool {
    // Lowered before the values are read: what comes in between raises it again.
    guard updates.isPending.exchange(false, ordering: .acquiringAndReleasing) else { return false }
    var hasChanged = false
    for record in records.values where record.takeUpdates(at: time) { hasChanged = true }
    return hasChanged
  }

  /// Forgets the values that are not among those that the scene still depends on.
  func keepOnly(_ dependencies: some Sequence<any LiveDependency>) {
    guard !records.isEmpty else { return }
    for record in dependencies { record.isUsed = true }
    if !records.values.allSatisfy(\.isUsed) { records = records.filter { $0.value.isUsed } }
    for record in records.values { record.isUsed = false }
  }

  /// Whether there is updates, as updates on other threads tell it.
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

/// A live value that parts of a scene depend on.
protocol LiveDependency: AnyObject {
  /// Whether the value changed when updates were last taken in.
  var isNew: Bool { get }
  /// A mark for the one who looks for what is not used.
  var isUsed: Bool { get set }
  /// Takes in a newer value, to hold from `time` on; returns whether there is one.
  func takeUpdates(at time: MediaTime) -> Bool
}

/// The entry of one live value in one scene.
final class LiveRecord<Value: Sendable>: LiveDependency {
  private(set) var entry: LiveData<Value>.Entry
  private(set) var isNew = false
  var isUsed = false
  private let data: LiveData<Value>
  private let subscription: Subscription

  init(_ data: LiveData<Value>, since: MediaTime, onUpdate: @escaping @Sendable () -> Void) {
    self.data = data
    // Before the value is read, so that no update is missed.
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
