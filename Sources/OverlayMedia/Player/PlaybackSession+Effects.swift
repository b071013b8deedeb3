import OverlayRender
import Synchronization

extension PlaybackSession {
  func decode(generation: Int, _ target: SeekTarget) {
    let worker = state.withLock { state in
      state.generation = generation
      state.sound?.state.withLock { $0.stop() }
      return state.pictureWorker
    }
    pictureDecoder.start(generation: generation, target: target)
    worker?.wake()
  }

  /// Sets the time of the item. The clock is stopped.
  func jump(to time: MediaTime) {
    let timebase = state.withLock { state in
      state.round = .zero
      return state.timebase
    }
    timebase.set(time: time, rate: 0)
    restartSound()
    checkTime()
  }

  func setClockRate(_ rate: Double) {
    let (timebase, sound, soundRate) = state.withLock { ($0.timebase, $0.sound, $0.soundRate) }
    guard rate > 0 else {
      if sound != nil { renderer?.pause() }
      // A timer may be late. What was not decoded in time is played after the stall.
      let (time, end) = (timebase.time, decodedEnd ?? .positiveInfinity)
      timebase.set(time: min(time, end), rate: 0)
      if time > end { restartSound() }
      // The renderer, which is paused, does not request the sound that fills its queue.
      wakeWorkers()
      // What was missing may have come since, and is not reported again.
      checkProgress()
      return
    }
    timebase.setRate(rate)
    if sound != nil {
      if rate != soundRate {
        state.withLock { $0.soundRate = rate }
        restartSound()
      }
      renderer?.play()
    }
    checkTime()
  }

  func holdAtEnd() {
    let (timebase, end, sound) = state.withLock { state in (state.timebase, state.endPosition, state.sound) }
    if sound != nil { renderer?.pause() }
    timebase.set(time: end ?? timebase.time, rate: 0)
  }

  func startNextRound() {
    let (round, timebase) = state.withLock { state in
      if let end = state.end { state.round += end }
      return (state.round, state.timebase)
    }
    _ = pictureDecoder.removePictures(endingBy: max(round, timebase.time))
    wakeWorkers()
    checkTime()
  }

  func setLooping(_ isLooping: Bool) {
    let (round, sound) = state.withLock { state in
      state.isLooping = isLooping
      return (state.round, state.sound)
    }
    pictureDecoder.setLooping(isLooping, inRound: round)
    if sound?.state.withLock({ $0.setLooping(isLooping, inRound: round) }) == true { restartSound() }
    wakeWorkers()
    checkTime()
  }

  func setEnd(_ end: MediaTime) {
    let sound = state.withLock { state in
      state.end = end
      return state.sound
    }
    pictureDecoder.setEnd(end)
    sound?.state.withLock { $0.setEnd(end) }
    item.setDuration(end)
    wakeWorkers()
    checkTime()
  }

  /// Converts pictures to the formats of the outputs from now on.
  func updateFormats() {
    formatUpdates.withLock { _ in pictureDecoder.setFormats(item.formats) }
    state.withLock { $0.pictureWorker }?.wake()
  }

  private func wakeWorkers() {
    let workers = state.withLock { [$0.pictureWorker, $0.soundWorker] }
    for worker in workers { worker?.wake() }
  }

  /// Lets another audio track be heard from the current time on.
  func audioTrackChanged() {
    checkAudioTrack()
    restartSound(reopens: true)
  }

  /// Starts the sound at the current time, or stops it at rates other than 1.
  ///
  /// - Parameter reopens: Whether another track is heard from now on.
  private func restartSound(reopens: Bool = false) {
    let (sound, worker) = state.withLock { state in
      if let sound = state.sound, let renderer {
        let start = SoundFeederState.Start(
          position: state.timebase.time, round: state.round, rendererTime: renderer.clock.time)
        sound.state.withLock { sound in
          if reopens { sound.reopen() }
          if state.soundRate == 1 { sound.start(start) } else { sound.stop() }
        }
      }
      return (state.sound, state.soundWorker)
    }
    if sound != nil { worker?.wake() }
  }
}

extension PlaybackSession {
  /// Does what the current time requires, and sets the timer to the next moment at which something has to be done.
  private func checkTime() {
    let (timebase, end, sound, generation, number) = state.withLock { state in
      state.wakeNumber += 1
      return (state.timebase, state.endPosition, state.sound, state.generation, state.wakeNumber)
    }
    let position = timebase.time
    if pictureDecoder.removePictures(endingBy: position) { wakeWorkers() }
    if timebase.rate > 0 {
      if let end, position >= end { return send(.endReached(generation: generation)) }
      // Both note that they have run dry.
      let (lacksPictures, lacksSound) = (
        pictureDecoder.runsDry(at: position), sound?.state.withLock { $0.runsDry(at: position) } ?? false
      )
      if lacksPictures || lacksSound { return send(.ranDry(generation: generation)) }
    }
    let moments = [pictureDecoder.currentPictureEnd, sound?.state.withLock { $0.remainingEnd }, end].compactMap { $0 }
    guard let next = moments.filter({ $0 > position }).min() else { return }
    let wake = timebase.schedule(at: next) { [weak self] in self?.checkTime() }
    _ = state.withLock { state in
      guard !state.isEnded, state.wakeNumber == number else { return wake as Subscription? }
      let previous = state.wake
      state.wake = wake
      return previous
    }
  }

  /// Calls `action` at the next moment of the item's time.
  func schedule(
    at moments: TimeObserver.Moments, _ action: @escaping @Sendable (MediaTime) -> Void
  ) -> Subscription? {
    let (timebase, round, end) = state.withLock { ($0.timebase, $0.round, $0.end) }
    guard let next = moments.next(after: timebase.time - round) else { return nil }
    if let end, next > end { return nil }
    return timebase.schedule(at: round + next) { action(next) }
  }
}
