import Synchronization

/// Memory for pictures of one format, used again and again.
///
/// A `PixelBuffer` returns its memory when it dies. A draft takes the memory that was returned last, whose picture is
/// the youngest, and only maps new pages when nothing waits. Unused memory ages out whenever a buffer is asked for or
/// returned, and by `flush`. The rules are those of Core Video's `CVPixelBufferPool`; the byte budget is our own.
public final class PixelBufferPool: Sendable {
  /// How much memory is kept.
  public struct Configuration: Sendable, Hashable {
    /// Ageing out never takes the number of allocated buffers below this. Nothing is allocated in advance.
    public var minimumBufferCount: Int
    /// Unused memory older than this is freed; zero keeps it for ever.
    public var maximumBufferAge: MediaTime
    /// The most bytes that may be mapped at a time, in whole pages; nil sets no limit.
    public var byteBudget: Int?

    /// Makes a configuration.
    public init(
      minimumBufferCount: Int = 0, maximumBufferAge: MediaTime = .seconds(1), byteBudget: Int? = nil
    ) {
      self.minimumBufferCount = minimumBufferCount
      self.maximumBufferAge = maximumBufferAge
      self.byteBudget = byteBudget
    }
  }

  /// What a flush frees.
  public enum FlushMode: Sendable, Hashable {
    /// The unused memory that is too old.
    case aged
    /// All unused memory, whatever its age and the minimum count.
    case excess
  }

  /// Memory that waits to be used again.
  private struct Unused {
    let pages: PixelPages
    let stamp: UInt64
    let returned: MediaTime
  }

  private struct State {
    /// Oldest first.
    var unused: [Unused] = []
    var allocated = 0
    var recycled = 0
    var owesAnnouncement = false
    var hasRetired = false
    var onBufferFreed: (@Sendable () -> Void)?
  }

  /// The format of every buffer.
  public let format: VideoFormat
  /// How much memory is kept.
  public let configuration: Configuration

  private let clock: any MediaClock
  private let bytesPerBuffer: Int
  private let state = Mutex(State())

  /// Makes an empty pool; `clock` tells the age of unused memory.
  public init(format: VideoFormat, configuration: Configuration = Configuration(), clock: any MediaClock) {
    self.format = format
    self.configuration = configuration
    self.clock = clock
    bytesPerBuffer = PixelPages.wholePages(format.byteCount)
  }

  /// The buffers whose memory is mapped, used or not.
  public var allocatedBufferCount: Int { state.withLock { $0.allocated } }
  /// The buffers whose memory waits to be used again.
  public var unusedBufferCount: Int { state.withLock { $0.unused.count } }
  /// How many drafts were served without mapping memory.
  public var recycledCount: Int { state.withLock { $0.recycled } }

  /// Called once when a buffer is freed after a draft was refused by threshold or budget, on the thread that freed it.
  public var onBufferFreed: (@Sendable () -> Void)? {
    get { state.withLock { $0.onBufferFreed } }
    set { state.withLock { $0.onBufferFreed = newValue } }
  }

  /// Takes memory for one picture.
  ///
  /// - Parameter allocationThreshold: With this many buffers allocated nothing new is mapped; returned memory still is
  ///   used again.
  /// - Throws: `thresholdReached` or `budgetReached`, after which the next freed buffer is announced; `memory` when the
  ///   kernel gives none.
  public func draft(allocationThreshold: Int? = nil) throws(PixelBufferPoolError) -> PixelBufferDraft {
    let now = clock.time
    // Before anything ages out: a picture a second must not find its only spare buffer freed for being a second old.
    let (youngest, expired) = state.withLock { state in
      let youngest = state.unused.popLast()
      if youngest != nil { state.recycled += 1 }
      return (youngest, takeAged(from: &state, now: now))
    }
    // Unmapped here, outside the lock.
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
  public func flush(_ mode: FlushMode = .aged) {
    let now = clock.time
    let freed = state.withLock { state in
      switch mode {
      case .aged: return takeAged(from: &state, now: now)
      case .excess:
        defer { state.unused = [] }
        state.allocated -= state.unused.count
        return state.unused
      }
    }
    _ = consume freed
  }

  /// Takes back the memory of a dead picture.
  func recycle(_ pages: PixelPages, stamp: UInt64) {
    let now = clock.time
    let (expired, announce) = state.withLock { state in
      let expired = takeAged(from: &state, now: now)
      state.unused.append(Unused(pages: pages, stamp: stamp, returned: now))
      return (expired, takeAnnouncement(from: &state))
    }
    _ = consume expired
    announce?()
  }

  /// Whether a buffer was retired: its memory does not come back.
  var hasRetiredBuffers: Bool { state.withLock { $0.hasRetired } }

  func noteRetiredBuffer() {
    state.withLock { $0.hasRetired = true }
  }

  /// Strikes off memory that will not come back.
  func forget() {
    let announce = state.withLock { state in
      state.allocated -= 1
      return takeAnnouncement(from: &state)
    }
    announce?()
  }

  private func reserve(allocationThreshold: Int?) throws(PixelBufferPoolError) {
    let refusal: PixelBufferPoolError? = state.withLock { state in
      if let allocationThreshold, state.allocated >= allocationThreshold {
        state.owesAnnouncement = true
        return .thresholdReached(allocationThreshold)
      }
      if let budget = configuration.byteBudget, (state.allocated + 1) * bytesPerBuffer > budget {
        state.owesAnnouncement = true
        return .budgetReached(byteBudget: budget, bytesPerBuffer: bytesPerBuffer)
      }
      state.allocated += 1
      return nil
    }
    if let refusal { throw refusal }
  }

  /// Takes what is too old out of the unused memory. The caller lets it go outside the lock: unmapping is slow.
  private func takeAged(from state: inout State, now: MediaTime) -> [Unused] {
    let limit = configuration.maximumBufferAge
    guard limit > .zero else { return [] }
    let spare = max(0, state.allocated - configuration.minimumBufferCount)
    let aged = Array(state.unused.prefix(spare).prefix { now - $0.returned > limit })
    guard !aged.isEmpty else { return [] }
    state.unused.removeFirst(aged.count)
    state.allocated -= aged.count
    return aged
  }

  private func takeAnnouncement(from state: inout State) -> (@Sendable () -> Void)? {
    guard state.owesAnnouncement else { return nil }
    state.owesAnnouncement = false
    return state.onBufferFreed
  }
}

/// Why a pool gives no draft.
public enum PixelBufferPoolError: Error, Hashable, CustomStringConvertible {
  /// As many buffers as the request allowed are in use.
  case thresholdReached(Int)
  /// One more buffer would go over the pool's byte budget.
  case budgetReached(byteBudget: Int, bytesPerBuffer: Int)
  /// The kernel gives no memory.
  case memory(PixelMemoryError)

  /// What is wrong and how to mend it, in one line.
  public var description: String {
    switch self {
    case .thresholdReached(let threshold):
      "all \(threshold) picture buffers are in use: release one, or allow more"
    case .budgetReached(let byteBudget, let bytesPerBuffer):
      "one more picture buffer of \(bytesPerBuffer) bytes goes over the budget of \(byteBudget) bytes: "
        + "release one, or raise the budget"
    case .memory(let error): error.description
    }
  }
}
