import Foundation
import Glibc
import RenderTestTools
import Synchronization
import TestTools
import Testing

@testable import OverlayPictureInPicture
@testable import OverlayRender

/// One picture in picture at a time. Turns with a lock of their own in the same folder stand for processes.
@Suite("PictureInPictureTurns", .timeLimit(.minutes(10)))
struct PictureInPictureTurnsTests {
  private let clock = ManualClock(time: .seconds(100))
  private let folder: TemporaryFolder
  private let log = EventLog()

  init() throws {
    folder = try TemporaryFolder()
  }

  private func process(clock: (any MediaClock)? = nil) -> PictureInPictureTurns {
    let path = folder.path
    return PictureInPictureTurns(lock: PictureInPictureLock(folder: { path }, clock: clock ?? self.clock))
  }

  private func request(
    _ name: String, in turns: PictureInPictureTurns, stopsWhenAsked: Bool = true
  ) -> Request {
    let request = Request(name, in: turns, log, stopsWhenAsked: stopsWhenAsked)
    request.send()
    return request
  }

  /// Advances the clock in milliseconds, each of which a process handles before the next one.
  private func advanceClock(to time: MediaTime, _ process: PictureInPictureTurns) {
    process.queue.sync {}
    while clock.time < time {
      clock.advance(by: .milliseconds(1))
      // First the lock is tried, and then the effects of the answer are carried out.
      for _ in 0..<2 { process.queue.sync {} }
    }
  }

  @Test("A process gets the turn when the one that has it has stopped")
  func replacement() async {
    let (a, b) = (process(), process())
    let first = request("a", in: a)
    #expect(await log.ends(with: "a has it"))
    let second = request("b", in: b)
    #expect(await log.ends(with: "b has it"))
    #expect(log.entries == ["a has it", "a is asked", "a ends", "b has it"])
    second.endAndWait()
    let third = request("c", in: a)
    #expect(await log.ends(with: "c has it"))
    #expect(log.entries.suffix(2) == ["b ends", "c has it"])
    withExtendedLifetime((first, third)) {}
  }

  @Test("A process that does not stop within three seconds is an error, and can still be asked again")
  func noAnswer() async {
    let (a, b) = (process(), process())
    let first = request("a", in: a, stopsWhenAsked: false)
    #expect(await log.ends(with: "a has it"))
    let second = request("b", in: b)
    #expect(await log.ends(with: "a is asked"))
    clock.advance(by: .milliseconds(2999))
    clock.advance(by: .milliseconds(1))
    #expect(await log.ends(with: "b: \(PictureInPictureError.inUse)"))
    first.endAndWait()
    second.send()
    #expect(await log.ends(with: "b has it"))
  }

  @Test("Of requests that wait, the last one gets the turn, wherever they come from")
  func overtaking() async {
    let (a, b, c) = (process(), process(), process())
    let first = request("a", in: a, stopsWhenAsked: false)
    #expect(await log.ends(with: "a has it"))
    let requests = [request("b", in: b)]
    #expect(await log.ends(with: "a is asked"))
    let third = request("c", in: c)
    #expect(await log.ends(with: "b: \(PictureInPictureError.stoppedBeforeStart)"))
    let ofTheSameProcess = request("a2", in: a)
    #expect(await log.ends(with: "c: \(PictureInPictureError.stoppedBeforeStart)"))
    third.send()
    #expect(await log.ends(with: "a2: \(PictureInPictureError.stoppedBeforeStart)"))
    #expect(log.entries.count { $0 == "a is asked" } == 1)
    ofTheSameProcess.send()
    #expect(await log.ends(with: "c: \(PictureInPictureError.stoppedBeforeStart)"))
    first.end()
    #expect(await log.ends(with: "a2 has it"))
    withExtendedLifetime(requests) {}
  }

  @Test("A request that is withdrawn leaves the turn free")
  func withdrawal() async {
    let (a, b, c) = (process(), process(), process())
    let first = request("a", in: a, stopsWhenAsked: false)
    #expect(await log.ends(with: "a has it"))
    let second = request("b", in: b)
    #expect(await log.ends(with: "a is asked"))
    second.end()
    first.endAndWait()
    let third = request("c", in: c)
    #expect(await log.ends(with: "c has it"))
    #expect(!log.entries.contains("b has it"))
    withExtendedLifetime(third) {}
  }

