import Dispatch
import OverlayPictureInPicture
import OverlayRender
import Synchronization
import TestTools
import Testing

@Suite("SampleBufferDisplayLayer")
struct SampleBufferDisplayLayerTests {
  private let clock = ManualClock(time: .seconds(100))
  private let layer: SampleBufferDisplayLayer
  private let shown = ShownPictures()

  init() {
    layer = SampleBufferDisplayLayer(clock: clock)
    shown.follow(layer)
  }

  private func sample(
    at time: MediaTime, damage: Damage? = nil, size: PixelSize = PixelSize(8, 4),
    attachments: SampleAttachments = SampleAttachments()
  ) throws -> SampleBuffer {
    let format = try VideoFormat(size: size, pixelFormat: .bgraPremultiplied)
    var sample = SampleBuffer(
      pixelBuffer: try PixelBufferDraft(format: format).freeze(), presentationTime: time, damage: damage)
    sample.attachments = attachments
    return sample
  }

  @Test("A sample is shown when the clock reaches its time, and stays without a successor")
  func dueTimes() throws {
    #expect(layer.status == .unknown && layer.error == nil && layer.copyDisplayedPixelBuffer() == nil)
    let (first, second) = (try sample(at: .seconds(101)), try sample(at: .seconds(102)))
    try layer.enqueue(first)
    try layer.enqueue(second)
    #expect(layer.status == .rendering && layer.copyDisplayedPixelBuffer() == nil)
    clock.advance(to: .milliseconds(100_999))
    #expect(shown.count == 0)
    clock.advance(to: .seconds(101))
    #expect(layer.copyDisplayedPixelBuffer() === first.pixelBuffer && shown.times == [.seconds(101)])
    clock.advance(to: .seconds(1_000))
    #expect(layer.copyDisplayedPixelBuffer() === second.pixelBuffer && shown.count == 2)
  }

  @Test("Of several samples that are due, the last one is shown with the damage of all")
  func lateSamples() throws {
    let timebase = Timebase(clock: clock)
    layer.controlTimebase = timebase
    try layer.enqueue(sample(at: .zero))
    let left = Damage(PixelRect(x: 0, y: 0, width: 1, height: 1))
    let right = Damage(PixelRect(x: 7, y: 3, width: 1, height: 1))
    try layer.enqueue(sample(at: .seconds(1), damage: left))
    let last = try sample(at: .seconds(2), damage: right)
    try layer.enqueue(last)
    timebase.set(time: .seconds(5), rate: 1)
    #expect(shown.times == [.zero, .seconds(2)] && layer.copyDisplayedPixelBuffer() === last.pixelBuffer)
    var both = left
    both.formUnion(right)
    #expect(shown.damages.last == both)
  }

  @Test("A paused timebase that jumps, or whose source jumps, shows the sample of its time")
  func pausedJumps() throws {
    let source = Timebase(clock: clock)
    let timebase = Timebase(timebase: source)
    timebase.setRate(1)
    layer.controlTimebase = timebase
    for second in Int64(0)...4 { try layer.enqueue(sample(at: .seconds(second))) }
    #expect(shown.times == [.zero])
    timebase.setTime(.seconds(2))
    #expect(shown.times == [.zero, .seconds(2)])
    source.setTime(.seconds(1))
    #expect(shown.times == [.zero, .seconds(2), .seconds(3)])
    layer.controlTimebase = nil
    timebase.setTime(.seconds(4))
    #expect(shown.times.count == 4)
  }

  @Test("The control timebase can be changed at any time")
  func controlTimebase() throws {
    #expect(layer.controlTimebase == nil)
    let stopped = Timebase(clock: clock)
    layer.controlTimebase = stopped
    #expect(layer.controlTimebase === stopped)
    try layer.enqueue(sample(at: .seconds(3)))
    clock.advance(by: .seconds(50))
    #expect(shown.count == 0)
    let running = Timebase(clock: clock)
    running.setRate(2)
    layer.controlTimebase = running
    clock.advance(by: .seconds(1))
    #expect(shown.count == 0)
    clock.advance(by: .milliseconds(500))
    #expect(shown.count == 1)
    layer.controlTimebase = nil
    try layer.enqueue(sample(at: .seconds(151)))
    #expect(shown.count == 2, "the clock reads 151.5 s")
  }

  @Test("A reversed stream is shown on a timebase that goes backward")
  func reverse() throws {
    let timebase = Timebase(clock: clock)
    timebase.set(time: .seconds(10), rate: -1)
    layer.controlTimebase = timebase
    for second in [9, 8] as [Int64] {
      var sample = try sample(at: .seconds(second))
      sample.duration = .seconds(1)
      sample.timing.isReversed = true
      try layer.enqueue(sample)
    }
    #expect(shown.times == [.seconds(10)])
    clock.advance(by: .seconds(1))
    #expect(shown.times == [.seconds(10), .seconds(9)])
  }

