import Foundation
import Testing

@Suite("Signals", .ownThreads)
struct SignalTests {
  private static let frame = 64 * 36

  /// Starts a live run of an hour into `x.raw`, and sends a signal when frames have been written.
  private func cutShort(by signal: Int32, _ options: [String], in folder: ScratchFolder) throws -> Outcome {
    let run = try RunningCommand(
      smallClock + ["--live", "--fps", "100", "-o", "x.raw", "--pixel-format", "gray", "--quiet"]
        + ["--stats", "-", "--stats-every", "20ms"] + options, in: folder)
    while run.process.isRunning, try !run.readLine().contains(/"frames":[1-9]/) {}
    run.send(signal)
    return try run.finish()
  }

  private func frameCount(_ outcome: Outcome) throws -> Int {
    let last = try #require(outcome.output.split(separator: UInt8(ascii: "\n")).last)
    let match = try #require(String(decoding: last, as: UTF8.self).firstMatch(of: /"frames":([0-9]+),/))
    return try #require(Int(match.1))
  }

  @Test(
    "An interrupted run leaves its frames in another file, and keeps the existing file",
    arguments: [(SIGINT, "SIGINT"), (SIGTERM, "SIGTERM"), (SIGHUP, "SIGHUP")])
  func cutShort(signal: Int32, name: String) throws {
    let folder = try ScratchFolder()
    try folder.write("good", to: "x.raw")
    let outcome = try cutShort(by: signal, ["--duration", "1h", "--overwrite"], in: folder)
    #expect(outcome.status == 128 + signal)
    let part = try #require(folder.names.first { $0.hasSuffix(".part") })
    #expect(try folder.names == [part, "x.raw"])
    #expect(try folder.data("x.raw") == Data("good".utf8))
    let frames = try frameCount(outcome)
    #expect(try folder.data(part).count == frames * Self.frame)
    #expect(outcome.messages.count == 1)
    #expect(
      outcome.error.contains("x.raw: interrupted by \(name) and not replaced: \(frames) of 360000 frames are in "))
    #expect(outcome.error.contains(part))
  }

  @Test("An interrupted run with --keep-partial gives the file its name")
  func keepPartial() throws {
    let folder = try ScratchFolder()
    let outcome = try cutShort(by: SIGTERM, ["--duration", "1h", "--keep-partial"], in: folder)
    #expect(outcome.status == 143)
    let frames = try frameCount(outcome)
    #expect(
      outcome.messages == ["overlay-render: x.raw: interrupted by SIGTERM: it contains \(frames) of 360000 frames"])
    #expect(try folder.names == ["x.raw"])
    #expect(try folder.data("x.raw").count == frames * Self.frame)
  }

  @Test("A signal completes the file of an endless live run, and replaces the existing file")
  func endlessFile() throws {
    let folder = try ScratchFolder()
    try folder.write("old", to: "x.raw")
    let outcome = try cutShort(by: SIGTERM, ["--overwrite"], in: folder)
    #expect(outcome.status == 0)
    #expect(outcome.error.isEmpty)
    #expect(try folder.names == ["x.raw"])
    #expect(try folder.data("x.raw").count == frameCount(outcome) * Self.frame)
  }

  @Test("A signal during a slow picture ends the run soon, and leaves no file")
  func hugePicture() throws {
    let folder = try ScratchFolder()
    let run = try RunningCommand(["clock", "--size", "20000x20000", "--at", "0s", "-o", "x.png"], in: folder)
    while run.process.isRunning, try folder.names.isEmpty { usleep(1000) }
    let start = ContinuousClock.now
    run.send(SIGTERM)
    let outcome = try run.finish()
    #expect(outcome.status == 143)
    #expect(ContinuousClock.now - start < .seconds(8), "about a second, more on a busy machine")
    #expect(
      outcome.messages == [
        "overlay-render: x.png: interrupted by SIGTERM before the first frame: nothing was written"
      ])
    #expect(try folder.names.isEmpty)
  }

  @Test("A signal is the normal end of an endless run", arguments: [["--live"], []])
  func endless(pace: [String]) throws {
    let run = try RunningCommand(
      smallClock + pace + ["--as", "raw", "--pixel-format", "gray", "--quiet"], in: ScratchFolder())
    #expect(try run.read(Self.frame).count == Self.frame)
    run.send(SIGINT)
    let outcome = try run.finish()
    #expect(outcome.status == 0)
    #expect(outcome.error.isEmpty)
    #expect(outcome.output.count.isMultiple(of: Self.frame))
  }

  @Test("A stalled reader does not delay the end")
  func stalledReader() throws {
    let run = try RunningCommand(["clock", "--duration", "1h", "--quiet"], in: ScratchFolder())
    // The test reads no more, so the pipe fills.
    _ = try run.read(1)
    run.send(SIGINT)
    let outcome = try run.finish(readingOutput: false)
    #expect(outcome.status == 130)
  }

  @Test("Repeated frames count in the file and in the message")
  func repeatedPicture() throws {
    let folder = try ScratchFolder()
    let run = try RunningCommand(
      ["text", "hello", "--size", "64x36", "--duration", "100000s", "-o", "x.raw", "--pixel-format", "gray", "--quiet"]
        + ["--stats", "-", "--stats-every", "20ms"], in: folder)
    while run.process.isRunning, try !run.readLine().contains(/"frames":[1-9]/) {}
    run.send(SIGINT)
    let outcome = try run.finish()
    let part = try #require(folder.names.first)
    #expect(try folder.data(part).count == frameCount(outcome) * Self.frame)
    #expect(try outcome.error.contains(": \(frameCount(outcome)) of 3000000 frames"))
  }

  @Test("A second signal exits immediately without a report; SIGHUP does not count", arguments: [SIGINT, SIGHUP])
  func second(signal: Int32) throws {
    let folder = try ScratchFolder()
    let run = try RunningCommand(["clock", "--duration", "1h", "--quiet", "--stats", "s.json"], in: folder)
    // The test reads a part of the first frame. The run waits for its reader, and for half a second after a signal.
    _ = try run.read(100_000)
    // Pending signals of one kind count once, signals of two kinds count twice.
    run.send(SIGTERM)
    run.send(signal)
    let outcome = try run.finish(readingOutput: false)
    #expect([130, 143, 129].contains(outcome.status))
    #expect(try folder.names == (signal == SIGHUP ? ["s.json"] : []))
  }

  @Test("A repeated signal, as timeout(1) sends it, counts once")
  func repeatedSignal() throws {
    let folder = try ScratchFolder()
    let run = try RunningCommand(["clock", "--duration", "1h", "--quiet", "--stats", "s.json"], in: folder)
    _ = try run.read(100_000)
    run.send(SIGINT)
    usleep(2000)
    run.send(SIGINT)
    #expect(try run.finish(readingOutput: false).status == 130)
    #expect(try folder.names == ["s.json"])
  }

  @Test("Waiting for the reader of a FIFO can be interrupted, and no file is created")
  func waitingForReader() throws {
    let folder = try ScratchFolder()
    #expect(mkfifo(folder.url.appendingPathComponent("fifo").path, 0o600) == 0)
    let run = try RunningCommand(
      smallClock + ["--duration", "1s", "-o", "fifo", "--stats", "-", "--stats-every", "20ms"], in: folder)
    // The run waits, and reports that after a while.
    while run.process.isRunning, try run.messages.isEmpty { _ = try run.readLine() }
    run.send(SIGINT)
    let outcome = try run.finish()
    #expect(outcome.status == 130)
    #expect(outcome.messages == ["overlay-render: note: fifo: waiting for a reader"])
    #expect(try folder.names == ["fifo"])
  }
}
