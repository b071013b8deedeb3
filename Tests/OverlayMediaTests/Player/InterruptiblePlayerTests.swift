import OverlayPictureInPicture
import OverlayRender
import TestTools
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

  @Test("A player whose device is lost is paused until the user asks to play, also after a call")
  func lostDevice() {
    player.setPlaying(true)
    player.loseDevice()
    #expect(bench.player.rate == 0)
    // A call does not play what stood still before it.
    player.beginInterruption()
    player.endInterruption()
    #expect(bench.player.rate == 0)
    player.setPlaying(true)
    #expect(bench.player.rate == 1)
    // It was lost during the call.
    player.beginInterruption()
    player.loseDevice()
    player.endInterruption()
    #expect(bench.player.rate == 0)
    // The user has asked to play during the call, after the loss, but not before it.
    #expect(!playsAfterRequest(isBeforeLoss: true) && playsAfterRequest(isBeforeLoss: false))
  }

  /// Loses the device during an interruption, before or after the user asks to play. Returns whether it plays after
  /// that.
  private func playsAfterRequest(isBeforeLoss: Bool) -> Bool {
    player.beginInterruption()
    if isBeforeLoss { player.setPlaying(true) }
    player.loseDevice()
    if !isBeforeLoss { player.setPlaying(true) }
    player.endInterruption()
    return bench.player.rate == 1
  }

  @Test("Whatever the order of requests, calls and lost devices, the latest request counts outside of calls")
  func anyOrder() {
    var random = SeededGenerator(seed: 37)
    var (isWanted, isInterrupted) = (false, false)
    for step in 0..<500 {
      switch Int.random(in: 0..<5, using: &random) {
      case 0:
        player.beginInterruption()
        isInterrupted = true
      case 1:
        player.endInterruption()
        isInterrupted = false
      case 2:
        player.loseDevice()
        isWanted = false
      default:
        isWanted = Bool.random(using: &random)
        player.setPlaying(isWanted)
      }
      #expect(bench.player.rate == (isWanted && !isInterrupted ? 1 : 0), "step \(step)")
    }
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