  @Test("Attachments: do not display wins over display immediately, which replaces the queue")
  func attachments() throws {
    try layer.enqueue(sample(at: .seconds(101)))
    try layer.enqueue(
      sample(at: .seconds(102), attachments: SampleAttachments(doNotDisplay: true, displayImmediately: true)))
    #expect(shown.count == 0)
    let immediate = try sample(at: .seconds(500), attachments: SampleAttachments(displayImmediately: true))
    try layer.enqueue(immediate)
    #expect(layer.copyDisplayedPixelBuffer() === immediate.pixelBuffer)
    clock.advance(by: .seconds(10))
    #expect(shown.count == 1, "the sample in the queue was replaced")
    clock.advance(to: .seconds(600))
    #expect(shown.count == 1)
  }

  @Test("A sample at once after a sample at its time may have an earlier time")
  func immediateOutOfOrder() throws {
    try layer.enqueue(sample(at: .seconds(101)))
    try layer.enqueue(sample(at: .seconds(50), attachments: SampleAttachments(displayImmediately: true)))
    #expect(shown.times == [.seconds(50)])
  }

  @Test("A marker with empty media removes the picture at its time")
  func emptyMedia() throws {
    let first = try sample(at: .seconds(100))
    try layer.enqueue(first)
    try layer.enqueue(
      SampleBuffer(
        markerOf: first.format, presentationTime: .seconds(101), attachments: SampleAttachments(emptyMedia: true)))
    #expect(layer.copyDisplayedPixelBuffer() === first.pixelBuffer)
    clock.advance(to: .seconds(101))
    #expect(layer.copyDisplayedPixelBuffer() == nil && shown.times == [.seconds(100), .seconds(101)])
    try layer.enqueue(sample(at: .milliseconds(101_500), damage: .nothing))
    clock.advance(to: .seconds(102))
    #expect(shown.damages.last == Damage(first.format.bounds), "nothing of the picture is left")
  }

  @Test("A flush drops what is pending and keeps the picture; the other one removes it")
  func flush() throws {
    let first = try sample(at: .seconds(100))
    try layer.enqueue(first)
    try layer.enqueue(sample(at: .seconds(101)))
    layer.flush()
    #expect(layer.status == .unknown && layer.copyDisplayedPixelBuffer() === first.pixelBuffer)
    clock.advance(by: .seconds(10))
    #expect(shown.count == 1)
    // Times begin anew after a flush, and the receiver does not know what differs.
    try layer.enqueue(sample(at: .seconds(90), damage: .nothing))
    #expect(shown.count == 2 && shown.damages.last == Damage(first.format.bounds))
    layer.flushAndRemoveImage()
    #expect(layer.copyDisplayedPixelBuffer() == nil && shown.count == 3)
    layer.flushAndRemoveImage()
    #expect(shown.count == 3)
  }

  @Test("A layer that has failed takes no samples until it is flushed, and then all of them again")
  func failure() throws {
    let failure = DisplayLayerFailure("the display is gone")
    let pending = try sample(at: .seconds(101))
    try layer.enqueue(sample(at: .seconds(100)))
    try layer.enqueue(pending)
    layer.fail(failure)
    #expect(layer.status == .failed(failure) && layer.error == failure && !layer.isReadyForMoreMediaData)
    clock.advance(by: .seconds(2))
    #expect(shown.count == 1)
    #expect(throws: DisplayLayerError.hasFailed(failure)) { try layer.enqueue(pending) }
    layer.flush()
    #expect(layer.status == .unknown && layer.error == nil)
    try layer.enqueue(pending)
    #expect(layer.copyDisplayedPixelBuffer() === pending.pixelBuffer)
    #expect(shown.statuses == [.rendering, .failed(failure), .unknown, .rendering])
  }