  @Test("A process that hangs is an error after three seconds, and one that is killed leaves no obstacle")
  func killedProcess() async throws {
    try TestTool.python.require()
    let other = try TestServer(.python) { _ in ["-c", Self.hangingProcess, folder.path] }
    #expect(other.readLine() == "ready")
    let waiting = process()
    var requests = [request("a", in: waiting)]
    advanceClock(to: .milliseconds(102_999), waiting)
    #expect(log.entries.isEmpty)
    advanceClock(to: .seconds(103), waiting)
    #expect(log.entries == ["a: \(PictureInPictureError.inUse)"])
    let turns = process()
    requests.append(request("b", in: turns))
    turns.queue.sync {}
    other.kill()
    #expect(await eventually(within: 60) { !other.isRunning })
    // The socket can close before the lock is free: then there is a second attempt.
    turns.queue.sync {}
    clock.advance(by: .milliseconds(50))
    #expect(await log.ends(with: "b has it"))
    // The socket of the killed process is replaced.
    requests.append(request("c", in: process()))
    #expect(await log.ends(with: "c has it"))
    withExtendedLifetime(requests) {}
  }

  /// Has the lock, and a socket at which it accepts nothing.
  private static let hangingProcess = """
    import fcntl, socket, sys, time
    path = sys.argv[1] + "/overlay-render-pip"
    lock = open(path + ".lock", "w")
    fcntl.flock(lock, fcntl.LOCK_EX)
    listener = socket.socket(socket.AF_UNIX)
    listener.bind(path + ".socket")
    listener.listen()
    print("ready", flush=True)
    time.sleep(1000)
    """

  @Test("The limit of a request that is withdrawn does not end the next one")
  func limitOfEarlierRequest() async throws {
    let lock = open(folder("overlay-render-pip.lock"), O_RDWR | O_CREAT, 0o600)
    flock(lock, LOCK_EX)
    let turns = process()
    let first = request("a", in: turns)
    turns.queue.sync {}
    // The time is reached while the end of the request and the next request wait on the queue.
    turns.queue.suspend()
    first.end()
    let second = request("b", in: turns)
    clock.advance(by: .seconds(3))
    turns.queue.resume()
    turns.queue.sync {}
    #expect(log.entries == ["a ends"])
    clock.advance(by: .seconds(3))
    #expect(await log.ends(with: "b: \(PictureInPictureError.inUse)"))
    close(lock)
    withExtendedLifetime((first, second)) {}
  }

  @Test("While a process with the lock does not listen, attempts are repeated")
  func processWithoutSocket() async throws {
    let lock = open(folder("overlay-render-pip.lock"), O_RDWR | O_CREAT, 0o600)
    flock(lock, LOCK_EX)
    let waiting = process()
    let first = request("a", in: waiting)
    advanceClock(to: .milliseconds(100_500), waiting)
    #expect(log.entries.isEmpty)
    close(lock)
    advanceClock(to: .milliseconds(100_550), waiting)
    #expect(log.entries == ["a has it"])
    withExtendedLifetime(first) {}
  }

  @Test("Many processes at once: each gets its turn or is overtaken, and never two have it")
  func manyProcesses() async {
    let processes = (0..<8).map { _ in process(clock: HostClock.shared) }
    let requests = processes.enumerated().map { request("\($0)", in: $1) }
    // If the machine stands still for three seconds, a request can fail.
    let answers = [" has it", ": \(PictureInPictureError.stoppedBeforeStart)", ": \(PictureInPictureError.inUse)"]
    #expect(await log.becomes { $0.count { entry in answers.contains(where: entry.hasSuffix) } == 8 })
    #expect(log.entries.contains { $0.hasSuffix(" has it") })
    var holder: String?
    for entry in log.entries {
      if entry.hasSuffix(" has it") {
        #expect(holder == nil)
        holder = String(entry.dropLast(7))
      } else if entry.hasSuffix(" ends") {
        holder = nil
      }
    }
    withExtendedLifetime(requests) {}
  }

  @Test("A process that allows others takes no lock, and stops nobody")
  func another() async {
    let (a, b) = (process(), process())
    b.allowsOtherProcesses = true
    let requests = [request("a", in: a)]
    #expect(await log.ends(with: "a has it"))
    let second = request("b", in: b)
    #expect(await log.ends(with: "b has it"))
    #expect(log.entries == ["a has it", "b has it"])
    withExtendedLifetime((requests, second)) {}
  }

  @Test("Without a folder for the lock, a process goes on alone")
  func noFolder() async {
    for path in [nil, "/nonexistent", "/tmp/" + String(repeating: "x", count: 100)] as [String?] {
      let turns = PictureInPictureTurns(lock: PictureInPictureLock(folder: { path }, clock: clock))
      let name = path ?? "none"
      let first = request(name, in: turns)
      #expect(await log.ends(with: "\(name) has it"))
      withExtendedLifetime(first) {}
    }
  }

