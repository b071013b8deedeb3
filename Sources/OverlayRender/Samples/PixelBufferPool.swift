import Synchronization

/// A pool of memory for pictures of one format.
///
/// A released `PixelBuffer` returns its memory. A draft takes the memory that was returned last, which contains the
/// newest picture, and maps new memory only if the pool is empty. Old unused memory is freed whenever a buffer is
/// requested or returned, and by `flush`. The pool follows the rules of Core Video's `CVPixelBufferPool`, with a byte
/// budget in addition.
public final class PixelBufferPool: Sendable {
  /// How much memory a pool keeps.
  package struct Configuration: Sendable, Hashable {
    /// Aging never reduces the number of allocated buffers below this. Buffers are not allocated in advance.
    package var minimumBufferCount: Int
    /// Unused memory older than this is freed. Zero keeps it without a limit.
    package var maximumBufferAge: MediaTime
    /// The maximum number of mapped bytes, in whole pages, or nil for no limit.
    package var byteBudget: Int?

    /// Creates a configuration.
    package init(
      minimumBufferCount: Int = 0, maximumBufferAge: MediaTime = .seconds(1), byteBudget: Int? = nil
    ) {
      self.minimumBufferCount = minimumBufferCount
      self.maximumBufferAge = maximumBufferAge
      self.byteBudget = byteBudget
    }
  }

  /// The memory that a flush frees.
  package enum FlushMode: Sendable, Hashable {
    /// Unused memory that is too old.
    case aged
    /// All unused memory, whatever its age and the minimum count.
    case excess
  }

  /// Unused memory.
  private struct Unused {
    let pages: PixelPages
    let stamp: UInt64
    let returned: MediaTime
  }

  private struct State {
    /// In order, the oldest first.
    var unused: [Unused] = []
    var allocated = 0
    var recycled = 0
    var hasPendingNotification = false
    var onBufferFreed: (@Sendable () -> Void)?
  }

  /// The format of all buffers.
  public let format: VideoFormat
  /// How much memory the pool keeps.
  package let configuration: Configuration

  private let clock: any MediaClock
  private let bytesPerBuffer: Int
  private let state = Mutex(State())

  /// Creates an empty pool. `clock` measures the age of unused memory.
  public convenience init(format: VideoFormat, clock: any MediaClock) {
    self.init(format: format, configuration: Configuration(), clock: clock)
  }

  /// Creates an empty pool that keeps as much memory as `configuration` says.
  package init(format: VideoFormat, configuration: Configuration, clock: any MediaClock) {
    self.format = format
    self.configuration = configuration
    self.clock = clock
    bytesPerBuffer = PixelPages.wholePages(format.byteCount)
  }

  /// The number of buffers with mapped memory, used or unused.
  package var allocatedBufferCount: Int { state.withLock { $0.allocated } }
  /// The number of buffers with unused memory.
  package var unusedBufferCount: Int { state.withLock { $0.unused.count } }
  /// The number of drafts that reused memory.
  package var recycledCount: Int { state.withLock { $0.recycled } }

  /// Called once when a buffer is freed after a threshold or the budget prevented a draft, on the thread that frees it.
  package var onBufferFreed: (@Sendable () -> Void)? {
    get { state.withLock { $0.onBufferFreed } }
    set { state.withLock { $0.onBufferFreed = newValue } }
  }

  /// Returns a draft with memory for one picture.
  ///
  /// - Throws: `PixelBufferPoolError.memory` if the kernel provides no memory.
  public func draft() throws(PixelBufferPoolError) -> PixelBufferDraft {
    try draft(allocationThreshold: nil)
  }

