import TestTools
import Testing

@testable import OverlayRender

@Suite("The pause of a writer whose pipe is full")
struct PipePauseTests {
  private static let capacity = 1 << 20

  /// Returns the pause after forty pauses with a reader that takes a time for each KiB.
  private func pause(nanosecondsForKibibyte: Int, pictureByteCount: Int = capacity) -> Int {
    var pause = PipePause(capacity: Self.capacity)
    var nanoseconds = pause.next()
    for _ in 0..<40 {
      // The pipe is filled again in parts, from one picture or several.
      var free = min(nanoseconds * 1024 / nanosecondsForKibibyte, Self.capacity)
      while free > 0 {
        pause.count(byteCount: min(free, pictureByteCount))
        free -= min(free, pictureByteCount)
      }
      nanoseconds = pause.next()
    }
    return nanoseconds
  }

  @Test(
    "After the pause, the pipe is about half empty, however fast its reader is and however small the pictures are",
    arguments: [1, 10, 100, 500], [1 << 20, 10_000])
  func halfEmpty(nanosecondsForKibibyte: Int, pictureByteCount: Int) {
    let pause = pause(nanosecondsForKibibyte: nanosecondsForKibibyte, pictureByteCount: pictureByteCount)
    // The shortest pause is longer than a very fast reader takes.
    #expect(pause <= max(nanosecondsForKibibyte * 1024 * 3 / 4, 20_000))
    #expect(pause * 1024 / nanosecondsForKibibyte >= Self.capacity / 2)
  }

  @Test("The pause never exceeds a millisecond, and becomes short when the reader goes on")
  func limits() {
    var pause = PipePause(capacity: Self.capacity)
    for _ in 0..<100 { _ = pause.next() }
    #expect(pause.next() == 999_999)
    for _ in 0..<100 {
      pause.count(byteCount: Self.capacity)
      _ = pause.next()
    }
    pause.count(byteCount: Self.capacity / 2)
    #expect(pause.next() == 20_000)
  }

  @Test("The timers of the thread are as late as before, after a picture that filled the pipe")
  func timerSlack() throws {
    let pipe = try TestPipe()
    let reading = pipe.reading
    let reader = Background { readAll(reading).count }
    let picture = try makePicture(videoFormat(1001, 701, .bgra), seed: 9)
    let output = try ByteOutput(descriptor: pipe.writing, name: "pipe")
    let before = SystemCalls.timerSlack
    SystemCalls.setTimerSlack(77_000)
    defer { SystemCalls.setTimerSlack(before) }
    try output.write(picture, count: 8)
    #expect(SystemCalls.timerSlack == 77_000)
    pipe.closeWriting()
    #expect(try reader.value() == 8 * picture.byteCount)
  }
}
