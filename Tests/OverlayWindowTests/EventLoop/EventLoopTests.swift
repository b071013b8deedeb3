import Glibc
import OverlayPictureInPicture
import OverlayRender
import Synchronization
import Testing

@testable import OverlayWindow

@Suite("EventLoop", .timeLimit(.minutes(10)))
struct EventLoopTests {
  @Test("Work of tasks and of actors runs on the thread of the loop")
  func tasksAndActors() async {
    let loop = EventLoop()
    let owner = Owner(loop)
    let threads = await Task(executorPreference: loop) {
      [loop.isIsolatingCurrentContext(), await owner.isOnThread]
    }.value
    #expect(threads == [true, true])
    #expect(loop.isIsolatingCurrentContext() == false)
  }

  @Test("Actions of the clock run on the thread, in the order of their deadlines")
  func clock() async {
    let loop = EventLoop()
    let log = Mutex<[Int]>([])
    let now = loop.time
    let subscriptions = Mutex<[Subscription]>([])
    await withCheckedContinuation { continuation in
      let actions = [30, 10, 20].map { milliseconds in
        loop.schedule(at: now + MediaTime(value: Int64(milliseconds), timescale: 1000)) {
          log.withLock { $0.append(loop.isIsolatingCurrentContext() == true ? milliseconds : -1) }
          if milliseconds == 30 { continuation.resume() }
        }
      }
      let canceled = loop.schedule(at: now) { log.withLock { $0.append(0) } }
      canceled.cancel()
      subscriptions.withLock { $0 = actions }
    }
    #expect(log.withLock { $0.filter { $0 != 0 } } == [10, 20, 30])
    #expect(loop.time - now >= MediaTime(value: 30, timescale: 1000))
  }

  @Test("A process without descriptors has an obstacle, and none when it has one again")
  func noDescriptors() async {
    // The limit is one of the whole process.
    await #expect(processExitsWith: .success) {
      var limit = rlimit()
      getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
      let usual = limit.rlim_cur
      let desktop = WindowDesktop(wayland: nil, x11: OffscreenDesktop(clock: HostClock.shared))
      limit.rlim_cur = 0
      setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
      let reason = "the thread of the windows has no descriptor: \(SystemError(rawValue: EMFILE))"
      let obstacle = desktop.obstacle
      limit.rlim_cur = usual
      setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
      #expect(obstacle == .notSupported(reason: reason))
      #expect(desktop.obstacle == nil)
      #expect(
        await Task(executorPreference: EventLoop.shared) { EventLoop.shared.isIsolatingCurrentContext() }.value == true)
    }
  }

  @Test("A source receives what arrives at its descriptor")
  func source() async {
    let loop = EventLoop()
    let pipe = EventPipe()
    loop.add(pipe)
    for byte in UInt8(1)...3 {
      #expect(await pipe.echo(byte) == byte)
    }
    await Task(executorPreference: loop) { loop.remove(pipe) }.value
  }
}

private actor Owner {
  private let loop: EventLoop
  init(_ loop: EventLoop) { self.loop = loop }
  nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }
  var isOnThread: Bool? { loop.isIsolatingCurrentContext() }
}

/// A pipe whose reading end is a source of events.
private final class EventPipe: EventSource {
  let descriptor: CInt
  private let writingEnd: CInt
  private let waiting = Mutex<CheckedContinuation<UInt8, Never>?>(nil)

  init() {
    var ends: [CInt] = [0, 0]
    pipe(&ends)
    (descriptor, writingEnd) = (ends[0], ends[1])
  }

  deinit {
    close(descriptor)
    close(writingEnd)
  }

  func echo(_ byte: UInt8) async -> UInt8 {
    await withCheckedContinuation { continuation in
      waiting.withLock { $0 = continuation }
      withUnsafeBytes(of: byte) { _ = write(writingEnd, $0.baseAddress, 1) }
    }
  }

  func willWait() -> CInt { CInt(POLLIN) }

  func didWait(_ events: CInt) {
    guard events & CInt(POLLIN) != 0 else { return }
    var byte: UInt8 = 0
    read(descriptor, &byte, 1)
    waiting.withLock { $0.take() }?.resume(returning: byte)
  }
}
