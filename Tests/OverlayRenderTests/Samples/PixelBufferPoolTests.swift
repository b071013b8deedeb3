import OverlayRender
import Synchronization
import Testing

@Suite("PixelBufferPool")
struct PixelBufferPoolTests {
  let clock = ManualClock()
  let format: VideoFormat

  init() throws {
    format = try VideoFormat(size: PixelSize(32, 32), pixelFormat: .bgraPremultiplied)
  }

  func makePool(_ configuration: PixelBufferPool.Configuration = .init()) -> PixelBufferPool {
    PixelBufferPool(format: format, configuration: configuration, clock: clock)
  }

  func makePicture(byte: UInt8, in pool: PixelBufferPool) throws -> PixelBuffer {
    var draft = try pool.draft()
    draft.withUnsafeMutableBytes { $0[9] = byte }
    return draft.freeze(stamp: 1)
  }

  /// Takes `count` pictures at a time and releases them.
  func use(_ pool: PixelBufferPool, count: Int) throws {
    var pictures: [PixelBuffer] = []
    for stamp in 0..<count { pictures.append(try pool.draft().freeze(stamp: UInt64(stamp))) }
  }

  @Test("Reused memory keeps its stamp and its picture")
  func recycling() throws {
    let pool = makePool()
    do {
      var draft = try pool.draft()
      draft.withUnsafeMutableBytes { $0[100] = 42 }
      _ = draft.freeze(stamp: 7)
    }
    var draft = try pool.draft()
    #expect(draft.previousStamp == 7)
    let byte = draft.withUnsafeMutableBytes { $0[100] }
    #expect(byte == 42)
    #expect(pool.allocatedBufferCount == 1 && pool.recycledCount == 1)
  }

  @Test("The memory that was returned last is used first")
  func youngestFirst() throws {
    let pool = makePool()
    var older: PixelBuffer? = try pool.draft().freeze(stamp: 1)
    var younger: PixelBuffer? = try pool.draft().freeze(stamp: 2)
    #expect(older != nil && younger != nil)
    older = nil
    younger = nil
    #expect(try pool.draft().previousStamp == 2)
  }

  @Test("A steady state maps no memory, even if a picture lasts longer than the maximum age")
  func steadyState() throws {
    let pool = makePool()
    var shown = try pool.draft().freeze(stamp: 0)
    for stamp in 1...20 {
      clock.advance(by: .seconds(5))
      shown = try pool.draft().freeze(stamp: UInt64(stamp))
    }
    #expect(shown.format == format)
    #expect(pool.recycledCount == 19 && pool.allocatedBufferCount == 2)
  }

  @Test("Unused memory is freed only when it is older than the maximum age")
  func aging() throws {
    let pool = makePool()
    try use(pool, count: 3)
    clock.advance(by: .seconds(1))
    pool.flush(.aged)
    #expect(pool.allocatedBufferCount == 3)
    clock.advance(by: .nanoseconds(1))
    pool.flush(.aged)
    #expect(pool.allocatedBufferCount == 0 && pool.unusedBufferCount == 0)
  }

  @Test("A request and a return free old memory")
  func agingAtUse() throws {
    let pool = makePool()
    try use(pool, count: 3)
    clock.advance(by: .seconds(2))
    let picture = try pool.draft().freeze(stamp: 9)
    #expect(pool.allocatedBufferCount == 1 && picture.byteCount == format.byteCount)
  }

  @Test("A maximum age of zero disables aging")
  func noAging() throws {
    let pool = makePool(.init(maximumBufferAge: .zero))
    try use(pool, count: 3)
    clock.advance(by: .seconds(1_000_000))
    pool.flush(.aged)
    #expect(pool.allocatedBufferCount == 3)
  }

  @Test("Aging keeps the minimum count, but an excess flush does not")
  func minimumCount() throws {
    let pool = makePool(.init(minimumBufferCount: 2))
    try use(pool, count: 5)
    clock.advance(by: .seconds(10))
    pool.flush(.aged)
    #expect(pool.allocatedBufferCount == 2)
    pool.flush(.excess)
    #expect(pool.allocatedBufferCount == 0)
  }

  @Test("An excess flush frees only unused memory")
  func excessFlush() throws {
    let pool = makePool()
    let kept = try pool.draft().freeze(stamp: 1)
    try use(pool, count: 2)
    pool.flush(.excess)
    #expect(pool.allocatedBufferCount == 1 && pool.unusedBufferCount == 0)
    #expect(kept.withUnsafeBytes { $0.allSatisfy { $0 == 0 } })
  }

  @Test("At the threshold nothing is mapped, but returned memory is reused")
  func allocationThreshold() throws {
    let pool = makePool()
    var first: PixelBuffer? = try pool.draft(allocationThreshold: 2).freeze(stamp: 1)
    let second = try pool.draft(allocationThreshold: 2).freeze(stamp: 2)
    #expect(throws: PixelBufferPoolError.thresholdReached(2)) { _ = try pool.draft(allocationThreshold: 2) }
    #expect(first != nil)
    first = nil
    #expect(try pool.draft(allocationThreshold: 2).previousStamp == 1)
    #expect(second.format == format)
  }

  @Test("A freed buffer is reported once after a refusal, and never without one")
  func announcement() throws {
    let pool = makePool()
    let count = Mutex(0)
    let announced = { count.withLock { $0 } }
    pool.onBufferFreed = { count.withLock { $0 += 1 } }
    try use(pool, count: 2)
    #expect(announced() == 0)
    var used: [PixelBuffer] = []
    for stamp in 0..<2 { used.append(try pool.draft().freeze(stamp: UInt64(stamp))) }
    _ = try? pool.draft(allocationThreshold: 2)
    #expect(announced() == 0)
    used.removeLast()
    #expect(announced() == 1)
    used.removeLast()
    #expect(announced() == 1)
  }

  @Test("The byte budget counts whole pages")
  func byteBudget() throws {
    let pool = makePool(.init(byteBudget: 2 * 4096))
    let first = try pool.draft().freeze(stamp: 1)
    let second = try pool.draft().freeze(stamp: 2)
    #expect(throws: PixelBufferPoolError.budgetReached(byteBudget: 8192, bytesPerBuffer: 4096)) {
      _ = try pool.draft()
    }
    #expect(first !== second)
  }

  @Test("A draft that is not frozen frees its memory, because its content is unknown")
  func droppedDraft() throws {
    let pool = makePool()
    try use(pool, count: 1)
    do {
      var draft = try pool.draft()
      draft.withUnsafeMutableBytes { $0[0] = 1 }
    }
    #expect(pool.allocatedBufferCount == 0)
    #expect(try pool.draft().previousStamp == nil)
  }

  @Test("A picture outlives its pool")
  func deadPool() throws {
    var pool: PixelBufferPool? = makePool()
    weak let observed = pool
    let picture = try makePicture(byte: 5, in: try #require(pool))
    pool = nil
    #expect(observed == nil)
    #expect(picture.withUnsafeBytes { $0[9] } == 5)
  }
}