  @Test("Samples out of order, at no time, or beyond the limit are refused")
  func refusals() throws {
    try layer.enqueue(sample(at: .seconds(101)))
    #expect(throws: DisplayLayerError.outOfOrder(.seconds(101), after: .seconds(101))) {
      try layer.enqueue(sample(at: .seconds(101)))
    }
    #expect(throws: DisplayLayerError.timeNotNumeric(.indefinite)) { try layer.enqueue(sample(at: .indefinite)) }
    for second in 102..<133 as Range<Int64> { try layer.enqueue(sample(at: .seconds(second))) }
    #expect(throws: DisplayLayerError.queueIsFull(count: 32, byteCount: 32 * 8 * 4 * 4)) {
      try layer.enqueue(sample(at: .seconds(133)))
    }
    clock.advance(to: .seconds(101))
    try layer.enqueue(sample(at: .seconds(133)))
  }

  @Test("The queue is bounded by bytes, but takes one sample of any size")
  func bytes() throws {
    let large = PixelSize(8_192, 8_192)
    try layer.enqueue(sample(at: .seconds(101), size: large))
    #expect(!layer.isReadyForMoreMediaData)
    #expect(throws: DisplayLayerError.queueIsFull(count: 1, byteCount: 256 << 20)) {
      try layer.enqueue(sample(at: .seconds(102)))
    }
  }

  @Test("The client is called again and again while there is room, and the last call wins")
  func requests() throws {
    let queue = DispatchQueue(label: "requests")
    let calls = Mutex<[String]>([])
    queue.suspend()
    layer.requestMediaDataWhenReady(on: queue) { calls.withLock { $0.append("first") } }
    let next = Mutex<Int64>(101)
    layer.requestMediaDataWhenReady(on: queue) { [layer] in
      calls.withLock { $0.append("second") }
      while layer.isReadyForMoreMediaData {
        let time = next.withLock { value in
          defer { value += 1 }
          return value
        }
        try? layer.enqueue(sample(at: .seconds(time)))
      }
    }
    queue.resume()
    drain(queue)
    #expect(calls.withLock { $0 } == ["second"] && next.withLock { $0 } == 117)
    // One sample less leaves room again.
    clock.advance(to: .seconds(101))
    drain(queue)
    #expect(calls.withLock { $0 } == ["second", "second"] && next.withLock { $0 } == 118)
    layer.stopRequestingMediaData()
    clock.advance(to: .seconds(110))
    drain(queue)
    #expect(calls.withLock { $0.count } == 2)
  }

  @Test("A request that adds nothing is repeated until it ends")
  func repeatedRequests() {
    let queue = DispatchQueue(label: "requests")
    let calls = Mutex(0)
    let done = DispatchSemaphore(value: 0)
    layer.requestMediaDataWhenReady(on: queue) { [layer] in
      let count = calls.withLock { count in
        count += 1
        return count
      }
      guard count == 3 else { return }
      layer.stopRequestingMediaData()
      done.signal()
    }
    done.wait()
    drain(queue)
    #expect(calls.withLock { $0 } == 3)
  }

  @Test("The same picture again is not shown again")
  func unchangedPicture() throws {
    let first = try sample(at: .seconds(100))
    try layer.enqueue(first)
    var repeated = first
    repeated.presentationTime = .seconds(101)
    repeated.damage = .nothing
    try layer.enqueue(repeated)
    clock.advance(to: .seconds(101))
    #expect(shown.count == 1)
  }

  @Test("Random use leaves no picture and no timer behind")
  func randomUse() throws {
    var generator = SeededGenerator(seed: 7)
    let pool = PixelBufferPool(
      format: try VideoFormat(size: PixelSize(8, 4), pixelFormat: .bgraPremultiplied), clock: clock)
    var time: Int64 = 0
    for _ in 0..<10_000 {
      switch Int.random(in: 0..<10, using: &generator) {
      case 0: layer.flush()
      case 1: layer.flushAndRemoveImage()
      case 2: layer.fail(DisplayLayerFailure("injected"))
      case 3:
        let timebase = Timebase(clock: clock)
        timebase.set(
          time: .milliseconds(Int64.random(in: 0..<100_000, using: &generator)),
          rate: Double(Int.random(in: -2...2, using: &generator)))
        layer.controlTimebase = Bool.random(using: &generator) ? timebase : nil
      case 4: clock.advance(by: .milliseconds(Int64.random(in: 0..<2_000, using: &generator)))
      default:
        time += Int64.random(in: -100...1_000, using: &generator)
        var sample = SampleBuffer(pixelBuffer: try pool.draft().freeze(), presentationTime: .milliseconds(time))
        sample.attachments.displayImmediately = Int.random(in: 0..<8, using: &generator) == 0
        sample.attachments.doNotDisplay = Int.random(in: 0..<8, using: &generator) == 0
        try? layer.enqueue(sample)
      }
      #expect(pool.allocatedBufferCount - pool.unusedBufferCount <= 34)
    }
    layer.flushAndRemoveImage()
    #expect(pool.allocatedBufferCount == pool.unusedBufferCount)
  }

  private func drain(_ queue: DispatchQueue) {
    // A call adds the next one to the queue.
    for _ in 0..<4 { queue.sync {} }
  }
}

/// The pictures and statuses of a layer.
private final class ShownPictures: Sendable {
  private struct State {
    var times: [MediaTime] = []
    var damages: [Damage] = []
    var statuses: [SampleBufferDisplayLayer.Status] = []
    var subscriptions: [Subscription] = []
  }

  private let state = Mutex(State())

  var times: [MediaTime] { state.withLock { $0.times } }
  var damages: [Damage] { state.withLock { $0.damages } }
  var statuses: [SampleBufferDisplayLayer.Status] { state.withLock { $0.statuses } }
  var count: Int { times.count }

  func follow(_ layer: SampleBufferDisplayLayer) {
    let subscriptions = [
      layer.observePicture { [weak self] picture in
        self?.state.withLock { state in
          state.times.append(picture.time)
          state.damages.append(picture.damage)
        }
      },
      layer.observeStatus { [weak self] status in self?.state.withLock { $0.statuses.append(status) } },
    ]
    state.withLock { $0.subscriptions = subscriptions }
  }
}
