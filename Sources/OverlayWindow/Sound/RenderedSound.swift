import OverlayRender
import Synchronization

/// What a renderer and the thread of its device share: the sound in the queue, and whether it plays.
final class RenderedSound: Sendable {
  private struct State {
    var queue: SoundQueue
    var gain: Float = 1
    var session = AudioSessionState()
    /// Whether the device has room that the queue cannot fill.
    var isStarved = false
    var connectionError: PulseAudioError?
    var route: AudioRoute?
  }

  let format: AudioFormat
  let clock: SlewedClock
  let observers = Observers<AudioSessionEvent>()
  private let state: Mutex<State>

  init(format: AudioFormat, clock: SlewedClock) {
    self.format = format
    self.clock = clock
    state = Mutex(State(queue: SoundQueue(channelCount: format.channelCount)))
  }

  /// The frame that is heard now.
  var currentFrame: Int64 { frame(at: clock.time) }

  /// Returns the frame that is nearest to a time.
  func frame(at time: MediaTime) -> Int64 {
    time.converted(toTimescale: format.sampleRate).value
  }

  /// Why there is no connection to a server; `nil` if there is one, or if it is not known yet.
  var connectionError: PulseAudioError? { state.withLock { $0.connectionError } }

  func setConnectionError(_ error: PulseAudioError?) { state.withLock { $0.connectionError = error } }

  /// The device on which the sound plays; `nil` if there is none, or if it is not known yet.
  var route: AudioRoute? { state.withLock { $0.route } }

  func setRoute(_ route: AudioRoute?) { state.withLock { $0.route = route } }

  /// Whether sound is heard.
  var isRunning: Bool { state.withLock { $0.session.isRunning } }

  /// Whether the server has interrupted the sound.
  var isInterrupted: Bool { state.withLock { $0.session.isInterrupted } }

  /// Changes whether the renderer plays, and starts or stops the clock.
  func changeSession<Result: Sendable>(_ change: (inout AudioSessionState) -> Result) -> Result {
    state.withLock { state in
      let result = change(&state.session)
      // The clock relies on the host's clock, which does not call actions within a call.
      clock.setRunning(state.session.isRunning)
      return result
    }
  }

  /// Sets the factor of all samples that are read from now on.
  func setGain(_ gain: Float) { state.withLock { $0.gain = gain } }

  /// Adds a block. Returns whether the device waits for it.
  func append(_ block: AudioBlock) -> Bool {
    let current = currentFrame
    return state.withLock { state in
      state.queue.append(block.samples, at: frame(at: block.presentationTime))
      state.queue.removeBlocks(endingBy: current)
      defer { state.isStarved = false }
      return state.isStarved
    }
  }

  /// Removes all blocks.
  func removeAll() { state.withLock { $0.queue.removeAll() } }

  /// Whether there is sound after a frame that is not heard yet.
  func hasSound(after frame: Int64) -> Bool {
    let current = currentFrame
    return state.withLock { state in (state.queue.end ?? .min) > max(frame, current) }
  }

  /// Replaces `samples` with a number of frames, which are silent after the end of the sound. Returns the number of
  /// frames before that.
  func read(_ samples: inout [Float], from start: Int64, frameCount: Int) -> Int {
    let current = currentFrame
    return state.withLock { state in
      state.queue.removeBlocks(endingBy: current)
      state.queue.read(&samples, from: start, frameCount: frameCount, gain: state.gain)
      let soundCount = min(max((state.queue.end ?? start) - start, 0), Int64(frameCount))
      state.isStarved = soundCount < frameCount
      return Int(soundCount)
    }
  }

  /// Records that there is no device.
  func detachDevice() {
    state.withLock { state in
      state.isStarved = false
      state.route = nil
    }
    clock.detachDevice()
  }
}