  /// Returns a draft with memory for one picture.
  ///
  /// - Parameter allocationThreshold: The number of allocated buffers from which no new memory is mapped. Returned
  ///   memory is still reused.
  /// - Throws: `thresholdReached` or `budgetReached`, after which `onBufferFreed` reports the next freed buffer;
  ///   `memory` if the kernel provides no memory.
  package func draft(allocationThreshold: Int?) throws(PixelBufferPoolError) -> PixelBufferDraft {
    let now = clock.time
    // Reuse memory before old memory is freed: with one picture per second, the only unused buffer may just be too old.
    let (youngest, expired) = state.withLock { state in
      let youngest = state.unused.popLast()
      if youngest != nil { state.recycled += 1 }
      return (youngest, removeAged(from: &state, now: now))
    }
    // Unmap the memory here, outside the lock.
    _ = consume expired
    if let youngest {
      return PixelBufferDraft(pages: youngest.pages, format: format, pool: self, previousStamp: youngest.stamp)
    }
    try reserve(allocationThreshold: allocationThreshold)
    do {
      let pages = try PixelPages(byteCount: format.byteCount)
      return PixelBufferDraft(pages: pages, format: format, pool: self, previousStamp: nil)
    } catch {
      state.withLock { $0.allocated -= 1 }
      throw .memory(error)
    }
  }

  /// Frees unused memory.
  package func flush(_ mode: FlushMode = .aged) {
    let now = clock.time
    let freed = state.withLock { state in
      switch mode {
      case .aged: return removeAged(from: &state, now: now)
      case .excess:
        defer { state.unused = [] }
        state.allocated -= state.unused.count
        return state.unused
      }
    }
    _ = consume freed
  }

  /// Takes back the memory of a released picture.
  func recycle(_ pages: PixelPages, stamp: UInt64) {
    let now = clock.time
    let (expired, notify) = state.withLock { state in
      let expired = removeAged(from: &state, now: now)
      state.unused.append(Unused(pages: pages, stamp: stamp, returned: now))
      return (expired, takeNotification(from: &state))
    }
    _ = consume expired
    notify?()
  }

  /// Stops counting memory that will not return.
  func forget() {
    let notify = state.withLock { state in
      state.allocated -= 1
      return takeNotification(from: &state)
    }
    notify?()
  }

  private func reserve(allocationThreshold: Int?) throws(PixelBufferPoolError) {
    let refusal: PixelBufferPoolError? = state.withLock { state in
      if let allocationThreshold, state.allocated >= allocationThreshold {
        state.hasPendingNotification = true
        return .thresholdReached(allocationThreshold)
      }
      if let budget = configuration.byteBudget, (state.allocated + 1) * bytesPerBuffer > budget {
        state.hasPendingNotification = true
        return .budgetReached(byteBudget: budget, bytesPerBuffer: bytesPerBuffer)
      }
      state.allocated += 1
      return nil
    }
    if let refusal { throw refusal }
  }

  /// Removes and returns unused memory that is too old. The caller releases it outside the lock because unmapping is
  /// slow.
  private func removeAged(from state: inout State, now: MediaTime) -> [Unused] {
    let limit = configuration.maximumBufferAge
    guard limit > .zero else { return [] }
    let spare = max(0, state.allocated - configuration.minimumBufferCount)
    let aged = Array(state.unused.prefix(spare).prefix { now - $0.returned > limit })
    guard !aged.isEmpty else { return [] }
    state.unused.removeFirst(aged.count)
    state.allocated -= aged.count
    return aged
  }

  private func takeNotification(from state: inout State) -> (@Sendable () -> Void)? {
    guard state.hasPendingNotification else { return nil }
    state.hasPendingNotification = false
    return state.onBufferFreed
  }
}

/// An error in requesting a draft from a pool.
public enum PixelBufferPoolError: Error, Hashable, CustomStringConvertible {
  /// The maximum number of buffers of the request is in use.
  case thresholdReached(Int)
  /// Another buffer would exceed the pool's byte budget.
  case budgetReached(byteBudget: Int, bytesPerBuffer: Int)
  /// The kernel provides no memory.
  case memory(PixelMemoryError)

  /// One line that says what is wrong and how to fix it.
  public var description: String {
    switch self {
    case .thresholdReached(let threshold):
      "all \(threshold) picture buffers are in use: release one, or allow more"
    case .budgetReached(let byteBudget, let bytesPerBuffer):
      "one more picture buffer of \(bytesPerBuffer) bytes exceeds the budget of \(byteBudget) bytes: "
        + "release one, or raise the budget"
    case .memory(let error): error.description
    }
  }
}
