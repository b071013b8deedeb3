import OverlayRender
import Testing

@testable import OverlayMedia

@Suite("Interruptions of a player")
struct InterruptiblePlayerTests {
  private let bench: PlayerBench
  private let player: InterruptiblePlayer

  init() throws {
    bench = try PlayerBench()
    player = InterruptiblePlayer(bench.player)
    bench.settle()
  }

  /// Interrupts a player that plays, during which the user asks for something. Returns whether it plays after that.
  private func playsAfterInterruption(_ requests: Bool..., isPlaying: Bool = true) -> Bool {
    player.setPlaying(isPlaying)
    player.beginInterruption()
    for request in requests { player.setPlaying(request) }
    player.endInterruption()
    return bench.player.rate == 1
  }

  @Test("A player plays on after an interruption if it played before, and the last request of the user counts")
  func requests() {
    #expect(playsAfterInterruption())
    #expect(!playsAfterInterruption(isPlaying: false))
    #expect(!playsAfterInterruption(false))
    #expect(!playsAfterInterruption(true, false))
    #expect(playsAfterInterruption(false, true))
    #expect(playsAfterInterruption(true, isPlaying: false))
    #expect(!playsAfterInterruption(true, false, isPlaying: false))
  }

  @Test("During an interruption, the player is shown as paused and stands still, whatever the user asks for")
  func shownState() throws {
    let playback = try #require(PictureInPictureContentSource(player) { EmptyView() }.content.playback)
    playback.setPlaying(true)
    bench.settle()
    bench.advance(by: 0.5)
    #expect(!playback.isPlaybackPaused)
    player.beginInterruption()
    playback.setPlaying(true)
    bench.settle()
    bench.advance(by: 1)
    #expect(playback.isPlaybackPaused && bench.player.currentTime() == .milliseconds(500))
    player.endInterruption()
    bench.settle()
    bench.advance(by: 1)
    #expect(!playback.isPlaybackPaused && bench.player.currentTime() == .milliseconds(1500))
    player.beginInterruption()
    playback.setPlaying(false)
    player.endInterruption()
    #expect(playback.isPlaybackPaused && bench.player.rate == 0)
  }

  @Test("A player that seeks when an interruption begins plays on after it")
  func seek() {
    player.setPlaying(true)
    bench.settle()
    bench.player.seek(to: .seconds(2), toleranceBefore: .zero, toleranceAfter: .zero) { _ in }
    #expect(bench.player.timeControlStatus == .waitingToPlayAtSpecifiedRate)
    player.beginInterruption()
    bench.settle()
    #expect(bench.player.currentTime() == .seconds(2) && bench.player.timeControlStatus == .paused)
    player.endInterruption()
    bench.settle()
    bench.advance(by: 1)
    #expect(bench.player.currentTime() == .seconds(3))
  }

  @Test("A second beginning of an interruption changes nothing, and neither does an end without a beginning")
  func repetition() {
    player.setPlaying(true)
    player.beginInterruption()
    player.beginInterruption()
    player.endInterruption()
    #expect(bench.player.rate == 1)
    player.setPlaying(false)
    player.endInterruption()
    #expect(bench.player.rate == 0)
  }
}
