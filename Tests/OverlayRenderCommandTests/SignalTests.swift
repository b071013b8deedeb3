import Foundation
import Testing

@Suite("Signals")
struct SignalTests {
  private static let frame = 64 * 36

  @Test("A run that was cut short is a proper file and says by which signal", arguments: [SIGINT, SIGTERM])
  func cutShort(signal: Int32) throws {
    let folder = try ScratchFolder()
    let run = try RunningCommand(
      smallClock + [
        "--live", "--fps", "100", "--duration", "1h", "-o", "x.raw", "--pixel-format", "gray", "--quiet", "--stats",
        "-", "--stats-every", "20ms",
      ], in: folder)
    // The output is open, and frames are on their way.
    while try !run.readLine().contains(/"frames":[1-9]/) {}
    run.send(signal)
    let outcome = try run.finish()
    #expect(outcome.status == 128 + signal)
    #expect(outcome.error.isEmpty)
    #expect(try folder.names == ["x.raw"])
    let bytes = try folder.data("x.raw")
    #expect(bytes.count > 0 && bytes.count.isMultiple(of: Self.frame))
    let last = try #require(outcome.output.split(separator: UInt8(ascii: "\n")).last)
    #expect(String(decoding: last, as: UTF8.self).contains("\"frames\":\(bytes.count / Self.frame),"))
  }

  @Test("An endless run that is interrupted is done", arguments: [["--live"], []])
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

  @Test("A reader that has stalled does not hold up the end")
  func stalledReader() throws {
    let run = try RunningCommand(["clock", "--duration", "1h", "--quiet"], in: ScratchFolder())
    // More than that is not read, and the pipe fills.
    _ = try run.read(1)
    run.send(SIGINT)
    let outcome = try run.finish(readingOutput: false)
    #expect(outcome.status == 130)
  }

  @Test("A second signal ends at once")
  func second() throws {
    let run = try RunningCommand(["clock", "--duration", "1h", "--quiet"], in: ScratchFolder())
    _ = try run.read(1)
    let start = ContinuousClock.now
    // Signals of one kind that are pending together count once; of two kinds, each.
    run.send(SIGTERM)
    run.send(SIGINT)
    let outcome = try run.finish(readingOutput: false)
    #expect([130, 143].contains(outcome.status))
    // Well within the second that a frame under way is left.
    #expect(ContinuousClock.now - start < .milliseconds(900))
  }

  @Test("A FIFO without a reader can be interrupted, and nothing else is made")
  func waitingForReader() throws {
    let folder = try ScratchFolder()
    #expect(mkfifo(folder.url.appendingPathComponent("fifo").path, 0o600) == 0)
    let run = try RunningCommand(
      smallClock + ["--duration", "1s", "-o", "fifo", "--stats", "-", "--stats-every", "20ms"], in: folder)
    // It runs, and waits.
    _ = try run.readLine()
    run.send(SIGINT)
    #expect(try run.finish().status == 130)
    #expect(try folder.names == ["fifo"])
  }
}
