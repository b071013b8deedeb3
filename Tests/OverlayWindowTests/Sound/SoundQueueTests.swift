import TestTools
import Testing

@testable import OverlayWindow

@Suite("Sound that waits for a device")
struct SoundQueueTests {
  private func samples(_ queue: SoundQueue, from start: Int64, _ frameCount: Int, gain: Float = 1) -> [Float] {
    var samples: [Float] = [9]
    queue.read(&samples, from: start, frameCount: frameCount, gain: gain)
    return samples
  }

  @Test("Blocks are read at their times, and are silent between them")
  func reading() {
    var queue = SoundQueue(channelCount: 2)
    #expect(queue.end == nil && samples(queue, from: 0, 1) == [0, 0])
    queue.append([1, -1, 2, -2], at: 10)
    queue.append([3, -3], at: 13)
    #expect(queue.end == 14)
    #expect(samples(queue, from: 9, 6) == [0, 0, 1, -1, 2, -2, 0, 0, 3, -3, 0, 0])
    #expect(samples(queue, from: 11, 2, gain: 0.5) == [1, -1, 0, 0])
    #expect(samples(queue, from: 13, 1) == [3, -3])
  }

  @Test("Blocks stay until they are heard")
  func removing() {
    var queue = SoundQueue(channelCount: 1)
    queue.append([1, 2, 3], at: 0)
    queue.append([4, 5], at: 3)
    queue.removeBlocks(endingBy: 2)
    #expect(samples(queue, from: 0, 5) == [1, 2, 3, 4, 5])
    queue.removeBlocks(endingBy: 3)
    #expect(samples(queue, from: 0, 5) == [0, 0, 0, 4, 5])
    queue.removeBlocks(endingBy: 99)
    #expect(queue.end == nil)
    queue.append([6], at: 100)
    queue.removeAll()
    #expect(queue.end == nil && samples(queue, from: 100, 1) == [0])
  }

  @Test("A renderer resumes after an interruption only if it played before, and was not paused meanwhile")
  func interruptions() {
    var session = AudioSessionState()
    #expect(session.endInterruption() == nil)
    #expect(session.interrupt() == .interruptionBegan && session.interrupt() == nil)
    #expect(session.endInterruption() == .interruptionEnded(shouldResume: false) && !session.isRunning)
    session.isPlaying = true
    _ = session.interrupt()
    #expect(!session.isRunning)
    #expect(session.endInterruption() == .interruptionEnded(shouldResume: true) && session.isRunning)
    _ = session.interrupt()
    session.isPlaying = false
    #expect(session.endInterruption() == .interruptionEnded(shouldResume: true) && !session.isRunning)
    // What is requested during an interruption applies after it.
    _ = session.interrupt()
    session.isPlaying = true
    #expect(!session.isRunning)
    #expect(session.endInterruption() == .interruptionEnded(shouldResume: false) && session.isRunning)
  }

  @Test("Whatever the order of requests, interruptions and lost devices", arguments: 1...50 as ClosedRange<UInt64>)
  func anyOrder(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var session = AudioSessionState()
    var isPlaying = false
    // Whether the sound may resume after the current interruption.
    var mayResume: Bool?
    for _ in 0..<100 {
      switch Int.random(in: 0..<5, using: &random) {
      case 0:
        #expect(session.interrupt() == (mayResume == nil ? .interruptionBegan : nil))
        if mayResume == nil { mayResume = isPlaying }
      case 1:
        let event = session.endInterruption()
        #expect(event == mayResume.map { .interruptionEnded(shouldResume: $0) })
        mayResume = nil
      case 2:
        session.loseDevice()
        if mayResume != nil { mayResume = false }
      default:
        isPlaying.toggle()
        session.isPlaying = isPlaying
      }
      #expect(session.isPlaying == isPlaying && session.isRunning == (isPlaying && mayResume == nil))
    }
  }
}
