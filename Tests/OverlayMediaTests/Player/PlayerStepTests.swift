import OverlayRender
import TestTools
import Testing

@testable import OverlayMedia

@Suite("Stepping a player through its pictures")
struct PlayerStepTests {
  /// Makes a step, and returns the number of the picture that is shown after it.
  private func step(_ count: Int, _ bench: PlayerBench) -> Int? {
    let log = bench.log
    bench.player.step(byCount: count) { log.add("step \($0)") }
    bench.settle()
    return bench.picture
  }

  @Test("A step pauses, and shows the next picture or the one before, at the time at which it begins")
  func steps() throws {
    let bench = try PlayerBench(FakeMovie(sampleCount: 192_000))
    bench.player.play()
    bench.settle()
    bench.advance(by: 1.03)
    #expect(bench.picture == 25)
    _ = bench.log.take()
    #expect(step(1, bench) == 26)
    #expect(bench.player.rate == 0 && bench.player.currentTime() == .milliseconds(1040))
    #expect(bench.log.take() == ["paused", "timeJumped", "step true"])
    #expect(step(1, bench) == 27 && step(2, bench) == 29 && step(-1, bench) == 28 && step(-3, bench) == 25)
    #expect(bench.player.currentTime() == .seconds(1))
    // Farther than is decoded, and back over several keyframes.
    #expect(step(40, bench) == 65 && step(-50, bench) == 15 && step(0, bench) == 15)
    bench.player.play()
    bench.settle()
    bench.advance(by: 0.4)
    #expect(bench.picture == 25 && bench.player.timeControlStatus == .playing)
  }

  @Test("Steps end at the first and the last picture, also in a loop")
  func ends() throws {
    let bench = try PlayerBench(FakeMovie(frameCount: 30))
    bench.settle()
    #expect(step(-1, bench) == 0 && step(-5, bench) == 0 && step(.min, bench) == 0)
    #expect(step(28, bench) == 28 && step(1, bench) == 29 && step(1, bench) == 29)
    #expect(bench.player.currentTime() == .milliseconds(1160))
    #expect(step(.max, bench) == 29 && step(-1, bench) == 28)
    bench.player.actionAtItemEnd = .loop
    bench.player.play()
    bench.settle()
    // In the second round, pictures of the third one are decoded.
    bench.advance(by: 2.4)
    #expect(step(1, bench) == 29 && step(1, bench) == 29)
    #expect(step(-2, bench) == 27)
    bench.player.play()
    bench.settle()
    bench.advance(by: 0.2)
    #expect(bench.picture == 2 && bench.player.timeControlStatus == .playing)
  }

  @Test("At the end of the movie, a step back shows the picture before the last one")
  func atEnd() throws {
    let bench = try PlayerBench(FakeMovie(frameCount: 30))
    bench.player.play()
    bench.settle()
    bench.advance(by: 2)
    #expect(bench.picture == 29 && bench.player.currentTime() == .milliseconds(1200))
    #expect(step(-1, bench) == 28)
  }

  @Test("Steps that follow each other at once add up, and the player decodes only what is missing")
  func sums() throws {
    let bench = try PlayerBench()
    bench.settle()
    let log = bench.log
    for number in 1...3 { bench.player.step(byCount: 1) { log.add("\(number) \($0)") } }
    bench.settle()
    #expect(log.take().filter { $0 != "timeJumped" }.suffix(3) == ["1 false", "2 false", "3 true"])
    #expect(bench.picture == 3)
    // A step within what is decoded takes one turn of the worker.
    bench.player.step(byCount: 2) { _ in }
    bench.workers.run(limit: 1)
    bench.deliver()
    #expect(bench.picture == 5)
    // A step that interrupts decoding misses nothing, and does not decode again from a keyframe.
    let seekCount = bench.library.seekCount
    for expected in stride(from: 7, to: 59, by: 2) {
      let player = bench.player
      bench.library.onNextPicture.withLock { $0 = { player.step(byCount: 1) { _ in } } }
      player.step(byCount: 1) { _ in }
      bench.settle()
      bench.deliver()
      #expect(bench.picture == expected)
    }
    // Faster steps than decoding add up.
    for _ in 0..<10 { bench.player.step(byCount: 3) { _ in } }
    bench.settle()
    #expect(bench.picture == 87 && bench.library.seekCount == seekCount)
  }

  @Test("After steps and seeks that were overtaken while they were decoded, no picture is missed")
  func overtaken() throws {
    let bench = try PlayerBench(FakeMovie(frameCount: 200))
    let player = bench.player
    bench.settle()
    for start in stride(from: 0, to: 120, by: 40) {
      // The first step is beyond what is decoded, the second one leads back into it.
      bench.library.onNextPicture.withLock { $0 = { player.step(byCount: -19) { _ in } } }
      player.step(byCount: 20) { _ in }
      bench.settle()
      #expect(bench.picture == start + 1)
      for picture in (start + 2)..<(start + 40) { #expect(step(1, bench) == picture) }
      // A seek is overtaken, and a step begins at its target.
      bench.library.onNextPicture.withLock {
        $0 = {
          player.seek(to: player.currentTime(), toleranceBefore: .zero, toleranceAfter: .zero) { _ in }
          player.step(byCount: 1) { _ in }
        }
      }
      player.step(byCount: 30) { _ in }
      bench.settle()
      #expect(bench.picture == start + 40)
    }
  }

  @Test("Without a movie, a step has no effect")
  func noMovie() async throws {
    let bench = try PlayerBench(FakeMovie(error: .noPictures(path: "movie")))
    bench.settle()
    #expect(await bench.player.step(byCount: 1) == false)
    bench.player.replaceCurrentItem(with: nil)
    #expect(await bench.player.step(byCount: 1) == false)
  }
}
