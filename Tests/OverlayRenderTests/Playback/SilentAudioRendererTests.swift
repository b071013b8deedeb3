import OverlayRender
import Synchronization
import Testing

@Suite("Playing sound without a device")
struct SilentAudioRendererTests {
  private let clock = ManualClock(time: .seconds(50))

  private func block(at time: MediaTime, frameCount: Int) -> AudioBlock {
    AudioBlock(
      format: AudioFormat(), presentationTime: time, samples: Array(repeating: 0, count: 2 * frameCount))
  }

  @Test("The clock counts what is played, and stands still in a pause")
  func clockOfRenderer() {
    let renderer = SilentAudioRenderer(clock: clock)
    #expect(renderer.format == AudioFormat(sampleRate: 48_000, channelCount: 2))
    clock.advance(by: .seconds(1))
    #expect(renderer.clock.time == .zero)
    renderer.play()
    clock.advance(by: .milliseconds(300))
    #expect(renderer.clock.time == .milliseconds(300))
    renderer.pause()
    clock.advance(by: .seconds(9))
    #expect(renderer.clock.time == .milliseconds(300))
    let fired = Mutex(false)
    let timer = renderer.clock.schedule(at: .milliseconds(400)) { fired.withLock { $0 = true } }
    clock.advance(by: .seconds(9))
    #expect(fired.withLock { $0 } == false)
    renderer.play()
    clock.advance(by: .milliseconds(100))
    #expect(fired.withLock { $0 } == true)
    timer.cancel()
  }

  @Test("The queue holds a second, and reports when it has room again")
  func room() {
    let renderer = SilentAudioRenderer(clock: clock)
    let calls = Mutex(0)
    let replaced = renderer.requestMediaDataWhenReady { calls.withLock { $0 += 100 } }
    let request = renderer.requestMediaDataWhenReady { calls.withLock { $0 += 1 } }
    // The last call wins, so the end of the earlier one has no effect.
    replaced.cancel()
    #expect(renderer.isReadyForMoreMediaData)
    renderer.enqueue(block(at: .zero, frameCount: 24_000))
    #expect(renderer.isReadyForMoreMediaData)
    renderer.enqueue(block(at: .milliseconds(500), frameCount: 24_000))
    #expect(!renderer.isReadyForMoreMediaData && block(at: .zero, frameCount: 24_000).duration == .milliseconds(500))
    renderer.play()
    clock.advance(by: .milliseconds(499))
    #expect(calls.withLock { $0 } == 0)
    clock.advance(by: .milliseconds(1))
    #expect(calls.withLock { $0 } == 1 && renderer.isReadyForMoreMediaData)
    renderer.enqueue(block(at: .seconds(1), frameCount: 48_000))
    renderer.flush()
    #expect(renderer.isReadyForMoreMediaData && calls.withLock { $0 } == 2)
    clock.advance(by: .seconds(5))
    #expect(calls.withLock { $0 } == 2 && renderer.clock.time == .milliseconds(5500))
    request.cancel()
    renderer.enqueue(block(at: .seconds(6), frameCount: 480_000))
    renderer.flush()
    #expect(calls.withLock { $0 } == 2)
  }
}