  @Test("Another user's process has no effect", .enabled(if: geteuid() == 0, "needs the superuser"))
  func anotherUser() async throws {
    try TestTool.python.require()
    try TestTool.setpriv.require()
    let turns = process()
    let first = request("a", in: turns)
    #expect(await log.ends(with: "a has it"))
    chmod(folder.path, 0o755)
    chmod(folder("overlay-render-pip.socket"), 0o777)
    let output = try TestTool.setpriv.output([
      "--reuid=nobody", "--regid=nogroup", "--clear-groups", TestTool.python.path, "-c",
      """
      import socket, sys
      connection = socket.socket(socket.AF_UNIX)
      connection.connect(sys.argv[1])
      print(connection.recv(1))
      """, folder("overlay-render-pip.socket"),
    ])
    #expect(String(decoding: output, as: UTF8.self) == "b''\n")
    #expect(log.entries == ["a has it"])
    withExtendedLifetime(first) {}
  }
}

/// The folder for the lock.
@Suite("PrivateFolder")
struct PrivateFolderTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private var userFolder: String { folder("overlay-render-\(geteuid())") }

  @Test("The runtime folder is used if only the user can change it")
  func runtimeFolder() {
    chmod(folder.path, 0o700)
    #expect(PrivateFolder.runtime(folder.path, temporaryFolder: "/nonexistent") == folder.path)
    chmod(folder.path, 0o770)
    #expect(PrivateFolder.runtime(folder.path, temporaryFolder: "/nonexistent") == nil)
    for invalid in [nil, "", "relative", "/nonexistent"] as [String?] {
      #expect(PrivateFolder.runtime(invalid, temporaryFolder: "/nonexistent") == nil)
    }
  }

  @Test("Without it, a folder of the user in the temporary folder is made, with access for nobody else")
  func temporaryFolder() throws {
    for _ in 0..<2 { #expect(PrivateFolder.runtime(nil, temporaryFolder: folder.path) == userFolder) }
    #expect(try SystemCalls.status(of: userFolder).permissions == 0o700)
  }

  @Test("A folder of another user, a link and a file are refused")
  func refusal() throws {
    mkdir(folder("other"), 0o700)
    symlink(folder("other"), userFolder)
    #expect(PrivateFolder.runtime(nil, temporaryFolder: folder.path) == nil)
    unlink(userFolder)
    folder.make("overlay-render-\(geteuid())")
    #expect(PrivateFolder.runtime(nil, temporaryFolder: folder.path) == nil)
    unlink(userFolder)
    mkdir(userFolder, 0o700)
    guard geteuid() == 0 else { return }
    chown(userFolder, 65_534, 65_534)
    #expect(PrivateFolder.runtime(nil, temporaryFolder: folder.path) == nil)
  }
}

/// A request for the turn that logs what happens to it.
private final class Request: Sendable {
  private let name: String
  private let turns: PictureInPictureTurns
  private let log: EventLog
  private let stopsWhenAsked: Bool
  private let turn = Mutex<PictureInPictureTurn?>(nil)

  init(_ name: String, in turns: PictureInPictureTurns, _ log: EventLog, stopsWhenAsked: Bool) {
    self.name = name
    self.turns = turns
    self.log = log
    self.stopsWhenAsked = stopsWhenAsked
  }

  func send() {
    let turn = PictureInPictureTurn(
      stop: { [weak self, name, log, stopsWhenAsked] in
        log.add("\(name) is asked")
        if stopsWhenAsked { self?.end() }
      },
      answer: { [name, log] error in log.add(error.map { "\(name): \($0)" } ?? "\(name) has it") })
    self.turn.withLock { $0 = turn }
    turns.request(turn)
  }

  func end() {
    guard let turn = turn.withLock({ $0.take() }) else { return }
    log.add("\(name) ends")
    turns.end(turn)
  }

  /// Ends the turn, and waits until the lock is released.
  func endAndWait() {
    end()
    turns.queue.sync {}
  }
}

/// What happens, in order.
private final class EventLog: Sendable {
  private let live = LiveData<[String]>([])
  private let lock = Mutex(())

  var entries: [String] { live.current.value }

  func add(_ entry: String) { lock.withLock { _ in live.update(entries + [entry]) } }
  func becomes(_ condition: ([String]) -> Bool) async -> Bool { await live.becomes(condition) }
  func ends(with entry: String) async -> Bool { await becomes { $0.last == entry } }
}
